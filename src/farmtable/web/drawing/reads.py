"""What a template reads of what it is given: found in its text, never by running it.

A path is a name and an attribute, as ("view", "round"), or a name and None where the template takes the thing
itself. It may hold more than is read in fact, never less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from jinja2 import Environment, TemplateNotFound, nodes
from jinja2.meta import find_undeclared_variables

Path = tuple[str, str | None]

CHOSEN: Final = "templates"
"""Under this name a page is given which templates it includes where that depends on the game."""


_known: dict[str, Reads] = {}


@dataclass(frozen=True)
class Reads:
    """What one template reads itself, the `others` that it includes or imports, and those that it finds under
    such attributes of `CHOSEN`. `whole` is False where blocks put it together with others.
    """

    paths: frozenset[Path]
    others: frozenset[str]
    chosen: frozenset[str]
    whole: bool


def paths_of(environment: Environment, name: str, chosen: Mapping[str, str]) -> frozenset[Path] | None:
    """All that a template reads, with all that it includes; None where that cannot be said."""
    found: set[Path] = set()
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        reads = _reads_of(environment, one)
        if reads is None or not reads.whole or not reads.chosen <= set(chosen):
            return None
        found |= reads.paths
        waiting += [*reads.others, *(chosen[each] for each in reads.chosen)]
    return frozenset(path for path in found if path[0] not in environment.globals)


def _reads_of(environment: Environment, name: str) -> Reads | None:
    assert environment.loader is not None
    try:
        source, _, _ = environment.loader.get_source(environment, name)
    except TemplateNotFound:
        return None
    if source not in _known:  # whatever the language, the text is the same
        _known[source] = _reads(environment, source)
    return _known[source]


def _reads(environment: Environment, source: str) -> Reads:
    tree = environment.parse(source)
    free = find_undeclared_variables(tree)
    paths: set[Path] = set()
    others: set[str] = set()
    chosen: set[str] = set()
    whole = tree.find(nodes.Extends) is None and tree.find(nodes.Block) is None
    inside: set[int] = set()  # names that are read by an attribute only
    for attribute in tree.find_all(nodes.Getattr):
        if isinstance(attribute.node, nodes.Name) and attribute.node.name in free:
            inside.add(id(attribute.node))
            paths.add((attribute.node.name, attribute.attr))
    paths |= {
        (one.name, None) for one in tree.find_all(nodes.Name) if one.name in free and id(one) not in inside
    }
    including = [one.template for one in tree.find_all(nodes.Include)]
    importing = [one.template for one in tree.find_all(nodes.Import)]
    importing += [one.template for one in tree.find_all(nodes.FromImport)]
    for template in including + importing:
        if isinstance(template, nodes.Const) and isinstance(template.value, str):
            others.add(template.value)
        elif (
            isinstance(template, nodes.Getattr)
            and isinstance(template.node, nodes.Name)
            and template.node.name == CHOSEN
        ):
            chosen.add(template.attr)
        else:
            whole = False
    return Reads(frozenset(paths), frozenset(others), frozenset(chosen), whole)
