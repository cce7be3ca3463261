"""The page of a training: strength, score and error, generation by generation."""

from __future__ import annotations

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from farmtable.arena.files import write_whole
from farmtable.charts import Line, css, line_chart
from farmtable.training.run import Training


def write_page(training: Training) -> None:
    """Write `index.html` into the folder of the training; it needs nothing from anywhere else."""
    write_whole(training.folder / "index.html", render(training))


def render(training: Training) -> str:
    """The page as HTML."""
    log = training.log
    greedy = [(line.number, line.greedy) for line in log if line.greedy is not None]
    before = [(line.number, line.before) for line in log if line.before is not None]
    wins = [
        Line("against greedy", greedy, marks=True),
        Line("against what it began with", before, marks=True),
        Line("par", [(line.number, line.even) for line in log]),
    ]
    strength = line_chart(
        "Strength", wins, x="generation", y="share of victories", y_range=(0, 1), percent=True
    )
    points = [Line("points", [(line.number, line.score) for line in log])]
    held_out = [(line.number, line.held_out) for line in log if line.held_out is not None]
    errors = [
        Line("in games learned from", [(line.number, line.error) for line in log]),
        Line("in games not yet learned from", held_out),
    ]
    loaders = [PackageLoader("farmtable.training"), PackageLoader("farmtable.arena")]  # one style for all
    environment = Environment(loader=ChoiceLoader(loaders), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("training.html").render(
        title=training.recipe.declaration().title,
        name=training.name,
        recipe=training.recipe,
        log=log,
        seconds=sum(line.seconds for line in log),
        css=css(),
        charts=[
            strength,
            line_chart("Points in self-play", points, x="generation", y="points a seat"),
            line_chart("Error of the leads", errors, x="generation", y="part of their variance"),
        ],
    )
