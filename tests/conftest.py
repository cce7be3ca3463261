"""Fixtures that several parts of the tests use."""

from __future__ import annotations

import signal

from tests.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]

# What a script runs in the background ignores Ctrl-C, and so would the programs that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
