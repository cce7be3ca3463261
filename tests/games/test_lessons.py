"""Every lesson is played from its beginning to its end: what it awaits is legal, what it promises happens,
and what it says exists in every language."""

from __future__ import annotations

import pytest

from farmtable.core import CHANCE, LEARNER, Course, Cue, Game, Lesson, Text, course_of, game, games
from farmtable.core.errors import IllegalAction
from farmtable.i18n import LANGUAGES
from tools.catalogues import read

LESSONS = [(name, number) for name in games() for number in range(1, len(game(name).lessons) + 1)]
# What is to be played once, as the notation of what is awaited begins; lessons of one game count together.
ESSENTIALS = {
    "aehre": (
        "place",
        "level with",
        "score C4 points",
        "score D4 barns",
        "farm",
        "place B ",
        "score A5 barns",
    ),
    "agricola": (
        *("place Forest", "plow", "place Grain Utilization", "build room", "place Basic Wish", "fence"),
        *("cook sheep", "play Wood Cutter", "place Major Improvement", "play Corn Scoop"),
    ),
    "mi_tierra": (
        *("place Workers' Square", "place Cattle Farm", "choose apple", "plant", "work"),
        *("place Animal Industry", "take", "buy", "use", "sell"),
    ),
}


def course(name: str, number: int) -> Course:
    found = course_of(game(name), number)
    assert found is not None
    return found


def test_every_game_here_has_a_lesson() -> None:
    assert {name for name, _ in LESSONS} == {"aehre", "agricola", "mi_tierra", "market_day"}


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_a_lesson_is_played_to_its_end(name: str, number: int) -> None:
    found = course(name, number)
    state = game(name).new(found.lesson.players, **found.lesson.options)
    told = []
    for place, action in enumerate(found.actions):
        step = found.cue_at(place)
        if step is not None:
            assert state.to_play == LEARNER
            assert state.describe(action) == found.lesson.cues[step].awaited
            assert len(state.legal_actions()) > 1, "nothing is awaited where there is no choice"
            told.append(step)
        state.play(action)
    assert told == list(range(len(found.lesson.cues)))
    assert state.to_play == LEARNER


@pytest.mark.parametrize("name", ESSENTIALS)
def test_the_essentials_are_played_once(name: str) -> None:
    awaited = [step.awaited for lesson in game(name).lessons for step in lesson.cues]
    assert 12 <= len(awaited) <= 25
    for essential in ESSENTIALS[name]:
        assert any(each.startswith(essential) for each in awaited), essential


def drawn_at_the_end(name: str) -> str:
    """The position to which a game's first lesson leads, as text."""
    found = course(name, 1)
    state = game(name).new(found.lesson.players, **found.lesson.options)
    for action in found.actions:
        state.play(action)
    return str(state)


@pytest.mark.parametrize(
    ("name", "promised"),
    [
        ("aehre", ("C1a", "livestock left: 2 2 1 2 2")),  # a farm on the corn, and the cow is gone
        ("agricola", ("3 people", "4 sheep", "Fireplace", "3   room    room")),
        ("mi_tierra", ("cards: II", "26 money")),
    ],
)
def test_what_a_lesson_promises_happens(name: str, promised: tuple[str, ...]) -> None:
    drawn = drawn_at_the_end(name)
    for each in promised:
        assert each in drawn


def test_meeting_place_brings_no_food_with_hand_cards_and_none_is_promised() -> None:
    """Rulebook p. 12: one becomes the starting player and may play a minor improvement; R14.2 is without."""
    found = course("agricola", 2)
    state = game("agricola").new(found.lesson.players, **found.lesson.options)
    (told,) = (cue for cue in found.lesson.cues if cue.awaited == "place Meeting Place")
    for action in found.actions:
        before = state.to_dict()["seats"][LEARNER]["goods"] if state.round_number() > 0 else {}
        last = state.describe(action)
        state.play(action)
        if last == told.awaited:
            break
    assert state.to_dict()["seats"][LEARNER]["goods"] == before
    assert "food" not in str(told.says)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_all_that_is_said_is_translated(language: str) -> None:
    catalogue = read(language)
    for name in ESSENTIALS:
        for lesson in game(name).lessons:
            for text in (lesson.title, lesson.ending, *(step.says for step in lesson.cues)):
                message = catalogue.get(text.template)
                assert message is not None, text.template
                assert message.string, text.template


def test_a_lesson_that_breaks_a_rule_is_found() -> None:
    market: Game = game("market_day")
    first = market.lessons[0]
    drawn = next(part for part in first.course if isinstance(part, str))
    unlawful = (drawn, Cue("sell dill", Text("Sell.")))
    out_of_turn = (drawn, "take from bag; draw apples; keep")
    for part in (unlawful, out_of_turn):
        with pytest.raises(IllegalAction):
            Course(market, Lesson(Text("Wrong"), 2, part, Text("Over.")))
    state = market.new(2)
    assert state.to_play == CHANCE
