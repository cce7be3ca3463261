"""Compiled templates, kept on the disk: compiling them takes longer than all else that a first page needs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Final

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

from farmtable.folders import cache_folder

MARK: Final = 32
"""Bytes before the code in each file, by which it is known to be whole and of this version."""
OTHERS_MAY_WRITE: Final = 0o022


class Compiled(BytecodeCache):
    """The compiled templates of one language, in a folder that is its owner's alone: what lies there is run.

    They depend on their own text, and on `sources`: what compiles them, and the words that are put into
    them. Whatever is old, cut short, spoilt or unreadable is compiled anew, and a folder that cannot be
    written to costs nothing but time.
    """

    def __init__(self, folder: Path, language: str, sources: Iterable[Path]) -> None:
        self._folder = folder
        self._language = language
        self._key = blake2b(jinja2.__version__.encode(), digest_size=MARK)
        for source in sources:
            self._key.update(source.read_bytes())

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket, where its code is here."""
        try:
            stored = self._file(bucket).read_bytes()
        except OSError:
            return
        mark, code = stored[:MARK], stored[MARK:]
        if mark == self._mark(code):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a bucket holds, for the next process."""
        code = bucket.bytecode_to_string()
        file = self._file(bucket)
        unfinished = file.with_suffix(f".{os.getpid()}")
        try:
            unfinished.write_bytes(self._mark(code) + code)
            unfinished.replace(file)
        except OSError:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)

    def _file(self, bucket: Bucket) -> Path:
        return self._folder / f"{self._language}-{bucket.key}.compiled"

    def _mark(self, code: bytes) -> bytes:
        mark = self._key.copy()
        mark.update(code)
        return mark.digest()


def compiled(language: str, sources: Iterable[Path]) -> Compiled | None:
    """Those of a language in the user's cache; None where that is not his alone, or cannot be."""
    try:
        folder = cache_folder() / "templates"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
        if hasattr(os, "getuid") and (state.st_uid != os.getuid() or state.st_mode & OTHERS_MAY_WRITE):
            return None
        return Compiled(folder, language, sources)
    except (OSError, RuntimeError):  # he has no home
        return None
