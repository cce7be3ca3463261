"""The command line. `main` is the command `farmtable`; each command has its module."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: see `farmtable.cli.app.main`."""
    try:
        from farmtable.cli.app import main as run  # not before: it takes long, and Ctrl-C may come meanwhile
    except KeyboardInterrupt:
        return 130
    return run(arguments)
