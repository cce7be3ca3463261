"""From drawings to markup."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

COLOURS = 10

_environment = Environment(
    loader=PackageLoader("farmtable.charts"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def render(template: str, **values: object) -> Markup:
    """A template of this package with these values."""
    return Markup(_environment.get_template(template).render(**values))  # noqa: S704 - it escapes


def colour(kind: int | None, index: int) -> int:
    """The number of a colour: the one that is asked for, or else that of the place in the list."""
    return (index if kind is None else kind) % COLOURS


def css() -> str:
    """The styles of all charts, to be served, or put into a page's own `<style>`.

    A page may set its own colours: the properties `--chart-0` to `--chart-9`, `--chart-ink`,
    `--chart-soft`, `--chart-line` and `--chart-paper` of `.chart`.
    """
    return Path(__file__).with_name("chart.css").read_text(encoding="utf-8")
