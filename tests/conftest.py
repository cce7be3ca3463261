"""Fixtures that several parts of the tests use."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from farmtable.tables import Tables
from tests.postgres import new_postgres, postgres_server, postgres_url

__all__ = ["new_postgres", "postgres_server", "postgres_url"]

ORDER = ("browser", "slow")
WAITED_IN_VAIN = (r"^TimeoutError: .*Timeout \d+ms", r"^AssertionError: (Locator|Page)\b.* expected")
"""What Playwright says when something has not come in time."""

# What the processes of the tests compile lies in the checkout, not in the home of whoever runs them.
os.environ.setdefault("FARMTABLE_CACHE", str(Path(__file__).parent.parent / ".pytest_cache" / "farmtable"))

# On a busy machine one example may take long, and says nothing wrong by it.
settings.register_profile("farmtable", deadline=None)
settings.load_profile("farmtable")

# What a script runs in the background ignores Ctrl-C, and under nohup that its terminal closes; so would the
# programs that tests end by either.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers begin with the files that take longest, so that none of them is left to one in the end.

    In CI, whose cores may do much else, a browser that has waited in vain is given a second chance, three in
    all at most; the summary tells of each. Nowhere else, so that whoever works here finds what is unsteady.
    """
    if os.environ.get("CI") == "true":
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=list(WAITED_IN_VAIN)))
    if hasattr(config, "workerinput"):
        first = {marker: {one.path for one in items if one.get_closest_marker(marker)} for marker in ORDER}
        items.sort(key=lambda item: [item.path not in first[marker] for marker in ORDER])


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database whose tables have just been made, which takes longer than most tests: to be copied."""
    path = tmp_path_factory.mktemp("new") / "tables.sqlite"
    Tables(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def file_url(new_file: Path, tmp_path: Path) -> str:
    """The URL of a file in which nothing has happened yet."""
    return f"sqlite:///{shutil.copy(new_file, tmp_path)}"
