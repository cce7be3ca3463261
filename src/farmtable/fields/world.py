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
from farmtable.core.text import Text
from farmtable.fields.kinds import Field, declared

HEAD = ("players", "options", "to_play", "agenda")
UNKNOWN = "unknown"


class PlainPerspective(Perspective):
    """All that one seat may know: `known` is the position in which the rest was forgotten, `own` the seat.

    A game that shows more, or otherwise, overrides `view`, and names its class in `PlainWorld.perspective`.
    """

    def __init__(self, known: PlainWorld, own: int) -> None:
        super().__init__(known, own)
        self.known, self.own = known, own

    def view(self) -> dict[str, Any]:
        """Every field by its name, as far as the seat may know it: of what others have drawn, how many."""
        return {name: self._shown(name) for name in self.known.fields}

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
                field.shown(row) if seat == self.own else known.held(name, seat)
                for seat, row in enumerate(value)
            ]
        return [field.shown(one) for one in value] if field.each_seat else field.shown(value)


class PlainWorld(World):
    """A position that is all in its fields, its agenda and `to_play`.

    A game gives `possible`, `act`, `describe` and `scores`, `begin` if a game does not simply begin with
    the first seat, and `chances` if there is chance.

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

    def to_come(self) -> int:
        """How much of the game is still to come, in percent: by default what is left of its piles."""
        if self.to_play == OVER:
            return 0
        piles = {name: field for name, field in self.fields.items() if field.kind == "pile"}
        whole = sum(sum(field.start) for field in piles.values())
        return 100 * min(sum(map(self.left, piles)), whole) // whole if whole else 100

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
        return vec[i64](sorted(self.chances() if self.to_play == CHANCE else self.possible()))

    def chance_weights(self) -> vec[i64]:
        return vec[i64]([weight for _, weight in sorted(self.chances().items())])

    def apply(self, action: i64) -> None:
        self.act(int(action))

    def winners(self) -> list[int]:
        """Most points win; equals share victory."""
        scores = self.scores()
        return [seat for seat, n in enumerate(scores) if n == max(scores)] if self.to_play == OVER else []

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        return [(Text("points"), self.scores()[seat])]

    def clone(self) -> Self:
        twin = type(self)(self.game, self.players, self.options)
        twin.to_play, twin.agenda = self.to_play, self.agenda[:]
        for name, field in self.fields.items():
            setattr(twin, name, field.copied(getattr(self, name)))
        twin.unknown = {name: numbers[:] for name, numbers in self.unknown.items()}
        return twin

    def to_dict(self) -> dict[str, Any]:
        head = (self.players, dict(self.options), int(self.to_play), list(self.agenda))
        data: dict[str, Any] = dict(zip(HEAD, head, strict=True))
        for name, field in self.fields.items():
            data[name] = field.copied(getattr(self, name))
        if self.unknown:
            data[UNKNOWN] = {name: numbers[:] for name, numbers in self.unknown.items()}
        return data

    def read_dict(self, data: dict[str, Any]) -> None:
        """Become the position that `to_dict` wrote. Raises BadRecord where it is none of so many seats."""
        expected = {*HEAD, *self.fields}
        if set(data) != expected:
            wrong = ", ".join(sorted(set(data) ^ expected))
            raise BadRecord(f"position: these are missing, or nobody knows them: {wrong}")
        if data["to_play"] not in range(OVER, self.players):
            raise BadRecord(f"position: to_play is a seat, or {CHANCE} or {OVER}, not {data['to_play']!r}")
        self.to_play, self.agenda = data["to_play"], vec[i64](data["agenda"])
        for name, field in self.fields.items():
            setattr(self, name, field.checked(name, data[name], self.players))

    def forget(self, seat: i64) -> PlainPerspective:
        known = self.clone()
        for name, field in self.fields.items():
            if field.kind == "drawn":
                known._put_back(name, field.of, int(seat))
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
        found = [int(self.to_play == at) if at is not None else 0 for at in self._around(seat)]
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

    def _unknown(self, name: str) -> list[int]:
        return self.unknown.get(name, [0] * self.players)

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


def _drawn_from(things: list[int], rng: RandomSource) -> int:
    """Which thing is drawn, each equally likely."""
    left = rng.below(cast(i64, sum(things)))
    for thing, n in enumerate(things):
        if left < n:
            return thing
        left -= n
    raise BadRecord("more was drawn than the pile held")
