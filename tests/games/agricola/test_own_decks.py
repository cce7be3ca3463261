"""Cards of one's own: the guide's example is loaded and played, and what is wrong is said in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from farmtable import OVER, BadOption, BadRecord, Match, Record, Rng, State
from farmtable.core.playout import playout
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box import decks
from farmtable.games.agricola.cards import phrases
from farmtable.games.agricola.game import AgricolaGame
from farmtable.games.agricola.rules.card import Card
from farmtable.games.agricola.state import AgricolaState
from tests.cli.conftest import (
    Run,
    run,  # noqa: F401 - a fixture
)
from tests.games.agricola.scenarios import goods, legal, play, rule_against

GUIDE = Path(__file__).parents[3] / "docs" / "own-cards.md"


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What one test loads, no other knows."""
    monkeypatch.setattr(decks, "_own", {})
    yield
    vars(GAME).pop("options", None)
    assert GAME.options is AgricolaGame.options


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """The example of the guide."""
    (example,) = re.findall(r"```python\n(\"\"\".*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "herb_garden.py"
    path.write_text(example, encoding="utf-8")
    return path


def test_the_deck_is_the_box_and_ones_own_cards(deck: Path) -> None:
    assert GAME.load_option("cards", str(deck)) == "herb_garden"
    cards = decks.deck_named("herb_garden").cards
    assert [card.id for card in cards[-2:]] == ["potter", "herb_garden"]
    assert [card.id for card in cards[:-2]] == [card.id for card in decks.base_deck().cards]


def test_other_options_are_as_they_are(deck: Path) -> None:
    assert GAME.load_option("cards", "none") == "none"
    assert GAME.load_option("start", str(deck)) == str(deck)


def test_a_loaded_deck_can_be_chosen(deck: Path) -> None:
    GAME.load_option("cards", str(deck))
    GAME.load_option("cards", str(deck))  # again, perhaps changed in between
    (option,) = (option for option in GAME.options if option.name == "cards")
    assert option.choices == ("base", "none", "herb_garden")
    assert str(option.labels[-1]) == "with the cards of herb_garden"


def test_its_cards_can_be_banned(deck: Path) -> None:
    """R14.7: in games that are played with it, and in no others."""
    GAME.load_option("cards", str(deck))
    state = GAME.new(2, cards="herb_garden", banned="potter,Grocer")
    assert state.options["banned"] == "potter,grocer"
    assert not {"deal Potter", "deal Grocer"} & set(map(state.describe, state.legal_actions()))
    with pytest.raises(BadOption, match="this game has no card 'potter'"):
        GAME.new(2, banned="potter")


def test_the_guide_names_all_that_a_card_can_have() -> None:
    """Each fact, each method, each phrase, and the moments that only offers have."""
    told = set(re.findall(r"`([A-Za-z_]+)", GUIDE.read_text(encoding="utf-8")))
    of_a_card = {name for name in dir(Card) if not name.startswith("_")} - {"index"}
    written = {
        name
        for name, value in vars(phrases).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == phrases.__name__
    }
    assert {"when_played", "before_harvest", "price"} <= of_a_card
    assert {"gain", "breed", "options"} <= written
    of_offers = {"BEFORE_OCCUPATION", "PLACING", "ANY_TIME"}
    assert of_a_card | written | of_offers | {"A_ROOM", "A_RENOVATION", "A_MAJOR", "A_MINOR"} <= told


def test_the_guide_names_nothing_that_is_not_there() -> None:
    """Every method and phrase of its tables exists."""
    rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row)}
    assert len(names) > 60
    assert {name for name in names if not (hasattr(Card, name) or hasattr(phrases, name))} == set()


def test_moments_that_only_offers_have_are_offered(tmp_path: Path) -> None:
    """Before an occupation is paid, and before a person is placed."""
    path = tmp_path / "painter.py"
    path.write_text(PAINTER.format(moment="PLACING"))
    assert "use Painter" in legal(at(path, front=["painter"], minors=[], goods={"wood": 1}))
    path.write_text(PAINTER.format(moment="BEFORE_OCCUPATION"))
    state = at(path, front=["painter"], minors=[], occupations=["tutor"], goods={"wood": 1, "food": 2})
    play(state, "place Lessons", "play Tutor")
    assert legal(state)[-1] == "use Painter"


def test_one_of_these_needs_nothing_else(tmp_path: Path) -> None:
    """A card with `these` and the phrase: its owner chooses, and has it."""
    path = tmp_path / "painter.py"
    path.write_text(
        HEAD
        + "from farmtable.core.text import Text\n"
        + "from farmtable.games.agricola.position.facts import DAY_LABORER, FOOD, REED, SHEEP\n"
        + "from farmtable.games.agricola.cards.phrases import gain_one_of_these\n"
        + "class A(Occupation):\n    id = 'a'\n    name = Text('A')\n    spaces = (DAY_LABORER,)\n"
        + "    these = (SHEEP, REED)\n"
        + "    def each_use(self, state, seat, space): gain_one_of_these(state, seat, self)\nCARDS = [A()]"
    )
    state = play(at(path, front=["a"], minors=[], goods={}), "place Day Laborer")
    assert legal(state) == ["take reed", "take sheep"]
    assert goods(play(state.clone(), "take reed")) == {"reed": 1, "food": 2}
    assert goods(play(state, "take sheep")) == {"sheep": 1, "food": 2}
    state = play(at(path, front=["a"], minors=[], goods={"cattle": 1}), "place Day Laborer", "take sheep")
    assert legal(state) == ["discard sheep", "discard cattle"]  # one of them finds no place


# --- playing -----------------------------------------------------------------------------------------


def at(deck: Path, *actions: str, **seat: object) -> State:
    name = GAME.load_option("cards", str(deck))
    data = {"front": ["grocer"], "goods": {"wood": 1, "clay": 2}, "minors": ["herb_garden"], **seat}
    state = GAME.from_dict({"players": 2, "seats": [data, {}], "round": 5, "options": {"cards": name}})
    return play(state, *actions)


def test_its_cards_act(deck: Path) -> None:
    """The Herb Garden brings 1 food five times, and a point for 2 vegetables."""
    state = at(deck, "place Meeting Place")
    assert "play Herb Garden" in legal(state)
    assert str(state.tell(state.parse("play Herb Garden"), 1)[0]) == "seat 1 plays Herb Garden for 1 wood."
    play(state, "play Herb Garden", "place Forest", "place Day Laborer")
    assert goods(state)["food"] == 3
    used_up = at(deck, "place Day Laborer", front=["grocer", ["herb_garden", 5]], minors=[])
    assert goods(used_up)["food"] == 2
    for vegetables, points in ((1, 0), (2, 1)):
        state = at(deck, front=["herb_garden"], minors=[], goods={"vegetable": vegetables})
        assert ("bonus points: Herb Garden", points) in [(str(text), n) for text, n in state.score_sheet(0)]


def test_its_offers_and_questions_are_asked(deck: Path) -> None:
    state = at(deck, "place Clay Pit", front=["potter"])
    assert "use Potter" in legal(state)
    play(state, "use Potter")
    assert legal(state) == ["take reed", "take food"]
    before = goods(state)["clay"]
    play(state, "take reed")
    assert goods(state)["reed"] == 1
    assert goods(state)["clay"] == before


PAINTER = """
from farmtable.core.text import Text
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.position.moments import {moment}
from farmtable.games.agricola.cards.phrases import gain, has, pay

class Painter(Occupation):
    id = "painter"
    name = Text("Painter")
    offered = {moment}
    def may_use(self, state, seat, about):
        return has(state, seat, WOOD, 1)
    def use(self, state, seat, about):
        pay(state, seat, WOOD, 1)

CARDS = [Painter()]
"""


def test_an_offer_after_rooms_comes_before_the_stables(tmp_path: Path) -> None:
    """R2.3: what a card asks when rooms are built is answered before the next part begins."""
    path = tmp_path / "painter.py"
    path.write_text(PAINTER.format(moment="ROOMS_BUILT"))
    state = at(path, front=["painter"], minors=[], goods={"wood": 14, "reed": 4})
    play(state, "place Farm Expansion", "build room A1")
    assert legal(state) == ["done", "exchange", "build room B1", "build room B2", "build room B3"]
    assert rule_against(state, "build stable E1") == "R2.3"
    assert GAME.from_dict(state.to_dict()) == state
    play(state, "done")
    assert legal(state) == ["done", "exchange", "use Painter"]
    play(state, "use Painter")
    assert goods(state)["wood"] == 8
    play(state, "build stable E1")
    assert goods(state)["wood"] == 6


TWO_PARTS = """
from farmtable.core.text import Text
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.position.facts import DAY_LABORER
from farmtable.games.agricola.position.parts import BAKING, FENCES, ONE_ROOM, OPTIONAL, SOWING
from farmtable.games.agricola.position.steps import MENU

class Steward(Occupation):
    id = "steward"
    name = Text("Steward")
    spaces = (DAY_LABORER,)
    def after_use(self, state, seat, space):
        state.push(MENU, {parts} + OPTIONAL)

CARDS = [Steward()]
"""


def test_a_single_room_is_over_at_once(tmp_path: Path) -> None:
    """R2.3: where a card brings one room and baking, Roughcaster's food comes before baking."""
    path = tmp_path / "steward.py"
    path.write_text(TWO_PARTS.format(parts="ONE_ROOM + BAKING"))
    seat = {"house": "clay", "goods": {"clay": 5, "reed": 2, "grain": 1}, "improvements": ["fireplace_2"]}
    state = at(path, front=["steward", "roughcaster"], minors=[], **seat)
    play(state, "place Day Laborer", "build room A1")
    assert goods(state) == {"grain": 1, "food": 2 + 3}
    assert "bake 1 grain" in legal(state)


def test_what_fences_bring_comes_before_the_next_part(tmp_path: Path) -> None:
    """R2.3: Shepherd's Crook's sheep are there as soon as something is sown after fencing."""
    path = tmp_path / "steward.py"
    path.write_text(TWO_PARTS.format(parts="FENCES + SOWING"))
    seat = {"fields": {"A1": "", "B1": ""}, "goods": {"wood": 15, "grain": 2}}
    state = at(path, front=["steward", "shepherds_crook"], minors=[], **seat)
    play(state, "place Day Laborer", "fence D1 D2 E1 E2")
    assert "sheep" not in goods(state)
    play(state, "sow grain A1")
    assert goods(state)["sheep"] == 2
    assert "sow grain B1" in legal(state)


def test_its_requirements_are_kept(deck: Path) -> None:
    """R9.2: an occupation must lie in front."""
    state = at(deck, "place Meeting Place", front=[])
    assert rule_against(state, "play Herb Garden") == "R9.2"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_are_played_recorded_and_replayed(deck: Path, players: int) -> None:
    name = GAME.load_option("cards", str(deck))
    for seed in range(2):
        match = Match("agricola", players=players, seed=seed, cards=name)
        rng = Rng(seed)
        while match.state.to_play != OVER:
            actions = match.state.legal_actions()
            match.play(int(actions[rng.below(len(actions))]))
        stored = Record.from_dict(match.record.to_dict())
        assert stored.verify() == match.state
        assert GAME.from_dict(match.state.to_dict()) == match.state


def test_its_cards_are_dealt_and_played(deck: Path) -> None:
    """In twenty games for two some hand holds each of them."""
    name = GAME.load_option("cards", str(deck))
    played = set()
    for seed in range(20):
        state = GAME.new(2, cards=name)
        playout(state, Rng(seed))
        for seat in state.to_dict()["seats"]:
            played |= {*seat["occupations"], *seat["minors"], *(card for card, _ in seat["front"])}
    assert {"herb_garden", "potter"} <= played


# --- what is wrong -----------------------------------------------------------------------------------

HEAD = "from farmtable.games.agricola.rules.card import MinorImprovement, Occupation\n"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("CARDS = [", "does not run: SyntaxError"),
        ("1 / 0", "does not run: ZeroDivisionError: division by zero"),
        ("import no_such_module", "does not run: ModuleNotFoundError"),
        ("", "has no list CARDS of cards"),
        ("CARDS = []", "has no list CARDS of cards"),
        ("CARDS = 3", "has no list CARDS of cards"),
        ("CARDS = [3]", "3 is neither an Occupation nor a MinorImprovement"),
        (HEAD + "CARDS = [Occupation]", "is neither an Occupation nor a MinorImprovement"),
        (HEAD + "CARDS = [Occupation()]", "'' is no id: letters, digits and underscores"),
        (HEAD + "class A(Occupation):\n    id = 'a b'\nCARDS = [A()]", "'a b' is no id"),
        (HEAD + "class A(Occupation):\n    id = 'loom'\nCARDS = [A()]", "two cards are called loom"),
        (
            HEAD + "class A(Occupation):\n    id = 'a'\n    offered = 99\nCARDS = [A()]",
            "a is offered at no moment there is",
        ),
        *(
            (HEAD + f"class A(Occupation):\n    id = 'a'\n    {line}\nCARDS = [A()]", said)
            for line, said in (
                ("def each_uses(self, state, seat, space): pass", "a method 'each_uses', which no card is"),
                ("def each_uses(self, state, seat, space): pass", "is it 'each_use'?"),
                ("def bonus_point(self, state, seat): return 1", "is it 'bonus_points'?"),
                ("when_plaid = staticmethod(print)", "is it 'when_played'?"),
                ("def xyz(self): pass", "a method 'xyz'"),
                ("point = 2", "a fact 'point', which no card is asked for: is it 'points'?"),
                ("spaces = 5", "5 as its 'spaces', not a tuple of action spaces"),
                ("spaces = 'forest'", "'forest' as its 'spaces'"),
                ("spaces = [5]", "[5] as its 'spaces'"),
                ("spaces = ('forest',)", "('forest',) as its 'spaces'"),
                ("spaces = (99,)", "(99,) as its 'spaces'"),
                ("these = 5", "5 as its 'these', not a tuple of goods"),
                ("cost = '1 wood'", "'1 wood' as its 'cost', not a price, as priced(wood=1)"),
                ("points = 1.5", "1.5 as its 'points', not a whole number"),
                ("players = 7", "7 as its 'players', not 1, 3 or 4"),
                (
                    "def each_use(self, state, seat): pass",
                    "a method 'each_use' with other arguments than (self, state",
                ),
                (
                    "def bonus_points(self, state, seat, x): return 1",
                    "'bonus_points' with other arguments than",
                ),
                ("requires = 3", "3 as its 'requires', not a tuple of requirements"),
                ("modifiers = (0, 2)", "(0, 2) as its 'modifiers', not a tuple of pairs"),
            )
        ),
        (
            HEAD
            + "def card(n):\n    return type('A', (Occupation,), {'id': f'a{n}'})()\n"
            + "CARDS = [card(n) for n in range(40)]",
            "a deck has at most 128 cards, not 136",
        ),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path, code: str, said: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(code)
    with pytest.raises(BadOption, match=re.escape(said)) as caught:
        GAME.load_option("cards", str(path))
    assert "\n" not in str(caught.value)
    assert decks.loaded_decks() == []


def test_helpers_and_constants_of_its_own_are_nobodys_business(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        HEAD
        + "class Mixed:\n    def _much(self): return 2\n"
        + "class A(Mixed, Occupation):\n    id = 'a'\n    REWARD = 3\n    goods = (1, 2)\n"
        + "    def bonus_points(self, state, seat): return self._much()\nCARDS = [A()]"
    )
    assert GAME.load_option("cards", str(path)) == "mine"


def test_a_mixin_is_looked_at_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        HEAD
        + "class Mixed:\n    def start_of_rounds(self, state, seat): pass\n"
        + "class A(Mixed, Occupation):\n    id = 'a'\nCARDS = [A()]"
    )
    with pytest.raises(BadOption, match=r"a has a method 'start_of_rounds', .* is it 'start_of_round'"):
        GAME.load_option("cards", str(path))


def test_the_cards_of_the_box_are_free_of_such_mistakes() -> None:
    for card in decks.base_deck().cards:
        assert list(decks.mistakes(card)) == [], card.id


@pytest.mark.parametrize(("name", "said"), [("none.py", "cannot be called 'none'"), ("x.py", "no such file")])
def test_files_that_cannot_be_decks(tmp_path: Path, name: str, said: str) -> None:
    if name == "none.py":
        (tmp_path / name).write_text("")
    with pytest.raises(BadOption, match=said):
        GAME.load_option("cards", str(tmp_path / name))


def test_a_record_never_brings_its_deck(deck: Path) -> None:
    """Neither a name nor a path in a record runs a file."""
    for cards in ("herb_garden", str(deck)):
        with pytest.raises(BadRecord, match="loaded by its file"):
            Record("agricola", 2, {"cards": cards}).begin()
        with pytest.raises(BadRecord):
            GAME.from_dict({"players": 2, "seats": [{}, {}], "options": {"cards": cards}})


# --- the command line --------------------------------------------------------------------------------


def test_every_process_of_a_simulation_knows_the_deck(run: Run, deck: Path, tmp_path: Path) -> None:  # noqa: F811
    saved = tmp_path / "records"
    answer = run("simulate", "agricola", "--cards", deck, "-n", 3, "--workers", 2, "--records", saved)
    assert answer.code == 0, answer.err
    records = sorted(saved.iterdir())
    assert len(records) == 3
    vars(decks)["_own"].clear()
    refused = run("verify", records[0])
    assert refused.code == 1
    assert "a deck of your own is loaded by its file" in refused.err
    assert run("verify", *records, "--cards", deck).out.count(": whole (") == 3
    told = run("replay", records[0], "--cards", deck)
    assert told.code == 0
    assert "Round 14 begins." in told.out


def test_a_server_offers_the_deck(run: Run, deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """Every game is asked; those without cards of one's own do nothing."""
    monkeypatch.setattr("farmtable.web.serve", lambda **how: None)
    assert run("serve", "--cards", deck).code == 0
    assert GAME.new(2, cards="herb_garden").options["cards"] == "herb_garden"
    assert "herb_garden" in next(option for option in GAME.options if option.name == "cards").choices


def test_a_bench_takes_the_deck(run: Run, deck: Path) -> None:  # noqa: F811
    assert run("bench", "agricola", "--cards", deck, "--seconds", 0.1, "--json").code == 0


def test_a_deck_that_has_changed_is_loaded_anew(deck: Path) -> None:
    name = GAME.load_option("cards", str(deck))
    assert len(decks.deck_named(name).cards) == 98
    deck.write_text(deck.read_text().replace("CARDS = [HerbGarden(), Potter()]", "CARDS = [Potter()]"))
    GAME.load_option("cards", str(deck))
    state = GAME.new(1, cards=name)
    assert isinstance(state, AgricolaState)
    assert state.facts.deck is decks.deck_named(name)
    assert len(decks.deck_named(name).cards) == 97


def test_cards_are_found_by_words(run: Run, deck: Path) -> None:  # noqa: F811
    answer = run("rules", "agricola", "--cards", deck, "Day", "LABORER", "bonus")
    assert answer.code == 0
    assert answer.out.splitlines()[:2] == [
        "Herb Garden · minor improvement · MY1",
        "  cost: 1 wood · requires: 1 occupation · points: 1 · bonus points: yes",
    ]
    assert run("rules", "agricola", "--cards", "tractor").err.startswith(
        "farmtable: Agricola has no card with"
    )
    assert "words go with --cards" not in run("rules", "agricola").err


def test_a_dataset_of_games_with_it_is_checked(
    deck: Path,
    tmp_path: Path,
    run: Run,  # noqa: F811 - the fixture
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, own = tmp_path / "data", ("--cards", deck)
    made = run("dataset", "agricola", *own, "-p", 1, "-n", 1, "-b", "random", "--workers", 1, "--out", folder)
    assert made.code == 0, made.err
    monkeypatch.setattr(decks, "_own", {})  # as in another process
    vars(GAME).pop("options", None)
    told = run("dataset", "check", folder, *own)
    assert (told.code, told.err) == (0, "")
