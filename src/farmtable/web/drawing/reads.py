"""What a template reads of what it is given: found in its text, never by running it.

A path is a name and an attribute, as ("view", "round"), or a name and None where the template takes the thing
itself. It may hold more than is read in fact, never less.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from jinja2 import nodes
from jinja2.meta import find_undeclared_variables

Path = tuple[str, str | None]

CHOSEN: Final = "templates"
"""Under this name a page is given which templates it includes where that depends on the game."""


class Reads(NamedTuple):
    """What one template reads itself, the `others` that it includes or imports, and those that it finds under
    such attributes of `CHOSEN`. `whole` is False where blocks put it together with others.
    """

    paths: tuple[Path, ...]
    others: tuple[str, ...]
    chosen: tuple[str, ...]
    whole: bool


class Library(Protocol):
    """Templates by their names."""

    @property
    def globals(self) -> Mapping[str, Any]:
        """What is there for all of them, under its names."""

    def reads_of(self, name: str) -> Reads | None:
        """What the template of this name reads itself; None where there is none."""


def paths_of(library: Library, name: str, chosen: Mapping[str, str]) -> frozenset[Path] | None:
    """All that a template reads, with all that it includes; None where that cannot be said."""
    found: set[Path] = set()
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        reads = library.reads_of(one)
        if reads is None or not reads.whole or not set(reads.chosen) <= set(chosen):
            return None
        found.update(reads.paths)
        waiting += [*reads.others, *(chosen[each] for each in reads.chosen)]
    return frozenset(path for path in found if path[0] not in library.globals)


def reads_in(tree: nodes.Template) -> Reads:
    """What the template of this tree reads."""
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
    return Reads(tuple(sorted(paths, key=str)), tuple(sorted(others)), tuple(sorted(chosen)), whole)
