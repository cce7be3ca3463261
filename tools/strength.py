"""Measures how strong the computer opponents are: `python -m tools.strength [GAMES [WORD …]]`, in a checkout.

Plays every level against the one below it and against greedy, and budgets against their halves, each
pairing `GAMES` games (default 40), and writes the tables of `docs/strength.md`. With words only what has
all of them in its name is played (`agricola`, `2`, `none`, `doubling`). It can be stopped at any time and
goes on where it stopped (its games are kept in `tournaments/strength`); more games are added to those that
are there. The tables always show all that was ever played there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from farmtable.arena.standings import Share, Standings, in_words
from farmtable.arena.tournament import Tournament, play_tournament
from farmtable.bots.network_file import evaluation_of, metadata
from farmtable.core import game

FOLDER: Final = Path("tournaments/strength")
DOCUMENT: Final = Path("docs/strength.md")
SEATINGS: Final[tuple[tuple[str, int, str], ...]] = (
    ("agricola", 2, "none"),
    ("agricola", 2, "base"),
    ("agricola", 3, "base"),
    ("agricola", 4, "base"),
    ("aehre", 2, ""),
    ("aehre", 4, ""),
    ("mi_tierra", 2, ""),
    ("mi_tierra", 4, ""),
)
LEVELS: Final = tuple(f"search:{level}" for level in range(1, 9))
DOUBLED: Final = tuple(f"search:sims={simulations}" for simulations in (25, 50, 100, 200, 400, 800))


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
        """What its folder is called."""
        setting = "-".join(part for part in (self.game, str(self.players), self.cards) if part)
        return f"{self.kind} {setting} {self.strong} {self.weak}".replace("search:", "").replace("sims=", "")

    @property
    def command(self) -> str:
        """The command that plays the same, for N games."""
        cards = f" --cards {self.cards}" if self.cards else ""
        return (
            f"farmtable tournament {self.game} --players {self.players}{cards} "
            f"--bots {self.strong},{self.weak} --games N"
        )

    def tournament(self, games: int) -> Tournament:
        """The tournament of these two."""
        options = {"cards": self.cards} if self.cards else {}
        return Tournament.of(self.game, (self.strong, self.weak), games, self.players, 0, options)

    def standings(self) -> Standings | None:
        """What came of it so far, without playing; None if nothing did."""
        if not (FOLDER / self.name).exists():
            return None
        tournament = self.tournament(1_000_000)
        finished = play_tournament(tournament, FOLDER / self.name, 1, None, lambda done: None, lambda: True)
        return Standings(tournament, finished) if finished else None


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
            for above, below in zip(DOUBLED[1:], DOUBLED, strict=False):
                yield Pairing(id, players, cards, above, below, "doubling")


def main() -> None:
    """Play what is asked for, and write the document."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    words = sys.argv[2:]
    for pairing in pairings():
        if all(word in pairing.name.replace("-", " ").split() for word in words) and games:
            folder = FOLDER / pairing.name
            folder.parent.mkdir(parents=True, exist_ok=True)
            finished = play_tournament(
                pairing.tournament(games), folder, None, None, lambda done: None, lambda: False
            )
            print(
                pairing.name,
                _told(_share(Standings(pairing.tournament(games), finished), pairing)),
                flush=True,
            )
    _write()


def _write() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for what, lines in (("measured", _tables()), ("networks", _networks())):
        begin, end = f"<!-- {what}: begin -->\n", f"<!-- {what}: end -->\n"
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{''.join(lines)}{end}{rest.split(end)[1]}"
    DOCUMENT.write_text(text, encoding="utf-8")


def _networks() -> Iterator[str]:
    yield "| Network | Command | Seed | Generations | Games | Minutes |\n"
    yield "| --- | --- | --- | --- | --- | --- |\n"
    for path in sorted(Path("src/farmtable/games").glob("*/networks/*.safetensors")):
        made = metadata(path)
        minutes = float(made["seconds"]) / 60
        yield (
            f"| {made['game']} `{path.stem}` | `{made['command']}` | {made['seed']} "
            f"| {made['generation']} | {int(made['games']):,} | {minutes:.0f} |\n"
        )
    yield "\n"


def _tables() -> Iterator[str]:
    for id, players, cards in SEATINGS:
        found = {
            one: one.standings()
            for one in pairings()
            if (one.game, one.players, one.cards) == (id, players, cards)
        }
        if not any(found.values()):
            continue
        variant = {"none": ", without hand cards", "base": ", with hand cards"}.get(cards, "")
        yield f"### {game(id).title}, {players} seats{variant}\n\n"
        yield from _ladder(id, players, cards, found)
        yield from _doubling(found)


def _ladder(id: str, players: int, cards: str, found: dict[Pairing, Standings | None]) -> Iterator[str]:
    alone = "alone among greedy players" if players > 2 else "against greedy"
    yield "| Level | Simulations | Softness | Beats the level below "
    yield f"| Wins {alone} | A decision | 99 % within |\n"
    yield "| --- | --- | --- | --- | --- | --- | --- |\n"
    options = game(id).check_options({"cards": cards} if cards else {})
    budgets = evaluation_of(game(id), players, options).levels
    for number, level in enumerate(LEVELS, 1):
        of_level = {one.kind: (one, standings) for one, standings in found.items() if one.strong == level}
        shares = {}
        time = None
        for kind, (one, standings) in of_level.items():
            if standings is not None:
                shares[kind] = (
                    _share(standings, one) if kind == "greedy" else standings.duels.get((level, one.weak))
                )
                time = standings.times.get(level, time)
        budget = budgets[number - 1] if budgets else None
        yield (
            f"| {number} | {budget.simulations if budget else '–'} "
            f"| {f'{budget.softness:g}' if budget and budget.softness else '–'} "
            f"| {_told(shares.get('levels'))} | {_told(shares.get('greedy'))} "
            f"| {in_words(time.mean) if time else '–'} | {in_words(time.p99) if time else '–'} |\n"
        )
    yield "\n"


def _doubling(found: dict[Pairing, Standings | None]) -> Iterator[str]:
    doubled = [(one, standings) for one, standings in found.items() if one.kind == "doubling" and standings]
    if not doubled:
        return
    yield "What twice the simulations gain:\n\n"
    yield "| Simulations | Beats | Share | A decision |\n| --- | --- | --- | --- |\n"
    for one, standings in reversed(doubled):
        strong, weak = (name.partition("=")[2] for name in (one.strong, one.weak))
        time = standings.times.get(one.strong)
        share = _told(standings.duels[one.strong, one.weak])
        yield f"| {strong} | {weak} | {share} | {in_words(time.mean) if time else '–'} |\n"
    yield "\n"


def _share(standings: Standings, pairing: Pairing) -> Share | None:
    """The strong bot's share of victories: against the other, or alone among as many as there are seats."""
    return (standings.alone if pairing.players > 2 else standings.duels).get((pairing.strong, pairing.weak))


def _told(share: Share | None) -> str:
    if share is None:
        return "–"
    return f"{share.value:.0%} ({share.low:.0%}–{share.high:.0%} of {share.games})"


if __name__ == "__main__":
    main()
