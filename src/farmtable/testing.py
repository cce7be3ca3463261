"""The generic test suite: everything that must hold for every game, in one call.

    from farmtable.testing import check_game

    def test_my_game():
        check_game("my_game", players=3, seed=1)

Random games are played; at sampled positions, and at the first and last, all the promises of `State`
and `Perspective` are checked. What breaks one is an AssertionError that says which, and what is to be
mended, with the game, step and seed that show it. `farmtable check` does the same on the command line, and
tells promise by promise what held (`Promises`).
"""

from __future__ import annotations

import hashlib
import json
import math
import pickle
import tempfile
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.course import Course
from farmtable.core.declaration import Declaration
from farmtable.core.errors import IllegalAction
from farmtable.core.game import Game
from farmtable.core.observation import Observation, write_buffer
from farmtable.core.playout import sample_chance
from farmtable.core.record import Record
from farmtable.core.registry import game as find_game
from farmtable.core.rng import Rng
from farmtable.core.sheet_line import summed
from farmtable.core.state import CHANCE, OVER, Perspective, State, as_world
from farmtable.core.text import Refusal, Text
from farmtable.core.throw import Throw
from farmtable.core.worked import worked

__all__ = ["Promises", "check_game", "check_position", "check_secrecy", "trace"]

__tracebackhide__ = True  # pytest then shows authors their own lines, not ours

DECLARATION = "the declaration is whole"
ENDING = "a random game comes to its end"
ACTIONS = "actions are done, named, read and refused"
POINTS = "points, winners and score sheets agree"
COPIES = "copies and stored positions are whole"
SECRECY = "a seat is told only what it may know"
LOG = "the log tells only what is seen"
DEALING = "what is hidden is forgotten and dealt anew"
AT_ONCE = "who decides at once does so in any order"
RECORD = "the record leads to the same end"
LESSONS = "the lessons follow the rules"

# What is told of an action: the sentences, and the places on the page.
Told = tuple[list[Text], list[str]]

LONGEST = 100_000
"""A random game that has not ended after so many actions is taken to be one without an end."""


class Promises:
    """What became of each promise: how often it was seen to hold, and which was broken.

    `record` is the game that was being played last, up to where it was.
    """

    def __init__(self) -> None:
        names = (
            DECLARATION,
            ENDING,
            ACTIONS,
            POINTS,
            COPIES,
            SECRECY,
            LOG,
            DEALING,
            AT_ONCE,
            RECORD,
            LESSONS,
        )
        self.held = dict.fromkeys(names, 0)
        self.broken: str | None = None
        self.record: Record | None = None

    def play_on(self, twin: State, rng: Rng, longest: int) -> None:
        """Play `twin`, which stands where `record` does, to its end at random.

        If that fails, `record` goes on with what was played, so that it can be told after which actions.
        """
        played: list[int] = []
        try:
            _play_on(twin, rng, longest, played)
        except Exception:
            if self.record is not None:
                self.record.actions += played
            raise

    @contextmanager
    def watch(self, name: str) -> Iterator[None]:
        """Within it the promise `name` is checked."""
        try:
            yield
        except Exception:
            self.broken = self.broken or name
            raise
        self.held[name] += 1


def check_game(
    game: str,
    players: int,
    seed: SupportsIndex | str = 0,
    games: int = 3,
    every: int = 8,
    longest: int = LONGEST,
    promises: Promises | None = None,
    **options: Any,
) -> None:
    """Play `games` random games and check one position in about `every`, the first and the last.

    A game has to end within `longest` actions, chance's included. If anything is ever hidden from anybody
    (`Game.has_secrets`), dealing the hidden things anew must now and then give another position. Raises
    AssertionError, with a note that says where, if the game breaks a promise; what the game itself raises
    gets that note, too. What held is counted in `promises`.
    """
    promises = promises or Promises()
    found = find_game(game)
    with promises.watch(DECLARATION):
        _check_declaration(found)
    secrets = _Secrets(found.has_secrets(found.check_options(options)))
    for number in range(games):
        rng = Rng(seed, f"check {number}")
        actions: list[int] = []
        try:
            with promises.watch(ENDING):
                state = found.new(players, **options)
            promises.record = Record(game, players, state.options, actions)
            with promises.watch(ENDING):  # first a game alone: what goes wrong in it is the fault of no copy
                promises.play_on(found.new(players, **options), Rng(seed, f"alone {number}"), longest)
            while True:
                if state.to_play == OVER or not actions or rng.below(every) == 0:
                    check_position(state, rng, longest, promises)
                    check_secrecy(state, rng, longest, promises)
                    with promises.watch(DEALING):
                        secrets.watch(state, Rng(seed, f"secrets {number} {len(actions)}"))
                if state.to_play == OVER:
                    break
                with promises.watch(ENDING):
                    _check_goes_on(len(actions), longest)
                    action = _random_action(state, rng)
                    state.apply(action)
                actions.append(action)
            with promises.watch(RECORD):
                _check_record(state, actions)
        except Exception as error:
            error.add_note(
                f"{game} with {players} players, options {options}, seed {seed!r}, "
                f"game {number}, after actions {actions}"
            )
            raise
    with promises.watch(DEALING):
        secrets.check(game)
    with promises.watch(LESSONS):
        _check_lessons(found)


def check_position(state: State, rng: Rng, longest: int = LONGEST, promises: Promises | None = None) -> None:
    """Check what a single position promises: its actions, words, points, copies and stored form."""
    promises = promises or Promises()
    with promises.watch(COPIES):
        _as_json("State.to_dict", state.to_dict())  # before all else: `key` may be made of it
        before = state.key()
    with promises.watch(ACTIONS):
        _check_actions(state, rng)
    with promises.watch(POINTS):
        _check_points(state)
    with promises.watch(COPIES):
        _check_copies(state, rng, longest, promises)
        _hold(state.key() == before, "looking at a position changes it")


def check_secrecy(state: State, rng: Rng, longest: int = LONGEST, promises: Promises | None = None) -> None:
    """Check that each seat, and a spectator, is told the same whatever it cannot know.

    The position is dealt anew from what the seat knows; everything its perspective says of the new
    one (view, actions, words, refusals, previews, observation, log) must be what it said of the old, and
    its estimate and its features must be the same.
    """
    promises = promises or Promises()
    others = _other_actions(state.game, rng)
    with promises.watch(SECRECY):
        _check_shown(state)
    for seat in (None, *range(state.players)):
        with promises.watch(SECRECY):
            imagined = _check_told(state, seat, others, rng)
        with promises.watch(LOG):
            _check_telling(state, imagined, seat, rng)
        with promises.watch(COPIES):
            _check_imagined(state, imagined, seat)
        if state.to_play == seat:
            with promises.watch(ENDING):
                _play_on(imagined, rng, longest, [])  # an imagined position can be played to its end
    if len(state.deciding()) > 1:
        with promises.watch(AT_ONCE):
            _check_at_once(state, rng)
    if state.to_play == CHANCE:
        with promises.watch(SECRECY):
            _check_who_learns(state, rng)


def trace(game: str, players: int, seed: SupportsIndex | str, games: int = 1, **options: Any) -> list[str]:
    """For each random game a digest of all its positions, legal actions and weights, in order.

    Equal on every machine, compiled or not; comparing two traces compares two builds. Features count, too.
    """
    found = find_game(game)
    digests: list[str] = []
    for number in range(games):
        rng = Rng(seed, f"trace {number}")
        state = found.new(players, **options)
        running = hashlib.blake2b(digest_size=8)
        while state.to_play != OVER:
            weights = list(state.chance_weights()) if state.to_play == CHANCE else []
            running.update(f"{list(state.legal_actions())}{weights}{_every_features(state)}".encode())
            state.apply(_random_action(state, rng))
            running.update(state.key())
        running.update(f"{state.scores()}{state.winners()}".encode())
        digests.append(running.hexdigest())
    return digests


# --- the parts ---------------------------------------------------------------------------------


def _game_of(state: State) -> Game:
    return find_game(state.game.id)


def _hold(condition: bool, broken: str) -> None:
    if not condition:
        raise AssertionError(broken)


def _check_declaration(game: Game) -> None:
    """Its rules; that the rest can be worked with, `game` has seen to."""
    for language in ("en", "de"):
        try:
            rules = game.rules(language)
        except NotImplementedError:
            raise AssertionError("Game.rules is missing: the rules for people, in Markdown") from None
        _hold(
            isinstance(rules, str) and rules.strip() != "",
            f"Game.rules gives {rules!r} in {language!r}, not the rules for people, in Markdown",
        )


def _check_lessons(game: Game) -> None:
    """Last, since only a game that keeps its promises can be taught."""
    for lesson in game.lessons:
        Course(game, lesson)  # raises where it does not follow the rules
        _hold(lesson.cues != [], f"the lesson {str(lesson.title)!r} awaits nothing of its learner")
    for example in game.examples:
        worked(game, example)  # raises likewise


class _Secrets:
    """What a whole run shows of how hidden things are forgotten and dealt anew."""

    def __init__(self, has_secrets: bool) -> None:
        self._has_secrets = has_secrets
        self._forgotten = self._filled_in = self._dealt_otherwise = self._dealt_variously = False
        self._at_once = False

    def watch(self, state: State, rng: Rng) -> None:
        """Look at one position through all eyes."""
        for seat in range(-1, state.players):
            known = state.forget(seat)
            if known.key() == state.key():
                continue
            _hold(
                self._has_secrets,
                "Game.has_secrets says that nothing is hidden in this game, "
                f"and yet State.forget takes something from {'a spectator' if seat < 0 else f'seat {seat}'}",
            )
            if as_world(state).sealed():  # what others chose is not dealt: they are still to choose
                self._at_once = True
                continue
            self._forgotten = True
            worlds = [known.determinize(rng) for _ in range(3)]
            self._filled_in |= any(world.key() != known.key() for world in worlds)
            self._dealt_otherwise |= any(world != state for world in worlds)
            self._dealt_variously |= any(world != worlds[0] for world in worlds)

    def check(self, game: str) -> None:
        """Hold that hidden things were hidden and dealt anew, if there are any beside decisions at once."""
        if not self._has_secrets or (self._at_once and not self._forgotten):
            return
        _hold(
            self._forgotten,
            f"{game} has secrets (Game.has_secrets), and yet State.forget never takes anything from anybody: "
            "let it forget what a seat cannot know, or let has_secrets be False",
        )
        _hold(
            self._filled_in,
            "Perspective.determinize gives back what State.forget left: it must deal the hidden things anew, "
            "so that a whole position comes of it",
        )
        _hold(
            self._dealt_otherwise,
            "Perspective.determinize only ever gives the true position: State.forget must leave nothing "
            "from which it could be known",
        )
        _hold(
            self._dealt_variously,
            "Perspective.determinize always deals the hidden things alike: it must draw them from its rng",
        )


def _check_vec(method: str, numbers: object) -> None:
    is_vec = isinstance(numbers, type(vec[i64]()))
    _hold(is_vec, f"{method} gives a {type(numbers).__name__}: it must be a vec[i64] (of librt.vecs)")


def _random_action(state: State, rng: Rng) -> int:
    legal = _something_to_do(state)
    if state.to_play == CHANCE:
        _weights(state, legal)
        return sample_chance(state, rng)
    return legal[rng.below(len(legal))]


def _legal_actions(state: State) -> list[int]:
    actions = state.legal_actions()
    _check_vec("State.legal_actions", actions)
    return list(actions)


def _something_to_do(state: State) -> list[int]:
    """The legal actions of a game that runs."""
    legal = _legal_actions(state)
    who = "chance" if state.to_play == CHANCE else f"seat {state.to_play}"
    _hold(bool(legal), f"the game runs and {who} is to play, and yet State.legal_actions is empty")
    return legal


def _weights(state: State, legal: list[int]) -> list[int]:
    """The weights of chance, one for each outcome."""
    given = state.chance_weights()
    weights = list(given)
    _hold(len(weights) == len(legal), f"{len(legal)} outcomes of chance, but {len(weights)} weights")
    _hold(all(weight > 0 for weight in weights), f"a weight is not positive: {weights}")
    _hold(sum(weights) <= 1 << 32, f"the weights add up to {sum(weights)}, more than 2**32: {weights}")
    _check_vec("State.chance_weights", given)
    return weights


def _play_on(state: State, rng: Rng, longest: int, played: list[int]) -> None:
    """Play `state` to its end at random; `played` gets every action that could be done."""
    while state.to_play != OVER:
        _check_goes_on(len(played), longest)
        action = _random_action(state, rng)
        state.apply(action)
        played.append(action)


def _check_goes_on(actions: int, longest: int) -> None:
    _hold(
        actions < longest,
        f"the game did not end after {longest} actions: State.apply must lead to OVER in the end, however "
        "badly it is played (a game that takes longer than that is checked with a larger `longest`)",
    )


def _other_actions(game: Declaration, rng: Rng) -> list[int]:
    """A few ints, most of them decisions of this game, some none at all."""
    inside = [int(rng.below(game.num_actions)) for _ in range(12)]
    return [*inside, -1, -2, game.num_actions, game.num_actions + 10**6, 2**62]


def _check_actions(state: State, rng: Rng) -> None:
    legal = _legal_actions(state)
    size = state.game.num_actions
    _hold(legal == sorted(set(legal)), f"legal actions are not ascending: {legal}")
    if state.to_play == OVER:
        _hold(not legal, f"the game is over, and yet there are legal actions: {legal}")
        _hold(len(state.agenda) == 0, "the game is over, and yet steps are pending")
    else:
        _something_to_do(state)
    if state.to_play == CHANCE:
        _weights(state, legal)
        _hold(legal[0] >= size, f"an outcome of chance lies among the decisions: {legal[0]}")
    elif state.to_play != OVER:
        _hold(0 <= state.to_play < state.players, f"there is no seat {state.to_play} to play")
        _hold(legal[0] >= 0 and legal[-1] < size, f"a decision lies outside 0 … {size - 1}: {legal}")
    _check_words(state, legal)
    _check_refusals(state, legal, rng)
    for action in legal:
        after = state.clone()
        after.apply(action)
        going_on = len(after.legal_actions()) > 0
        _hold(going_on or after.to_play == OVER, f"after {state.describe(action)!r} nothing can be done")


def _check_words(state: State, legal: list[int]) -> None:
    said = {state.describe(action): action for action in legal}
    for text, action in said.items():
        _hold(isinstance(text, str) and text != "", f"State.describe gives {text!r} for action {action}")
        caption = state.caption(action)
        _hold(
            caption is None or isinstance(caption, Text),
            f"State.caption gives {caption!r} for {text!r}: it must be a Text, or None",
        )
    _hold(len(said) == len(legal), "two legal actions have the same notation")
    for text, action in said.items():
        read = state.parse(text)
        _hold(read == action, f"{text!r} describes action {action} but is read as {read}")
        _hold(state.why_not(action) is None, f"{text!r} is legal, and yet refused: {state.why_not(action)}")


def _check_refusals(state: State, legal: list[int], rng: Rng) -> None:
    before = state.key()
    for action in _other_actions(state.game, rng):
        if action in legal:
            continue
        refusal = state.why_not(action)
        _check_refusal(action, refusal)
        try:
            state.play(action)
        except IllegalAction as error:
            _hold(error.refusal == refusal, f"action {action}: play and why_not give different reasons")
        else:
            raise AssertionError(f"action {action} is not legal, and yet it was played")
        _hold(state.key() == before, f"refusing action {action} changed the position")


def _check_refusal(action: int, refusal: Refusal | None) -> None:
    _hold(
        refusal is not None,
        f"action {action} is illegal but not refused: State.refusal must name the rule that forbids it",
    )
    _hold(
        isinstance(refusal, Refusal),
        f"State.refusal gives {refusal!r} for action {action}: "
        "it must be a Refusal, with the rule's number, its source and the reason",
    )
    assert refusal is not None
    for name, words in (("source", refusal.source), ("reason", refusal.reason)):
        _hold(
            isinstance(words, Text),
            f"State.refusal gives {words!r} for action {action}: the {name} of a Refusal is a Text",
        )


def _check_points(state: State) -> None:
    scores: Any = state.scores()
    _hold(
        isinstance(scores, list) and all(isinstance(score, int) for score in scores),
        f"State.scores gives {scores!r}: it must be a list of whole numbers",
    )
    _hold(len(scores) == state.players, f"{len(scores)} scores for {state.players} seats")
    for seat, score in enumerate(scores):
        sheet = state.score_sheet(seat)
        for line, _ in sheet:
            _hold(isinstance(line, Text), f"State.score_sheet has a line {line!r}: it must be a Text")
        total = sum(points for _, points in sheet)
        _hold(total == score, f"seat {seat} has {score} points, but its score sheet adds up to {total}")
        lines = _game_of(state).sheet_lines
        counted = sum(summed(sheet, lines))
        _hold(
            not lines or counted == score,
            f"seat {seat} has {score} points, but Declaration.sheet_lines count {counted:g} of its sheet",
        )
    winners = state.winners()
    for winner in winners:
        _hold(winner in range(state.players), f"there is no seat {winner} that could be among the winners")
    over = state.to_play == OVER
    said = f"winners {winners} while to play is {state.to_play}"
    _hold(over if winners else not over or state.players == 1, said)
    _check_series(state, scores)


def _check_series(state: State, scores: list[int]) -> None:
    """What a position says of a series: a table of all its seats, a next game that exists, final points."""
    table = state.standings()
    if table is not None:
        _hold(
            sorted(row.seat for row in table.rows) == list(range(state.players)),
            "standings: a seat is missing",
        )
        full = all(len(row.numbers) == len(table.columns) for row in table.rows)
        _hold(full, "standings: a row has not a number for each column")
        ranks = [row.rank for row in table.rows]
        _hold(ranks == sorted(ranks) and ranks[0] == 1, f"standings: the ranks are {ranks}")
    following = state.sequel() if state.to_play == OVER else None
    if following is not None:
        _game_of(state).new(state.players, **following)
    for action in state.legal_actions() if state.settled() else ():
        after = state.clone()
        after.apply(action)
        _hold(after.scores() == scores, f"settled, and yet action {action} changes the points")


def _check_copies(state: State, rng: Rng, longest: int, promises: Promises) -> None:
    before = state.key()
    stored = _through_json("State.to_dict", state.to_dict())
    twins = {
        "clone": state.clone(),
        "to_dict and from_dict": _game_of(state).from_dict(stored),
        "pickle": pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own bytes
    }
    for name, twin in twins.items():
        _hold(twin == state and twin.digest() == state.digest(), f"{name}: the copy is not equal")
        _hold(twin.to_play == state.to_play, f"{name}: the copy has another seat to play")
        _hold(list(twin.legal_actions()) == list(state.legal_actions()), f"{name}: other legal actions")
        promises.play_on(twin, rng, longest)
        _hold(state.key() == before, f"{name}: playing on with the copy changed the original")


def _check_shown(state: State) -> None:
    """What a page is given is data. (A compiled `Perspective` takes nothing else, but does not say whose.)"""
    seat = max(state.to_play, -1)
    known = state.forget(seat)
    _shown("Perspective.view", known.view())
    for action in list(state.legal_actions())[:1] if seat >= 0 else ():
        _shown("Perspective.preview", known.preview(action))


def _check_told(state: State, seat: int | None, others: list[int], rng: Rng) -> State:
    """Deal the hidden things anew, and hold that the seat is told the same; return what was dealt."""
    said = _everything_said(state.seen_by(seat), others)
    _check_look(state, seat, said["observation"])
    imagined = state.seen_by(seat).determinize(rng)
    again = _everything_said(imagined.seen_by(seat), others)
    for name, value in said.items():
        _hold(
            again[name] == value,
            f"what seat {seat} is told depends on what it cannot know: {name} is {value!r}, "
            f"and after dealing the hidden things anew {again[name]!r}",
        )
    if seat is not None and seat == state.to_play:
        may = list(state.legal_actions())
        for seen in (said["legal actions"], list(imagined.legal_actions())):
            _hold(
                sorted(seen) == sorted(may),
                f"what seat {seat} may do depends on what it cannot know: in truth it is {may}, "
                f"and by what it knows {seen}",
            )
    if seat is not None:
        _hold(
            as_world(imagined).estimate(seat) == as_world(state).estimate(seat),
            f"what World.estimate makes of the position for seat {seat} depends on what it cannot know",
        )
    if seat is not None and state.game.feature_count:
        _hold(
            _features(imagined, seat) == _features(state, seat),
            f"the features of seat {seat} depend on what it cannot know",
        )
    return imagined


def _check_at_once(state: State, rng: Rng) -> None:
    """Seats that decide at once may come in any order, and see nothing of each other's decisions."""
    sealed = as_world(state).sealed()
    _hold(sealed, "several seats decide, and yet World.sealed does not say that they do so at once")
    _hold(
        _game_of(state).at_once, "several seats decide, and yet Game.at_once does not say that they ever do"
    )
    seats = state.deciding()
    choices: dict[int, int] = {}
    for seat in seats:
        alone = state.seen_by(seat)
        _hold(alone.to_play == seat, f"seat {seat} decides at once with others, and yet not in its own eyes")
        possible = list(alone.legal_actions())
        choices[seat] = possible[rng.below(len(possible))]
    ends: list[bytes] = []
    for order in (seats, seats[::-1]):
        after = state.clone()
        for place, seat in enumerate(order):
            before = after.seen_by(seat)
            same = before.key() == state.seen_by(seat).key()
            _hold(same, f"seat {seat} sees whether others have decided that decide at once with it")
            after.turn_to(seat)
            legal = after.is_legal(choices[seat])
            _hold(legal, f"what seat {seat} may do depends on what others decided at once with it")
            after.apply(choices[seat])
            left = sorted(set(seats) - set(order[: place + 1]))
            _hold(not left or after.deciding() == left, f"after {order[: place + 1]} not {left} decide")
        ends.append(after.key())
    _hold(ends[0] == ends[1], "what comes of decisions taken at once depends on their order")


def _check_imagined(state: State, imagined: State, seat: int | None) -> None:
    """What a seat imagines can be stored, and what it knows travels to another process."""
    _hold(
        _game_of(state).from_dict(_through_json("State.to_dict", imagined.to_dict())) == imagined,
        f"a position imagined for seat {seat} is not stored whole",
    )
    seen = state.seen_by(seat)
    sent = pickle.loads(pickle.dumps(seen))  # noqa: S301 - our own bytes
    _hold(
        sent.key() == seen.key() and sent.seat == seat,
        f"what seat {seat} knows is not the same in another process",
    )


def _check_telling(state: State, imagined: State, seat: int | None, rng: Rng) -> None:
    """The log may tell a seat nothing that it does not see before or after it.

    Some actions do uncover what was hidden; then the positions after them look different, too. But
    where they look the same the words must be the same: for one decision in both positions, for all
    outcomes of chance, which nobody has seen unless they left a trace, and for two decisions of
    somebody else that differ in what is hidden afterwards, as two sealed bids.
    """
    reader = -1 if seat is None else seat
    imagined = imagined.clone()
    imagined.turn_to(state.to_play)
    told: dict[tuple[int, bytes], Told] = {}
    actions = _some(list(state.legal_actions()), 12, rng)
    for world in (state, imagined):
        others: dict[bytes, tuple[State, Told]] = {}
        for action in sorted(set(world.legal_actions()).intersection(actions)):
            after = world.clone()
            after.apply(action)
            looks, words = after.seen_by(seat).key(), _told(world, action, reader)
            first = told.setdefault((CHANCE if world.to_play == CHANCE else action, looks), words)
            if first == words and world.to_play != seat:
                twin, other = others.setdefault(looks, (after, words))
                first = words if twin == after else other
            _hold(
                first == words,
                f"the log tells seat {seat} what it cannot know, at {world.describe(action)!r}: "
                f"{words} or {first}, and yet it sees the same position; State.tell and "
                "State.places must not tell them apart",
            )


def _told(state: State, action: int, reader: int) -> Told:
    """The sentences, and where on the page it happens."""
    texts, places = state.tell(action, reader), state.places(action, reader)
    _hold(
        isinstance(texts, list) and all(isinstance(text, Text) for text in texts),
        f"State.tell gives {texts!r} for {state.describe(action)!r}: it must be a list of Texts",
    )
    _hold(
        isinstance(places, list) and all(isinstance(place, str) for place in places),
        f"State.places gives {places!r} for {state.describe(action)!r}: it must be a list of names",
    )
    thrown = state.thrown(action) if state.to_play == CHANCE else None
    _hold(
        thrown is None or (isinstance(thrown, Throw) and bool(thrown.shown) and bool(texts)),
        f"State.thrown gives {thrown!r} for {state.describe(action)!r}: it must be a Throw of which "
        "State.tell tells everybody",
    )
    return texts, places


def _check_who_learns(state: State, rng: Rng) -> None:
    """What chance does unseen by a spectator is for some seats only: for who draws a tile, say.

    At a table of two, both may have come to look.
    """
    outcomes = _some(list(state.legal_actions()), 2, rng)
    worlds = [state.clone() for _ in outcomes]
    for world, outcome in zip(worlds, outcomes, strict=True):
        world.apply(outcome)
    if len({world.seen_by(None).key() for world in worlds}) == 1:
        informed = [
            seat for seat in range(state.players) if len({world.seen_by(seat).key() for world in worlds}) > 1
        ]
        few = len(informed) < max(state.players, 3)
        _hold(few, f"seats {informed} all see what chance does and a spectator does not")


def _some(actions: list[int], most: int, rng: Rng) -> list[int]:
    """At most so many of the actions, drawn at random."""
    chosen = list(actions)
    while len(chosen) > most:
        chosen.pop(int(rng.below(len(chosen))))
    return chosen


def _everything_said(seen: Perspective, others: list[int]) -> dict[str, Any]:
    """All that a perspective says of its position, by name."""
    legal = list(seen.legal_actions())
    return {
        "key": seen.key(),
        "seat to play": seen.to_play,
        "view": _shown("Perspective.view", seen.view()),
        "legal actions": legal,
        "notation": [seen.describe(action) for action in legal],
        "previews": [_shown("Perspective.preview", seen.preview(action)) for action in legal],
        "refusals": [str(seen.why_not(action)) for action in others],
        "score sheets": [
            [(str(line), points) for line, points in seen.score_sheet(seat)] for seat in range(seen.players)
        ],
        "winners": seen.winners(),
        "sequel": seen.sequel(),
        "standings": repr(seen.standings()),
        "observation": _observation(seen),
    }


def _every_features(state: State) -> list[list[int]]:
    """The feature vector of each seat; of a game without features nothing."""
    if state.game.feature_count == 0:
        return []
    found = [_features(state, seat) for seat in range(state.players)]
    _hold(
        [list(map(int, each)) for each in as_world(state).all_features()] == found,
        "all_features are not the features of each seat",
    )
    return found


def _features(state: State, seat: int) -> list[int]:
    found = [int(number) for number in as_world(state).features(seat)]
    _hold(len(found) == state.game.feature_count, "features gives not feature_count numbers")
    _hold(all(abs(number) <= 32_000 for number in found), "a feature lies beyond ±32,000")
    _hold(0 <= found[1] <= 100, "the second feature is no share of the game, 100 to 0")
    return found


def _observation(seen: Perspective) -> list[float]:
    size = seen.game.observation_size
    if size == 0:
        return []
    buffer = array("f", [math.nan] * size)
    seen.observe(buffer)
    _hold(all(map(math.isfinite, buffer)), "observe leaves places unwritten, or writes what is no number")
    _hold(all(abs(number) <= 32_000 for number in buffer), "a number of an observation lies beyond ±32,000")
    for wrong in (array("f", [0.0] * (size + 1)), array("d", [0.0] * size)):
        try:
            seen.observe(wrong)
        except ValueError:
            continue
        raise AssertionError("observe takes a buffer of the wrong length or format")
    return list(buffer)


def _check_look(state: State, seat: int | None, observed: list[float]) -> None:
    """What a seat is shown without a copy is what its perspective shows; where a game gives such numbers."""
    looked = Observation()
    try:
        state.look(-1 if seat is None else seat, looked)
    except NotImplementedError:
        return
    buffer = array("f", observed)
    write_buffer(looked, len(observed), buffer)
    _hold(list(buffer) == observed, f"State.look gives seat {seat} other numbers than Perspective.observe")


def _check_record(state: State, actions: list[int]) -> None:
    game = state.game
    record = Record(game.id, state.players, state.options, actions)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "record.json")
        record.save(path)
        loaded = Record.load(path)
    _hold(loaded.verify().digest() == state.digest(), "replaying the record does not lead to the same end")
    _hold(loaded.actions == actions, "the record does not keep its actions")
    _hold(loaded.match().state == state, "a match resumed from the record is not at its end")


def _shown(method: str, data: dict[str, Any]) -> str:
    """What a page is given, as it travels."""
    _hold(isinstance(data, dict), f"{method} gives {data!r}: it must be a dict")
    return _as_json(method, data)


def _through_json(method: str, data: dict[str, Any]) -> Any:
    return json.loads(_as_json(method, data))


def _as_json(method: str, data: dict[str, Any]) -> str:
    try:
        return json.dumps(data, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{method} gives what JSON cannot hold: {error}") from None
