"""Options are checked, alone and against the number of players, before a game begins."""

from contextlib import nullcontext

import pytest

import farmtable
from farmtable import BadOption, Game, Option, Text, seat_numbers
from farmtable.core import playable


def test_an_option_may_be_for_some_numbers_of_players_only() -> None:
    option = Option("alone", Text("Alone"), "no", ("no", "yes"), seats=(1, 2))
    assert option.is_for(1)
    assert not option.is_for(3)
    assert Option("prices", Text("Prices"), "fixed", ("fixed",)).is_for(5)


def test_an_option_may_go_with_some_choices_of_others_only() -> None:
    size = Option("size", Text("Size"), "7", ("7", "8"), needs=(("hands", "drafted"),))
    assert size.goes_with({"hands": "drafted"})
    assert not size.goes_with({"hands": "dealt"})
    hands = Option("hands", Text("Hands"), "dealt", ("dealt", "chosen"), not_with=(("cards", "none"),))
    assert hands.goes_with({"cards": "base"})
    assert not hands.goes_with({"cards": "none"})


def test_a_choice_may_be_for_some_numbers_of_players_only() -> None:
    hands = Option("hands", Text("Hands"), "dealt", ("dealt", "chosen"), seats_of=(("chosen", (1,)),))
    assert hands.choices_for(1) == ("dealt", "chosen")
    assert hands.choices_for(2) == ("dealt",)


@pytest.mark.parametrize("game", playable(), ids=lambda game: game.id)
def test_what_is_offered_for_so_many_players_is_not_refused(game: Game) -> None:
    """Choice by choice, all else at its default: what the page of a new table offers can be begun, and
    what it leaves out is refused before there is a table."""
    usual = game.check_options({})
    for players in range(game.min_players, game.max_players + 1):
        for option in game.options:
            if option.is_for(players) and option.goes_with(usual) and not option.several:
                offered = option.choices_for(players)
                for choice in option.choices:
                    chosen = game.check_options({option.name: choice})
                    with nullcontext() if choice in offered else pytest.raises(BadOption):
                        game.check_seats(players, chosen)


def test_an_option_may_give_each_seat_a_number() -> None:
    market = farmtable.game("market_day")
    state = market.new(3, day="2", coins="3:07,1:12")
    assert state.options["coins"] == "1:12,3:7"
    assert seat_numbers("1:12,3:7", 3) == [12, 0, 7]
    assert "coins" not in market.new(3, day="2").options
    for coins, said in {
        "4:1": "coins: there is no seat 4 in a game for 3",
        "1:1000": "coins gives seats a number from 0 to 999 each, as 1:7,2:5; not '1:1000'",
        "1": "not '1'",
        "1:1,1:2": "coins gives each seat one number; not '1:1,1:2'",
        "1:" + "9" * 5000: "coins gives seats a number",
    }.items():
        with pytest.raises(BadOption, match=said):
            market.new(3, day="2", coins=coins)


def test_an_option_added_later_is_named_only_where_it_was_chosen() -> None:
    """So a game with its default is the same, digest for digest, as before there was the option."""
    agricola = farmtable.game("agricola")
    assert "banned" not in agricola.check_options({"banned": ""})
    assert agricola.check_options({"banned": "loom"})["banned"] == "loom"
    assert agricola.new(2, banned="").digest() == agricola.new(2).digest()
    assert agricola.new(2, banned="loom").digest() != agricola.new(2).digest()
    assert "campaign" not in agricola.check_options({"campaign": "no", "campaign_points": ""})
    assert agricola.check_options({"campaign": "1"})["campaign"] == "1"


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (2, {"series": "1"}, "series is for 1 players, not 2"),
        (1, {"variant_tile": "yes"}, "variant_tile is for 2 or 3 or 4 players, not 1"),
        (1, {"series_food": "3"}, "series_food goes with a game of the series"),
        (2, {"start": "3"}, "start is one of the 2 seats"),
        (2, {"cards": "all"}, "cards is base, none or a deck of your own, not 'all'"),
        (5, {}, "Agricola is for 1 to 4 players, not 5"),
    ],
)
def test_options_that_do_not_go_with_the_players_are_refused(
    players: int, options: dict[str, str], said: str
) -> None:
    with pytest.raises(BadOption, match=said):
        farmtable.game("agricola").new(players=players, **options)
