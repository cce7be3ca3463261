"""The server of the tests of pages, for what documents say of it."""

from __future__ import annotations

from tests.web.conftest import server

__all__ = ["server"]
