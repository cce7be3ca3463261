"""Bots by name."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from farmtable import BadOption, Rng
from farmtable.bots import BOTS, LEVELS, Budget, GreedyBot, RandomBot, SearchBot, is_own, make_bot
from farmtable.bots.names import read_budget


def test_every_ready_made_bot_can_be_made() -> None:
    kinds = {name: type(make_bot(name, Rng())) for name in BOTS}
    assert kinds.pop("random") is RandomBot
    assert kinds.pop("greedy") is GreedyBot
    assert set(kinds) == {f"search:{level}" for level in range(1, 9)}
    assert set(kinds.values()) == {SearchBot}


def test_the_parts_of_a_budget_come_in_any_order() -> None:
    budget = read_budget("cores=2:time=1.5:sims=800")
    assert (budget.simulations, budget.seconds, budget.cores, budget.temperature) == (800, 1.5, 2, 0.0)
    assert read_budget("time=2").simulations > 10**8
    assert read_budget("sims=3:network=here/there.safetensors").network == "here/there.safetensors"


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": 0},
        {"simulations": -5},
        {"seconds": float("nan")},
        {"seconds": -1.0},
        {"temperature": float("inf")},
        {"cores": 0},
        {"level": 9},
    ],
)
def test_there_is_no_search_by_less_than_nothing(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no search"):
        Budget(**{"simulations": 5, **wrong})


def test_higher_levels_may_spend_more_and_err_less() -> None:
    assert len(LEVELS) == 8
    for lower, higher in pairwise(LEVELS):
        assert (higher.simulations, -higher.temperature) > (lower.simulations, -lower.temperature)
    assert LEVELS[7].seconds <= 3
    assert LEVELS[7].temperature == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clever", "there is no bot 'clever'"),
        ("search", "is no bot"),
        ("search:", "is no bot"),
        ("search:0", "search:1 … search:8"),
        ("search:9", "search:1 … search:8"),
        ("search:fast", "is no bot"),
        ("search:sims=", "sims= takes whole numbers"),
        ("search:sims=0", "sims= takes whole numbers"),
        ("search:sims=1.5", "sims= takes whole numbers"),
        ("search:time=0", "time= takes seconds"),
        ("search:time=nan", "time= takes seconds"),
        ("search:time=-1", "time= takes seconds"),
        ("search:time=99999", "time= takes seconds"),
        ("search:cores=2", "says not how long"),
        ("search:sims=5:cores=0", "cores= takes whole numbers"),
        ("search:sims=5:network=", "network= names no file"),
        ("search:sims=5:sims=6", "is no bot"),
        ("search:sims=5:speed=6", "is no bot"),
        ("nowhere:Bot", "cannot load the bot"),
        ("..mine:Bot", "'..mine' is not the name of a module"),
        ("farmtable.bots:BOTS", "not a subclass"),
        ("farmtable.bots:Missing", "cannot load the bot"),
    ],
)
def test_what_is_no_bot_is_refused_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(BadOption, match=said) as refused:
        make_bot(name, Rng())
    assert "\n" not in str(refused.value)


def test_bots_of_ones_own_are_told_from_ours() -> None:
    assert is_own("search:time=2")
    assert is_own("greedy")
    assert not is_own("tests.arena.bots:Last")
    assert type(make_bot("tests.arena.bots:Last", Rng())).__name__ == "Last"


def test_a_file_may_be_named_as_no_statement_could_import_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my-bot.py").write_text("from farmtable.bots import GreedyBot\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert isinstance(make_bot("my-bot:GreedyBot", Rng()), GreedyBot)


def test_bounds_are_told_digit_by_digit() -> None:
    with pytest.raises(BadOption, match="whole numbers up to 1073741824, not '0'"):
        make_bot("search:sims=0", Rng())


def test_what_is_no_name_at_all_is_told() -> None:
    nothings: list[Any] = [None, 3, ["greedy"], Rng(1)]
    for nothing in nothings:
        with pytest.raises(BadOption, match="a bot is called by a name"):
            make_bot(nothing, Rng(1))
