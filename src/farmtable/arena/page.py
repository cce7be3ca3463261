"""A tournament as one page of HTML that needs nothing else: ratings, who beats whom, scores, times."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from farmtable.arena.files import write_whole
from farmtable.arena.intervals import FEWEST_DEALS
from farmtable.arena.play import Setting
from farmtable.arena.standings import Scores, Share, Standings, in_words, signed
from farmtable.charts import Row, css, row_chart
from farmtable.core import game
from farmtable.version import VERSION

PAGE = "index.html"
MOST_BINS = 50

environment = Environment(
    loader=PackageLoader("farmtable.arena"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
environment.filters.update(signed=signed, in_words=in_words)


class _Cell(NamedTuple):
    """A share in a crosstable; `strength` is how strongly it is coloured, in per cent."""

    share: Share
    better: bool
    strength: int


def write_page(standings: Standings, folder: Path) -> None:
    """Write the page into the folder of the tournament."""
    write_whole(folder / PAGE, page(standings))


def page(standings: Standings) -> str:
    """The page as text."""
    tournament = standings.tournament
    setting = tournament.setting
    bots = list(standings.ratings)
    return environment.get_template("tournament.html").render(
        css=css(),
        title=game(setting.game).title,
        setting=setting,
        chosen=chosen(setting),
        tournament=tournament,
        standings=standings,
        bots=bots,
        planned=sum(1 for _ in tournament.fixtures()),
        ratings=_rating_chart(standings),
        scores=_score_chart(standings),
        duels=_cells(standings.duels, 0.5),
        alone=_cells(standings.alone, 1 / setting.players),
        few_deals=FEWEST_DEALS,
        version=VERSION,
    )


def chosen(setting: Setting) -> dict[str, Any]:
    """The options that are not at their default; a file is shown as `own`."""
    usual = {option.name: option.default for option in game(setting.game).options}
    return {
        name: value if isinstance(value, str) else "own"
        for name, value in setting.options.items()
        if value != usual.get(name)
    }


def _cells(shares: Mapping[tuple[str, str], Share], even: float) -> dict[tuple[str, str], _Cell]:
    """Shares with their colours: none where both do as well, and the more the farther from it."""
    return {
        pair: _Cell(
            share,
            share.value > even,
            round(60 * abs(share.value - even) / (1 - even if share.value > even else even)),
        )
        for pair, share in shares.items()
    }


def _rating_chart(standings: Standings) -> Markup:
    kinds, few = _kinds(standings), standings.few
    rows = [
        Row(
            bot,
            one.value,
            None if few else one.low,
            None if few else one.high,
            note=signed(one.value),
            kind=kinds[bot],
        )
        for bot, one in standings.ratings.items()
    ]
    best = next(iter(standings.ratings))
    return row_chart(
        "Ratings" if few else "Ratings with their 95 % intervals",
        rows,
        description=f"The best is {best}; the table below has all numbers.",
        x=f"Elo points above {standings.anchor}",
    )


def _score_chart(standings: Standings) -> Markup:
    kinds, scores = _kinds(standings), standings.scores
    least = min(min(one.counts) for one in scores.values())
    most = max(max(one.counts) for one in scores.values())
    width = -(-(most - least + 1) // MOST_BINS)
    rows = [
        Row(
            bot,
            scores[bot].median,
            scores[bot].q25,
            scores[bot].q75,
            _outline(scores[bot], width),
            note=f"median {scores[bot].median:g}",
            kind=kinds[bot],
        )
        for bot in standings.ratings
        if bot in scores
    ]
    return row_chart(
        "Scores: how often each, with the median and the half of them in the middle",
        rows,
        description="The table of ratings has their means.",
        x="Score",
    )


def _outline(scores: Scores, width: int) -> list[tuple[float, float]]:
    """The outline of a histogram with bins of so many points: the share of games for each score."""
    bins: dict[int, int] = {}
    for score, count in scores.counts.items():
        bins[score // width] = bins.get(score // width, 0) + count
    points: list[tuple[float, float]] = []
    for bin in range(min(bins), max(bins) + 1):
        height = bins.get(bin, 0) / scores.seats / width
        left = bin * width - 0.5
        points += [(left, height), (left + width, height)]
    return points


def _kinds(standings: Standings) -> dict[str, int]:
    """The colour of each bot, the same in every plot."""
    return {bot: index for index, bot in enumerate(standings.tournament.bots)}
