"""The command line. `main` is the command `farmtable`; each command has its module."""

from farmtable.cli.app import app, main

__all__ = ["app", "main"]
