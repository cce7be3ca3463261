"""`PlainWorld`, a position made of fields, and `PlainPerspective`, what a seat may know of it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, ClassVar, Self, cast

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.declaration import Declaration
from farmtable.core.errors import BadRecord
from farmtable.core.rng import RandomSource
from farmtable.core.state import CHANCE, OVER, Perspective, World
from farmtable.core.text import SeatName, Text
from farmtable.fields.kinds import FaceDown, Field, declared

HEAD = ("players", "options", "to_play", "agenda")
# What stands in a stored position only where there is any of it.
AT_TIMES = ("unknown", "asked", "chosen", "uncovered")


class PlainPerspective(Perspective):
    """All that one seat may know: `known` is the position in which the rest was forgotten, `own` the seat.

    A game that shows more, or otherwise, overrides `view`, and names its class in `PlainWorld.perspective`.
    """

    def __init__(self, known: PlainWorld, own: int) -> None:
        super().__init__(known, own)
        self.known, self.own = known, own

    def view(self) -> dict[str, Any]:
        """Every field by its name, as far as the seat may know it: of what others have drawn, how many."""
        known = self.known
        shown = {name: self._shown(name) for name in known.fields}
        if known.asked and self.own in known.chosen:
            shown["you have chosen"] = known.describe(known.chosen[self.own])
        if known.uncovered:
            shown["uncovered"] = [
                known.describe(known.uncovered[seat]) if seat in known.uncovered else None
                for seat in range(known.players)
            ]
        return shown

    def determinize(self, rng: RandomSource) -> PlainWorld:
        whole = self.known.clone()
        whole.deal(rng)
        return whole

    def observe(self, buffer: object) -> None:
        """`PlainWorld.numbers`, as float32."""
        numbers = self.known.numbers(self.own)
        view = memoryview(cast("Any", buffer))
        if view.format != "f" or view.shape != (len(numbers),) or view.readonly:
            raise ValueError(f"the buffer must hold exactly {len(numbers)} float32 numbers")
        view[:] = array("f", numbers)

    def _shown(self, name: str) -> Any:
        known, field = self.known, self.known.fields[name]
        if field.kind == "pile":
            return known.left(name)
        value = getattr(known, name)
        if field.kind == "drawn":
            return [
                field.shown(row) if seat == self.own else FaceDown(known.held(name, seat))
                for seat, row in enumerate(value)
            ]
        return [field.shown(one) for one in value] if field.each_seat else field.shown(value)


class PlainWorld(World):
    """A position that is all in its fields, its agenda and `to_play`.

    A game gives `possible`, `act`, `describe` and `scores`, `begin` if a game does not simply begin with
    the first seat, and `chances` if there is chance.

    *At once.* After `ask` several seats decide at once and in secret, in whatever order they come. What they
    have `chosen` nobody else knows, nor that they have, until the last of those `asked` has decided: then
    `uncover` gets all choices, and everybody sees them (`uncovered`).

    In a copy in which something was forgotten, `unknown` says of each field that is `drawn` how many things
    each seat holds that one cannot know; they lie in the pile again. In a whole position it is empty.
    """

    fields: ClassVar[dict[str, Field]] = {}
    perspective: ClassVar[type[PlainPerspective]] = PlainPerspective

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fields = declared(dict(vars(cls)), cls.fields)
        for name in [name for name in cls.fields if name in vars(cls)]:
            delattr(cls, name)

    def __init__(self, game: Declaration, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players, options)
        for name, field in self.fields.items():
            setattr(self, name, field.fresh(players))
        self.unknown: dict[str, list[int]] = {}
        self.asked: list[int] = []
        self.chosen: dict[int, int] = {}
        self.uncovered: dict[int, int] = {}

    # --- what a game gives -----------------------------------------------------------------

    def begin(self) -> None:
        """Make the position before anything has happened, and say who is to play."""
        self.to_play = 0

    def possible(self) -> Iterable[int]:
        """What the seat to play may decide, in any order."""
        raise NotImplementedError

    def chances(self) -> dict[int, int]:
        """While chance is to play: the weight of each outcome, a number from `game.num_actions` on."""
        raise NotImplementedError

    def act(self, action: int) -> None:
        """Do what was decided, or what chance brought, and say in `to_play` who is next."""
        raise NotImplementedError

    def uncover(self, choices: dict[int, int]) -> None:
        """Do what all that were asked have chosen, by seat; say in `to_play` who is next, or `ask` again."""
        raise NotImplementedError

    def to_come(self) -> int:
        """How much of the game is still to come, in percent: by default what is left of its piles."""
        if self.to_play == OVER:
            return 0
        piles = {name: field for name, field in self.fields.items() if field.kind == "pile"}
        whole = sum(sum(field.start) for field in piles.values())
        return 100 * min(sum(map(self.left, piles)), whole) // whole if whole else 100

    # --- deciding at once ------------------------------------------------------------------

    def ask(self, seats: Iterable[int]) -> None:
        """Let these seats decide at once and in secret."""
        self.asked, self.chosen = sorted(seats), {}
        self.to_play = self.asked[0]

    def sealed(self) -> bool:
        return bool(self.asked)

    def deciding(self) -> list[int]:
        return self._undecided() if self.asked else super().deciding()

    def turn_to(self, seat: i64) -> None:
        if self.asked and seat in self._undecided():
            self.to_play = seat

    def completed(self, action: int) -> dict[int, int] | None:
        """All choices by seat, if the seat to play is the last of those asked and chooses `action`."""
        if self._undecided() != [self.to_play]:
            return None
        return dict(sorted({**self.chosen, int(self.to_play): int(action)}.items()))

    # --- what is often asked ---------------------------------------------------------------

    def left(self, pile: str) -> int:
        """How many things lie in a pile: as all see it, also where some were forgotten back into it."""
        away = (self.unknown[name] for name in self.unknown if self.fields[name].of == pile)
        return int(sum(getattr(self, pile))) - sum(map(sum, away))

    def held(self, name: str, seat: int) -> int:
        """How many things a seat has drawn and still holds, as all see it."""
        return int(sum(getattr(self, name)[seat])) + self._unknown(name)[seat]

    def draws(self, pile: str) -> dict[int, int]:
        """The `chances` of drawing one thing from a pile: outcome `game.num_actions + thing`, by how many."""
        return {self.game.num_actions + thing: n for thing, n in enumerate(getattr(self, pile)) if n}

    # --- what follows ----------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        if self.to_play == OVER:
            return vec[i64]()
        name, method = ("chances", self.chances) if self.to_play == CHANCE else ("possible", self.possible)
        given: Any = method()
        if given is None:  # what was forgotten to be returned
            raise _no_numbers(name, given)
        return _numbers(name, sorted(given))

    def chance_weights(self) -> vec[i64]:
        self.expect_chance()
        return _numbers("chances", [weight for _, weight in sorted(self.chances().items())])

    def apply(self, action: i64) -> None:
        if not self.asked:
            self.act(int(action))
            return
        choices = self.completed(action)
        if choices is None:
            self.chosen[int(self.to_play)] = int(action)
            self.to_play = self._undecided()[0]
        else:
            self.asked, self.chosen, self.uncovered = [], {}, choices
            self.uncover(choices)

    def tell(self, action: i64, seat: i64) -> list[Text]:
        """Where seats decide at once, that one has decided, and what all have once the last one has."""
        if not self.asked:
            return super().tell(action, seat)
        choices = self.completed(action)
        if choices is not None:
            return [self._chose(whose, choice) for whose, choice in choices.items()]
        if seat == self.to_play:
            return [self._chose(seat, action)]
        return [Text("{seat} decides.", seat=SeatName(self.to_play))]

    def _chose(self, seat: int, action: int) -> Text:
        return Text("{seat}: {action}", seat=SeatName(seat), action=self.describe(action))

    def winners(self) -> list[int]:
        """Most points win; equals share victory."""
        scores = self.scores()
        return [seat for seat, n in enumerate(scores) if n == max(scores)] if self.to_play == OVER else []

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        self.expect_seat(seat)
        return [(Text("points"), self.scores()[seat])]

    def clone(self) -> Self:
        twin = type(self)(self.game, self.players, self.options)
        twin.to_play, twin.agenda = self.to_play, self.agenda[:]
        for name, field in self.fields.items():
            setattr(twin, name, field.copied(getattr(self, name)))
        twin.unknown = {name: numbers[:] for name, numbers in self.unknown.items()}
        twin.asked, twin.chosen, twin.uncovered = self.asked[:], dict(self.chosen), dict(self.uncovered)
        return twin

    def to_dict(self) -> dict[str, Any]:
        head = (self.players, dict(self.options), int(self.to_play), list(self.agenda))
        data: dict[str, Any] = dict(zip(HEAD, head, strict=True))
        for name, field in self.fields.items():
            data[name] = field.copied(getattr(self, name))
        unknown = {name: numbers[:] for name, numbers in self.unknown.items()}
        at_times = (unknown, self.asked[:], _by_text(self.chosen), _by_text(self.uncovered))
        return data | {name: value for name, value in zip(AT_TIMES, at_times, strict=True) if value}

    def read_dict(self, data: dict[str, Any]) -> None:
        """Become the position that `to_dict` wrote. Raises BadRecord where it is none of so many seats."""
        expected = {*HEAD, *self.fields}
        if set(data) - set(AT_TIMES) != expected:
            wrong = ", ".join(sorted((set(data) - set(AT_TIMES)) ^ expected))
            raise BadRecord(f"position: these are missing, or nobody knows them: {wrong}")
        if data["to_play"] not in range(OVER, self.players):
            raise BadRecord(f"position: to_play is a seat, or {CHANCE} or {OVER}, not {data['to_play']!r}")
        self.to_play, self.agenda = data["to_play"], vec[i64](data["agenda"])
        for name, field in self.fields.items():
            setattr(self, name, field.checked(name, data[name], self.players))
        self.unknown = {name: list(numbers) for name, numbers in data.get("unknown", {}).items()}
        self.asked = [seat for seat in range(self.players) if seat in data.get("asked", [])]
        self.chosen = self._read_choices(data, "chosen")
        self.uncovered = self._read_choices(data, "uncovered")
        if self.asked and self.to_play not in self._undecided():
            raise BadRecord("position: to_play is one of the seats asked that have not chosen")

    def forget(self, seat: i64) -> PlainPerspective:
        """At the end nothing is hidden any more: all see by what the winners have won."""
        known = self.clone()
        for name, field in self.fields.items():
            if field.kind == "drawn" and self.to_play != OVER:
                known._put_back(name, field.of, int(seat))
        if known.asked:
            known.chosen = {whose: choice for whose, choice in self.chosen.items() if whose == seat}
            known.to_play = known._undecided()[0]
        return self.perspective(known, int(seat))

    def deal(self, rng: RandomSource) -> None:
        """Of a forgotten copy: make a whole position, everything unknown drawn anew from its pile."""
        for name, numbers in self.unknown.items():
            things = getattr(self, self.fields[name].of)
            for seat, n in enumerate(numbers):
                for _ in range(n):
                    thing = _drawn_from(things, rng)
                    things[thing] -= 1
                    getattr(self, name)[seat][thing] += 1
        self.unknown = {}

    def numbers(self, seat: int) -> list[int]:
        """What `seat` (-1: a spectator) knows, as numbers; the seats follow clockwise from its own.

        Places for seats that do not take part hold 0. `number_names` says what they are.
        """
        found = [int(self._is_to_decide(at, seat)) for at in self._around(seat)]
        for name, field in self.fields.items():
            found += self._numbers_of(name, field, seat)
        return found

    @classmethod
    def number_names(cls, most: int) -> list[str]:
        """What each of `numbers` is called, in a game for up to `most` seats."""
        found = [f"to_play.{at}" for at in range(most)]
        for name, field in cls.fields.items():
            if field.kind == "pile":
                found.append(name)
                continue
            if field.kind == "drawn":
                found += [f"{name}.own.{label}" for label in field.labels()]
            labels = [""] if field.kind == "drawn" else field.labels()
            places = [f".{at}" for at in range(most)] if field.each_seat else [""]
            found += [f"{name}{place}{label and '.' + label}" for place in places for label in labels]
        return found

    def features(self, seat: i64) -> vec[i64]:
        """A guess at the points, what is still to come, and all that the seat knows: see `numbers`."""
        self.expect_seat(seat)
        return vec[i64]([int(self.estimate(seat)) // 100, self.to_come(), *self.numbers(int(seat))])

    # --- inside ----------------------------------------------------------------------------

    def _put_back(self, name: str, pile: str, seat: int) -> None:
        """Forget what all but `seat` have drawn: it lies in the pile again, and only how many is known."""
        rows, things = getattr(self, name), getattr(self, pile)
        gone = [0 if other == seat else sum(row) for other, row in enumerate(rows)]
        if not any(gone):
            return
        self.unknown[name] = [n + more for n, more in zip(self._unknown(name), gone, strict=True)]
        for other, row in enumerate(rows):
            if other != seat:
                things[:] = [n + more for n, more in zip(things, row, strict=True)]
                row[:] = [0] * len(row)

    def _read_choices(self, data: dict[str, Any], name: str) -> dict[int, int]:
        found = {int(seat): choice for seat, choice in data.get(name, {}).items()}
        for seat, choice in found.items():
            if seat not in range(self.players) or choice not in range(self.game.num_actions):
                raise BadRecord(f"position: {name} holds an action for a seat, not {choice!r} for {seat}")
        return found

    def _undecided(self) -> list[int]:
        return [seat for seat in self.asked if seat not in self.chosen]

    def _unknown(self, name: str) -> list[int]:
        return self.unknown.get(name, [0] * self.players)

    def _is_to_decide(self, at: int | None, seat: int) -> bool:
        """Whether `at` is to decide, as far as `seat` knows: of others that decide at once it does not."""
        if self.asked:
            return at in self.asked and not (at == seat and at in self.chosen)
        return at == self.to_play

    def _around(self, seat: int) -> list[int | None]:
        """The seats clockwise from `seat`, then None for those that do not take part."""
        players = int(self.players)
        seats: list[int | None] = [(max(seat, 0) + offset) % players for offset in range(players)]
        return seats + [None] * (self.game.max_players - players)

    def _numbers_of(self, name: str, field: Field, seat: int) -> list[int]:
        if field.kind == "pile":
            return [self.left(name)]
        value = getattr(self, name)
        if not field.each_seat:
            return field.numbers(value)
        around = self._around(seat)
        if field.kind == "drawn":
            own = value[seat] if seat >= 0 else [0] * len(field.start)
            return [*own, *(0 if at is None else self.held(name, at) for at in around)]
        nothing = [0] * len(field.labels())
        rows = [nothing if at is None else field.numbers(value[at]) for at in around]
        return [n for row in rows for n in row]


def _by_text(choices: dict[int, int]) -> dict[str, int]:
    return {str(seat): choice for seat, choice in sorted(choices.items())}


def _drawn_from(things: list[int], rng: RandomSource) -> int:
    """Which thing is drawn, each equally likely."""
    left = rng.below(cast(i64, sum(things)))
    for thing, n in enumerate(things):
        if left < n:
            return thing
        left -= n
    raise BadRecord("more was drawn than the pile held")


def _numbers(name: str, listed: list[int]) -> vec[i64]:
    """What the method `name` of a game gives. Raises TypeError, naming it, for what is no whole number."""
    try:
        return vec[i64](listed)
    except TypeError:
        raise _no_numbers(name, listed) from None


def _no_numbers(name: str, given: object) -> TypeError:
    return TypeError(f"{name} gives {given!r}, where whole numbers are listed")
