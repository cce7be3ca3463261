"""Where a user's files lie on this system."""

from __future__ import annotations

import os
import sys
from pathlib import Path

CACHE = "FARMTABLE_CACHE"
"""The variable that names another folder for what could be made anew at any time."""


def data_folder() -> Path:
    """Where this system keeps a user's application data."""
    if sys.platform == "win32":
        return _local_data() / "farmtable"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "farmtable"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "farmtable"


def cache_folder() -> Path:
    """Where it keeps what could be made anew at any time."""
    if named := os.environ.get(CACHE):
        return Path(named)
    if sys.platform == "win32":
        return _local_data() / "farmtable" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "farmtable"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "farmtable"


def _local_data() -> Path:
    return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
