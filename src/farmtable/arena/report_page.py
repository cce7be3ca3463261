"""A report as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from markupsafe import Markup

from farmtable.arena.files import write_whole
from farmtable.arena.page import chosen, environment
from farmtable.arena.report import Mean, Report
from farmtable.charts import Row, css, row_chart
from farmtable.core import game
from farmtable.version import VERSION

PAGE = "index.html"
PLACES = ("first", "second", "third", "fourth", "fifth")
MOST_ROWS = 60
"""Of decisions; the data beside the page have all."""


def in_points(mean: Mean) -> str:
    """`31.4 ± 0.6`."""
    return f"{mean.value:.1f}" + (f" ± {mean.error:.1f}" if mean.error is not None else "")


environment.filters["points"] = in_points


def write_page(report: Report, folder: Path) -> None:
    """Write the page into a folder."""
    write_whole(folder / PAGE, page(report))


def page(report: Report) -> str:
    """The page as text."""
    setting = report.setting
    return environment.get_template("report.html").render(
        css=css(),
        title=game(setting.game).title,
        setting=setting,
        bots=list(dict.fromkeys(setting.bots)),
        chosen=chosen(setting),
        report=report,
        places=PLACES,
        scores=_score_chart(report),
        seats=_seat_chart(report),
        played=report.cards_played(),
        most_rows=MOST_ROWS,
        version=VERSION,
    )


def _score_chart(report: Report) -> Markup:
    """How often each score was made, by rank."""
    rows = []
    for rank in report.ranks():
        counts = Counter(one.score for one in report.told if one.rank == rank)
        mean = report.points(rank)
        rows.append(
            Row(PLACES[rank - 1], mean.value, shape=_outline(counts), note=in_points(mean), kind=rank - 1)
        )
    return row_chart(
        "Points, by the place that a seat came in at",
        rows,
        description="The table below has their means.",
        x="Points",
    )


def _outline(counts: Counter[int]) -> list[tuple[float, float]]:
    """A histogram of at most forty bins, as the outline of an area."""
    least, most, seats = min(counts), max(counts), sum(counts.values())
    width = -(-(most - least + 1) // 40)
    bins = Counter[int]()
    for score, count in counts.items():
        bins[(score - least) // width] += count
    points: list[tuple[float, float]] = []
    for bin in range((most - least) // width + 1):
        left, height = least + bin * width - 0.5, bins[bin] / seats / width
        points += [(left, height), (left + width, height)]
    return points


def _seat_chart(report: Report) -> Markup:
    rows = [
        Row(f"seat {number}", won.value, won.low, won.high, note=f"{won.value:.1%}", kind=0)
        for number, (won, _) in enumerate(report.seats(), 1)
    ]
    return row_chart(
        "Victories by seat, with their 95 % intervals",
        rows,
        description=f"{report.even:.1%} would be even.",
        x="Share of the victories",
        number=lambda share: f"{share:.0%}",
    )
