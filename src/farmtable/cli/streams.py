"""Standard streams to which everything can be said, wherever the command was started."""

from __future__ import annotations

import codecs
import io
import os
import sys


def make_ready() -> None:
    """Let nothing that is to be said fail for the stream it goes to, and nothing be asked of no stream.

    One that is closed, as by `>&-`, swallows all, and one to read from is at its end; where an encoding
    lacks a character stands a question mark.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the process
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, io.TextIOWrapper) and _may_fail(stream):
            stream.reconfigure(errors="replace")


def _may_fail(stream: io.TextIOWrapper) -> bool:
    """Whether there are characters for which it has no bytes.

    In the locale C bytes of file names that Python could not read go out as they came in; that says nothing
    of other characters where the encoding is not UTF-8.
    """
    if stream.errors == "surrogateescape":
        return codecs.lookup(stream.encoding).name != "utf-8"
    return stream.errors == "strict"
