"""A few kills, as `python -m tools.load.kills` does many: what people were promised holds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import or_do_without
from tools.load.kills import Campaign, Outcome, run
from tools.load.postgres import Missing
from tools.load.table import Kind

KINDS = (Kind("market_day", confirm=True, watching=1), Kind("market_day", bots=1))


@pytest.fixture
def outdoors() -> Iterator[Path]:
    """A folder that PostgreSQL may enter, too, which runs as somebody else."""
    with tempfile.TemporaryDirectory(prefix="farmtable-kills-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def test_kills_of_a_server_with_sqlite_lose_nothing(outdoors: Path) -> None:
    check(run(Campaign(3, "sqlite", 1, ("server", "disk"), KINDS, 2, 0.1, 0.2, views=20), outdoors))


def test_kills_of_servers_and_of_postgresql_lose_nothing(outdoors: Path) -> None:
    campaign = Campaign(3, "postgresql", 2, ("server", "database"), KINDS, 2, 0.1, 0.2, views=20, seed=2)
    try:
        check(run(campaign, outdoors))
    except Missing as reason:
        or_do_without(reason)


def check(outcome: Outcome) -> None:
    assert not outcome.violations, str(outcome)
    assert outcome.decisions > 0
    assert outcome.views > outcome.decisions
