"""Measures how strong the computer opponents are: `python -m tools.strength [GAMES [WORD …]]`, in a checkout.

Plays every level against the one below it and against greedy, budgets against an eighth of them, and one of
them against players of a style, each `GAMES` games (default 40), and writes the tables of
`docs/strength.md`. With words only what has all of them
in its name is played (`agricola`, `2`, `none`, `eightfold`, `style`). What came of the games is kept in
`docs/strength.json` every few of them, so it can be stopped at any time and goes on with other deals where it
stopped, on another machine, too. It is shown as long as it is the newest network that played, with what
its levels spend now.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any, Final

from farmtable.arena.pool import open_workers
from farmtable.arena.standings import Share, Standings, in_words
from farmtable.arena.tournament import Fixture, PlayFixture, Tournament, seatings
from farmtable.arena.words import so_many
from farmtable.bots.network_file import evaluation_of, level_scores, metadata
from farmtable.core import game
from tools import alone, calibration, foresight, search_speed, styles
from tools.measurements import KEPT, SEATINGS, Measurement, conditions, load, save

DOCUMENT: Final = Path("docs/strength.md")
FEW: Final = 20
"""At least so many games are played at a time."""
LEVELS: Final = tuple(f"search:{level}" for level in range(1, 9))
EIGHTFOLD: Final = (8, 64, 200, 1600)
"""Simulations that play an eighth of them: a doubling gains too little for a few hundred games to show it."""
AGAINST_STYLES: Final = f"search:sims={EIGHTFOLD[-1]}"
"""Whom players of a style meet: the top level needs too long for two hundred games, and is no weaker."""
DOUBLINGS: Final = 3
"""So many make eight times as many."""


@dataclass(frozen=True)
class Pairing:
    """Two bots that play each other, the stronger first."""

    game: str
    players: int
    cards: str
    strong: str
    weak: str
    kind: str

    @property
    def name(self) -> str:
        """What it is called where it is kept."""
        setting = "-".join(part for part in (self.game, str(self.players), self.cards) if part)
        name = f"{self.kind} {setting} {self.strong} {self.weak}"
        for prefix in ("search:", "sims=", f"{styles.__name__}:"):
            name = name.replace(prefix, "")
        return name

    @property
    def options(self) -> dict[str, Any]:
        """The options of its games."""
        return game(self.game).check_options({"cards": self.cards} if self.cards else {})

    @property
    def conditions(self) -> str:
        """What its outcome depends on."""
        return conditions(game(self.game), self.players, self.options, self.strong, self.weak)

    def play(self, first: int, workers: int | None = None) -> Measurement:
        """Play a few games more, on deals of their own: `first` are known."""
        bots = (self.strong, self.weak)
        tournament = Tournament.of(self.game, bots, FEW, self.players, first, self.options)
        ways = [seats for seats in seatings(*bots, self.players) if self._counts(seats)]
        fixtures = [Fixture(deal, seats) for deal in range(-(-FEW // len(ways))) for seats in ways]
        with open_workers(workers, begin=tournament.setting.load) as hands:
            finished = [played for _, played in hands.run(PlayFixture(tournament.setting), fixtures)]
        return Measurement.of(Standings(tournament, finished), *bots, self.conditions)

    def _counts(self, seats: tuple[str, ...]) -> bool:
        """Whether a game of these bots says what is asked: against greedy, the strong one alone among it."""
        return self.kind != "greedy" or seats.count(self.strong) == 1

    def share(self, of: Measurement) -> Share | None:
        """The strong bot's share of victories: against greedy seats alone, where there are more than one."""
        return of.alone if self.kind == "greedy" and self.players > 2 else of.duel


def pairings() -> Iterator[Pairing]:
    """All of them: what matters most first."""
    for id, players, cards in SEATINGS:
        for level in reversed(LEVELS):
            yield Pairing(id, players, cards, level, "greedy", "greedy")
    for id, players, cards in SEATINGS:
        for above, below in zip(LEVELS[1:], LEVELS, strict=False):
            yield Pairing(id, players, cards, above, below, "levels")
    for id, players, cards in SEATINGS:
        if players == 2:
            for simulations in EIGHTFOLD:
                strong, weak = (f"search:sims={number}" for number in (simulations, simulations // 8))
                yield Pairing(id, players, cards, strong, weak, "eightfold")
    for style in styles.STYLES:
        yield Pairing("agricola", 2, "base", AGAINST_STYLES, f"{styles.__name__}:{style.__name__}", "style")


def main() -> None:
    """Play what is asked for, and write the document."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    words = sys.argv[2:]
    for pairing in pairings():
        if all(word in pairing.name.replace("-", " ").split() for word in words):
            measure(pairing, games)
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    for path, drawing in calibration.plots():
        path.write_text(drawing, encoding="utf-8")


def measure(pairing: Pairing, games: int, workers: int | None = None, path: Path = KEPT) -> None:
    """Play until so many games are known; what is known under other conditions does not count."""
    while True:
        kept = load(path)
        known = kept.get(pairing.name)
        if known is not None and known.conditions != pairing.conditions:
            known = None
        share = pairing.share(known) if known else None
        if games <= (share.games if share else 0):
            return
        found = pairing.play(known.games if known else 0, workers)
        found = known.plus(found) if known else found
        # Another process may have measured something else meanwhile.
        save({**load(path), pairing.name: found}, path)
        print(pairing.name, _told(pairing.share(found)), flush=True)


def written(text: str) -> str:
    """The document with the tables as they are to be, for what is kept and the networks there are."""
    kept = load()
    valid = {
        pairing: kept[pairing.name]
        for pairing in pairings()
        if pairing.name in kept and kept[pairing.name].conditions == pairing.conditions
    }
    for what, lines in (
        ("top", _top(valid)),
        ("measured", _tables(valid)),
        ("alone", alone.table()),
        ("styles", _styles(valid)),
        ("chances", calibration.table()),
        ("foresight", foresight.table()),
        ("speed", search_speed.table()),
        ("networks", _networks()),
    ):
        begin, end = f"<!-- {what}: begin -->\n", f"<!-- {what}: end -->\n"
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{''.join(lines)}{end}{rest.split(end)[1]}"
    return text


def _networks() -> Iterator[str]:
    yield "| Network | Recipe | Seed | Generations | Games | Minutes |\n"
    yield "| --- | --- | --- | --- | --- | --- |\n"
    for path in sorted(Path("src/farmtable/games").glob("*/networks/*.safetensors")):
        made = metadata(path)
        minutes = float(made["seconds"]) / 60
        recipe = f"`{made['recipe']}`" if "recipe" in made else "before recipes"
        yield (
            f"| {made['game']} `{path.stem}` | {recipe} | {made['seed']} "
            f"| {made['generation']} | {int(made['games']):,} | {minutes:.0f} |\n"
        )
    yield "\n"


def _top(valid: Mapping[Pairing, Measurement]) -> Iterator[str]:
    """The top level of each ladder at a glance."""
    yield "| Game | Seats | Wins against greedy | Time per decision |\n| --- | --- | --- | --- |\n"
    for one, measured in valid.items():
        if one.kind == "greedy" and one.strong == LEVELS[-1]:
            share = _told(one.share(measured))
            yield f"| {_title(one)} | {one.players} | {share} | {in_words(measured.mean)} |\n"
    yield "\n"


def _title(one: Pairing) -> str:
    """What the game of a pairing is called, with its variant."""
    variant = {"none": ", without hand cards", "base": ", with hand cards"}.get(one.cards, "")
    return f"{game(one.game).title}{variant}"


def _tables(valid: Mapping[Pairing, Measurement]) -> Iterator[str]:
    for id, players, cards in SEATINGS:
        found = {
            one: measured
            for one, measured in valid.items()
            if (one.game, one.players, one.cards) == (id, players, cards)
        }
        if found:
            yield f"### {_title(next(iter(found)))}, {players} seats\n\n"
            yield from _ladder(found)
            yield from _growth(found)


def _ladder(found: Mapping[Pairing, Measurement]) -> Iterator[str]:
    of = next(iter(found))
    alone = "alone among greedy players" if of.players > 2 else "against greedy"
    yield "| Level | Simulations | Temperature | Points | Beats the level below "
    yield f"| Wins {alone} | Time per decision | 99 % within |\n"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
    scores = level_scores(game(of.game), of.players, of.options) or (None,) * len(LEVELS)
    budgets = evaluation_of(game(of.game), of.players, of.options).levels
    for number, level in enumerate(LEVELS, 1):
        own = {
            one.kind: (one.share(measured), measured)
            for one, measured in found.items()
            if one.strong == level
        }
        below, greedy = (_told(own[kind][0] if kind in own else None) for kind in ("levels", "greedy"))
        _, timed = own.get("levels") or own.get("greedy") or (None, None)
        budget = budgets[number - 1] if budgets else None
        yield (
            f"| {number} | {budget.simulations if budget else '–'} "
            f"| {f'{budget.temperature:g}' if budget and budget.temperature else '–'} "
            f"| {'–' if (score := scores[number - 1]) is None else f'{score:.1f}'} | {below} | {greedy} "
            f"| {in_words(timed.mean) if timed else '–'} | {in_words(timed.p99) if timed else '–'} |\n"
        )
    yield "\n"


def _growth(found: Mapping[Pairing, Measurement]) -> Iterator[str]:
    more = [(one, measured) for one, measured in found.items() if one.kind == "eightfold"]
    if more:
        yield "What eight times the simulations gain:\n\n"
        yield "| Simulations | Against | Share won | Elo per doubling | Time per decision |\n"
        yield "| --- | --- | --- | --- | --- |\n"
    for one, measured in more:
        strong, weak = (name.partition("=")[2] for name in (one.strong, one.weak))
        share = measured.duel
        gained, least, most = (_rating(part) / DOUBLINGS for part in (share.value, share.low, share.high))
        within = "" if share.few else f" ({least:+.0f} to {most:+.0f})"
        yield f"| {strong} | {weak} | {_told(share)} | {gained:+.0f}{within} | {in_words(measured.mean)} |\n"
    if more:
        yield "\n"


def _styles(valid: Mapping[Pairing, Measurement]) -> Iterator[str]:
    """What a search wins against players of each style."""
    yield f"| Style | What it does | {EIGHTFOLD[-1]:,} simulations win |\n| --- | --- | --- |\n"
    for one, measured in valid.items():
        if one.kind == "style":
            name = one.weak.partition(":")[2]
            yield f"| {name} | {getattr(styles, name).__doc__} | {_told(measured.duel)} |\n"
    yield "\n"


def _rating(share: float) -> float:
    """How many points of Elo rating who wins this share is above the other, within what games can tell."""
    within = min(max(share, 0.001), 0.999)
    return 400 * log10(within / (1 - within))


def _told(share: Share | None) -> str:
    if share is None:
        return "–"
    of = f"of {share.games}"
    if share.deals:
        of += f" on {so_many(len(share.deals), 'deal')}"
    return f"{share.value:.0%} ({of if share.few else f'{share.low:.0%}–{share.high:.0%} {of}'})"


if __name__ == "__main__":
    main()
