"""The page of a training: how strength, score and error went from generation to generation."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from farmtable.arena.files import write_whole
from farmtable.arena.training import Training
from farmtable.charts import Line, css, line_chart
from farmtable.core import game


def write_page(training: Training) -> None:
    """Write `index.html` into the folder of the training; it needs nothing from anywhere else."""
    write_whole(training.folder / "index.html", render(training))


def render(training: Training) -> str:
    """The page as HTML."""
    log = training.log
    greedy = [(step.generation, step.greedy) for step in log if step.greedy is not None]
    before = [(step.generation, step.before) for step in log if step.before is not None]
    wins = [
        Line("against greedy", greedy, marks=True),
        Line("against the generation of half the number", before, marks=True),
        Line("par", [(step.generation, step.even) for step in log]),
    ]
    strength = line_chart(
        "Strength", wins, x="generation", y="share of victories", y_range=(0, 1), percent=True
    )
    points = [Line("points", [(step.generation, step.score) for step in log])]
    errors = [Line("error", [(step.generation, step.error) for step in log])]
    environment = Environment(
        loader=PackageLoader("farmtable.arena"), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("training.html").render(
        title=game(training.plan.game).title,
        plan=training.plan,
        log=log,
        command=training.command,
        seconds=sum(step.seconds for step in log),
        css=css(),
        charts=[
            strength,
            line_chart("Points in self-play", points, x="generation", y="points a seat"),
            line_chart("Error of the expectation", errors, x="generation", y="weighted squared error"),
        ],
    )
