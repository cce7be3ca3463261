"""The card of a dataset: what it is, how it was made, what its columns mean, and its limits."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from farmtable.arena.dataset.plan import CARD, Dataset
from farmtable.arena.files import write_whole
from farmtable.core import game
from farmtable.version import VERSION

MEANINGS = {
    "game": "the number of the game, from 0; it joins the two tables",
    "scores": "the final points, seat by seat",
    "wins": "each seat's share of the victory: 1, a fraction of a shared one, or 0",
    "decisions": "how many decisions the game had",
    "turns": "how many turns: runs of decisions of one seat",
    "actions": "all that happened, in order, outcomes of chance (from `num_actions` on) included",
    "step": "which of the game's actions this was, from 0",
    "seat": "whose decision it was, from 0",
    "bot": "who sat there",
    "observation": "what the seat knew, as numbers for a network",
    "text": "what the seat knew, in words and letters",
    "legal": "the actions that were legal",
    "action": "the one that was chosen",
    "words": "the same in the game's notation",
    "score": "the seat's points in the end",
    "win": "the seat's share of the victory in the end",
}


def write_card(dataset: Dataset, folder: Path) -> None:
    """Write the card of a complete dataset."""
    write_whole(folder / CARD, card(dataset, folder))


def card(dataset: Dataset, folder: Path) -> str:
    """The card, in Markdown."""
    setting, found = dataset.setting, game(dataset.setting.game)
    games = pl.scan_parquet([folder / shard.games for shard in dataset.shards()], glob=False)
    decisions = games.select(pl.col("decisions").sum()).collect().item()
    options = ", ".join(f"{name}={value}" for name, value in setting.options.items() if _short(value))
    of_games, of_decisions = dataset.schemas()
    return f"""\
# {found.title}: {dataset.games:,} games of {setting.players}

{decisions:,} decisions of seats in {dataset.games:,} games that bots played, each with what its seat knew,
what it might do, what it did, and what came of it. Made with farmtable {VERSION}, version
{found.rules_version} of the rules. `dataset.json` has the same for programs.

- Seats: {", ".join(f"{seat} `{bot}`" for seat, bot in enumerate(setting.bots))}
- Options: {options or "none"}
- Seed: {setting.seed}; game `n` is game `n` of `farmtable simulate` with the same bots, options and seed.

## Files

Each `games-*.parquet` has up to {dataset.shard:,} games, and the `decisions-*.parquet` with the same number
has their decisions. A file is there whole or not at all. Compression is zstd.

### Games

{_columns(of_games)}

### Decisions

{_columns(of_decisions)}

## How the seats fared

{_fared(games, setting.players)}

## What is hidden, and from whom

`observation`, `text`, `legal` and `words` hold what the seat could know when it decided, and nothing else.
`score` and `win` were known only in the end: they are what is to be learned, not what to learn from. The
`actions` of the games tell everything, outcomes of chance and what others held included; from them every
position can be replayed.

## What it is not

What these bots do, and not what people do or what is best. Where a bot searches for a time, other machines
make other games. Forced decisions are among the rows: `pl.col("legal").list.len() > 1` leaves them out.

## To load and to check it

```python
import polars as pl

decisions = pl.read_parquet("decisions-*.parquet")
```

`farmtable dataset check FOLDER` looks at every row, and plays some of the games again.
"""


def _short(value: object) -> bool:
    """Whether an option can be told in a word: a file of facts cannot."""
    return isinstance(value, str)


def _columns(schema: pl.Schema) -> str:
    lines = ["| Column | Type | Meaning |", "| --- | --- | --- |"]
    lines += [f"| `{name}` | {kind} | {MEANINGS[name]} |" for name, kind in schema.items()]
    return "\n".join(lines)


def _fared(games: pl.LazyFrame, players: int) -> str:
    lines = ["| Seat | Mean score | Share of the victories |", "| --- | --- | --- |"]
    for seat in range(players):
        score, win = (
            games.select(pl.col("scores").list.get(seat).mean(), pl.col("wins").list.get(seat).mean())
            .collect()
            .row(0)
        )
        lines.append(f"| {seat} | {score:.1f} | {win:.1%} |")
    return "\n".join(lines)
