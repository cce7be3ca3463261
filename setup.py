"""Builds the hot modules with mypyc. Without a C compiler, or with FARMTABLE_PURE=1, they stay Python."""

from __future__ import annotations

import gzip
import os
import sys
import tarfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

# The rooms of a game that must be fast; words, pages and files need not be.
FAST_ROOMS = ("position", "rules", "cards", "evaluation")
BUILDS_NOTHING = {"egg_info", "dist_info", "sdist"}


def compiled() -> list[str]:
    """The modules to compile.

    In `core`, `bots` and `envs` those that work with machine integers; in a game its fast rooms and doors.
    """
    source = Path("src/farmtable")
    found = [
        path
        for layer in ("core", "bots", "envs")
        for path in (source / layer).glob("*.py")
        if "from mypy_extensions import" in path.read_text(encoding="utf-8")
    ]
    for game in (source / "games").iterdir():
        found += [path for room in FAST_ROOMS for path in (game / room).rglob("[a-z]*.py")]
        found += [*game.glob("state.py"), *game.glob("perspective.py")]
    return sorted(map(str, found))


class BuildOrGoWithout(build_ext):
    """Compiles everything or nothing: a half-compiled kernel would be slower and harder to trust."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # whatever a missing or broken compiler throws
            print(f"farmtable: not compiled ({error}); it works, about twenty times slower", file=sys.stderr)
            for path in self.get_outputs():
                if os.path.exists(path):
                    os.remove(path)
            self.extensions = []


class BuildWithCatalogues(build_py):
    """Puts the compiled gettext catalogues beside the modules."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:  # a checkout reads the .po files themselves
            self.compile_catalogues()

    def compile_catalogues(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in Path("src").glob("farmtable/locale/*/LC_MESSAGES/*.po"):
            target = Path(self.build_lib) / source.relative_to("src").with_suffix(".mo")
            target.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as po, target.open("wb") as mo:
                write_mo(mo, read_po(po))


class ReproducibleSdist(sdist):
    """Packs the sources so that equal sources make equal archives, whoever packs them and whenever."""

    def make_archive(self, base_name: Any, *args: Any, **kwargs: Any) -> str:
        folder = Path(kwargs["base_dir"])
        target = Path(f"{base_name}.tar.gz")
        target.parent.mkdir(parents=True, exist_ok=True)
        with (
            target.open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                archive.add(path, filter=_anonymous)
        return str(target)


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry without a time, an owner, or the habits of a file system."""
    entry.mtime = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o644
    return entry


def groups() -> list[tuple[list[str], str | None]]:
    """The compiled modules by the library they go into: one for each layer and each game.

    Several C compilers can then work at once, and a change compiles its own library anew, not all.
    Calls between libraries cost a little more (3 % in random games of Agricola).
    """
    found: dict[str, list[str]] = {}
    for path in compiled():
        layer, inside = Path(path).parts[2:4]
        found.setdefault(inside if layer == "games" else layer, []).append(path)
    return [(paths, f"farmtable_{name}") for name, paths in found.items()]


def extensions() -> list[Any]:
    """The compiled modules, or none where compiling is not wanted or nothing is built.

    Installers run this file twice before they build, to be told what the package is called and needs.
    """
    if os.environ.get("FARMTABLE_PURE", "") not in ("", "0") or BUILDS_NOTHING.intersection(sys.argv):
        return []
    from mypyc.build import mypycify

    # Without a cache: mypyc 2.4 fails when it finds half of several groups in one. Silent about what is not
    # compiled: that may need libraries which whoever builds does not have.
    checks = [f"--cache-dir={os.devnull}", "--no-warn-unused-ignores", "--follow-imports=silent"]
    found = list(mypycify([*checks, *compiled()], opt_level="3", debug_level="0", separate=groups()))
    for extension in found:
        if os.name == "posix":  # to look for flaws in C that nobody wrote takes GCC half of its time
            extension.extra_compile_args = [*(extension.extra_compile_args or []), "-w", "-Wno-all"]
        if sys.platform == "linux":  # without names for debuggers, a sixth of the size
            extension.extra_link_args = [*(extension.extra_link_args or []), "-Wl,--strip-all"]
    return found


COMMANDS = {"build_ext": BuildOrGoWithout, "build_py": BuildWithCatalogues, "sdist": ReproducibleSdist}

setup(ext_modules=extensions(), cmdclass=COMMANDS)
