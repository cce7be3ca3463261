"""Templates checked against the types of what they are given, without being filled.

`check` walks the syntax trees from the entry templates on, through includes, imports and macros with the
arguments of each call, and knows of every expression what it can be: a `TypedDict`, a list, a dict, one of
some words. Keys and words that do not exist are told, and every attribute that was never reached with
something known to look it up in: nothing is passed over in silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from jinja2 import Environment, nodes

# What an expression can be: one of these kinds. Of nothing, which stands for none, all is allowed.
Kinds = frozenset[Any]
NOTHING: Kinds = frozenset()


class Plain:
    """A number, a string or a truth value, of which nothing more is known."""


class Loop:
    """`loop`."""


@dataclass(frozen=True)
class Words:
    """A string that is one of these."""

    words: frozenset[str]


@dataclass(eq=False)
class Many:
    """A list; `given` if it is of the view: then nothing in it is called by a number."""

    item: Kinds
    given: bool = False


@dataclass(frozen=True)
class Row:
    """A tuple."""

    items: tuple[Kinds, ...]


@dataclass(eq=False)
class Table:
    """A dict; `entries` where its keys are written down."""

    key: Kinds
    value: Kinds
    entries: dict[str, Kinds] | None = None


@dataclass(eq=False)
class Macro:
    """A macro, or the body of a call block, with what it sees."""

    node: nodes.Macro
    scope: Scope
    template: str


@dataclass(frozen=True)
class Json:
    """What a script will read."""

    value: Kinds


PLAIN: Kinds = frozenset({Plain})
NUMBERS: Kinds = frozenset({Many(PLAIN)})
PLAIN_FILTERS = {"length", "join", "round", "float", "int", "abs", "string", "replace", "safe", "number"}
LOOP_NAMES = {"index", "index0", "first", "last", "length"}


@dataclass
class Scope:
    """Names and what they can be; what is not found here is looked for outside."""

    outer: Scope | None = None
    names: dict[str, Kinds] = field(default_factory=dict)

    def find(self, name: str) -> Kinds | None:
        found = self.names.get(name)
        return self.outer.find(name) if found is None and self.outer else found


@dataclass
class Checked:
    """What `check` found out: `problems`, places never followed, and what is handed to scripts by name."""

    problems: set[str] = field(default_factory=set)
    unfollowed: set[str] = field(default_factory=set)
    handed: dict[str, Kinds] = field(default_factory=dict)


def check(
    sources: Mapping[str, str],
    entries: Mapping[str, Mapping[str, Any]],
    folder: str,
) -> Checked:
    """Check the templates `sources` (text by name), entered by `entries` with names of these types.

    Unfollowed are the attributes in templates of `folder` that no entry leads to.
    """
    walk = _Walk(sources)
    for name, given in entries.items():
        walk.run(name, Scope(names={each: kinds_of(hint) for each, hint in given.items()}))
    for name in sources:
        if name.startswith(folder):
            for node in walk.tree(name).find_all((nodes.Getattr, nodes.Getitem)):
                if id(node) not in walk.followed:
                    walk.found.unfollowed.add(f"{name}:{node.lineno} {_said(node)}")
    return walk.found


@cache
def kinds_of(hint: Any) -> Kinds:
    """What a value of this type can be."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return frozenset().union(*map(kinds_of, inner))
    if origin is Literal:
        return frozenset({Words(frozenset(inner))})
    if origin is list:
        return frozenset({Many(kinds_of(inner[0]), given=True)})
    if origin is dict:
        return frozenset({Table(kinds_of(inner[0]), kinds_of(inner[1]))})
    if origin is tuple:
        return frozenset({Row(tuple(map(kinds_of, inner)))})
    if hint is type(None):
        return NOTHING
    return frozenset({hint}) if is_typeddict(hint) else PLAIN


def entry(kind: Any, name: str) -> Kinds | None:
    """What things of this kind have at a key; None if there is no such key."""
    if is_typeddict(kind):
        hints: dict[str, Any] = _hints(kind)
        return kinds_of(hints[name]) if name in hints else None
    if isinstance(kind, Table):
        if kind.entries is not None:
            return kind.entries.get(name)
        return kind.value if name in _words(kind.key) else None
    return PLAIN if kind is Loop and name in LOOP_NAMES else None


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _said(node: nodes.Node) -> str:
    """An expression of names and attributes, roughly as it is written."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        return f"{_said(node.node)}.{node.attr}"
    if isinstance(node, nodes.Getitem):
        return f"{_said(node.node)}[{_said(node.arg)}]"
    return repr(node.value) if isinstance(node, nodes.Const) else "…"


def _each(kinds: Kinds) -> Kinds:
    """What one meets going through these."""
    found = NOTHING
    for kind in kinds:
        if isinstance(kind, Many):
            found |= kind.item
        elif isinstance(kind, Table):
            found |= kind.key
        elif isinstance(kind, Row):
            found = found.union(*kind.items)
    return found


def _many(item: Kinds) -> Kinds:
    return frozenset({Many(item)})


def _words(kinds: Kinds) -> set[str]:
    return {word for kind in kinds if isinstance(kind, Words) for word in kind.words}


class _Walk:
    """One walk through the templates."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self.sources = sources
        self.trees: dict[str, nodes.Template] = {}
        self.found = Checked()
        self.followed: set[int] = set()
        self.called: set[tuple[Any, ...]] = set()
        self.template = ""

    def tree(self, name: str) -> nodes.Template:
        if name not in self.trees:
            grammar = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
            self.trees[name] = grammar.parse(self.sources[name])
        return self.trees[name]

    def run(self, name: str, scope: Scope) -> Scope:
        """Go through a template; `scope` has its names afterwards."""
        before, self.template = self.template, name
        self.body(self.tree(name).body, scope)
        self.template = before
        return scope

    def problem(self, node: nodes.Node, text: str) -> Kinds:
        self.found.problems.add(f"{self.template}:{node.lineno} {text}")
        return NOTHING

    # --- statements ---------------------------------------------------------------------------------

    def body(self, statements: Iterable[nodes.Node], scope: Scope) -> None:
        for node in statements:
            visit: Callable[[Any, Scope], None] = getattr(self, f"do_{type(node).__name__.lower()}")
            visit(node, scope)

    def do_output(self, node: nodes.Output, scope: Scope) -> None:
        text = ""
        for each in node.nodes:
            if isinstance(each, nodes.TemplateData):
                text = each.data
                continue
            attribute = re.search(r"data-([\w-]+)='$", text)
            for kind in self.kinds(each, scope):
                if attribute and isinstance(kind, Json):
                    name = attribute[1]
                    self.found.handed[name] = self.found.handed.get(name, NOTHING) | kind.value

    def do_if(self, node: nodes.If, scope: Scope) -> None:
        self.kinds(node.test, scope)
        self.body([*node.body, *node.elif_, *node.else_], scope)

    def do_for(self, node: nodes.For, scope: Scope) -> None:
        inner = Scope(scope, {"loop": frozenset({Loop})})
        self.bind(node.target, _each(self.kinds(node.iter, scope)), inner)
        if node.test:
            self.kinds(node.test, inner)
        self.body([*node.body, *node.else_], inner)

    def do_with(self, node: nodes.With, scope: Scope) -> None:
        inner = Scope(scope)
        for target, value in zip(node.targets, node.values, strict=True):
            self.bind(target, self.kinds(value, scope), inner)
        self.body(node.body, inner)

    def do_assign(self, node: nodes.Assign, scope: Scope) -> None:
        self.bind(node.target, self.kinds(node.node, scope), scope)

    def do_assignblock(self, node: nodes.AssignBlock, scope: Scope) -> None:
        self.body(node.body, Scope(scope))
        self.bind(node.target, PLAIN, scope)

    def do_macro(self, node: nodes.Macro, scope: Scope) -> None:
        scope.names[node.name] = frozenset({Macro(node, scope, self.template)})

    def do_callblock(self, node: nodes.CallBlock, scope: Scope) -> None:
        self.body(node.body, Scope(scope))
        self.kinds(node.call, scope)

    def do_include(self, node: nodes.Include, scope: Scope) -> None:
        assert isinstance(node.template, nodes.Const)
        self.run(node.template.value, Scope(scope))

    def do_import(self, node: nodes.Import, scope: Scope) -> None:
        assert isinstance(node.template, nodes.Const)
        module = self.run(node.template.value, Scope(scope))
        scope.names[node.target] = frozenset({Table(PLAIN, NOTHING, module.names)})

    def do_fromimport(self, node: nodes.FromImport, scope: Scope) -> None:
        assert isinstance(node.template, nodes.Const)
        module = self.run(node.template.value, Scope(scope))
        for name in node.names:
            assert isinstance(name, str)
            if name in module.names:
                scope.names[name] = module.names[name]
            else:
                self.problem(node, f"{node.template.value} has no {name}")

    def bind(self, target: nodes.Node, kinds: Kinds, scope: Scope) -> None:
        if isinstance(target, nodes.Name):
            scope.names[target.name] = kinds | scope.names.get(target.name, NOTHING)
        elif isinstance(target, nodes.NSRef):
            space = scope.find(target.name) or NOTHING
            if not any(isinstance(kind, Table) and target.attr in (kind.entries or {}) for kind in space):
                self.problem(target, f"{target.name} has no {target.attr}")
        elif isinstance(target, nodes.Tuple):
            for number, each in enumerate(target.items):
                parts = [kind.items[number] for kind in kinds if isinstance(kind, Row)]
                self.bind(each, NOTHING.union(*parts), scope)

    # --- expressions --------------------------------------------------------------------------------

    def kinds(self, node: nodes.Node, scope: Scope) -> Kinds:
        """What an expression can be."""
        visit: Callable[[Any, Scope], Kinds] | None = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if visit:
            return visit(node, scope)
        # Sums, products and what else makes a number or a string of others.
        assert isinstance(node, nodes.BinExpr | nodes.UnaryExpr | nodes.Concat | nodes.MarkSafeIfAutoescape)
        for each in node.iter_child_nodes():
            self.kinds(each, scope)
        return PLAIN

    def of_const(self, node: nodes.Const, scope: Scope) -> Kinds:
        return NOTHING if node.value is None else PLAIN

    def of_name(self, node: nodes.Name, scope: Scope) -> Kinds:
        found = scope.find(node.name)
        return self.problem(node, f"there is no {node.name}") if found is None else found

    def of_list(self, node: nodes.List, scope: Scope) -> Kinds:
        return _many(NOTHING.union(*[self.kinds(each, scope) for each in node.items]))

    def of_tuple(self, node: nodes.Tuple, scope: Scope) -> Kinds:
        return frozenset({Row(tuple(self.kinds(each, scope) for each in node.items))})

    def of_dict(self, node: nodes.Dict, scope: Scope) -> Kinds:
        table = Table(NOTHING, NOTHING, {})
        for pair in node.items:
            value = self.kinds(pair.value, scope)
            table.key |= self.kinds(pair.key, scope)
            table.value |= value
            if isinstance(pair.key, nodes.Const) and table.entries is not None:
                table.entries[pair.key.value] = value
            else:
                table.entries = None
        return frozenset({table})

    def of_condexpr(self, node: nodes.CondExpr, scope: Scope) -> Kinds:
        self.kinds(node.test, scope)
        other = NOTHING if node.expr2 is None else self.kinds(node.expr2, scope)
        return self.kinds(node.expr1, scope) | other

    def of_and(self, node: nodes.And, scope: Scope) -> Kinds:
        return self.kinds(node.left, scope) | self.kinds(node.right, scope)

    def of_or(self, node: nodes.Or, scope: Scope) -> Kinds:
        return self.kinds(node.left, scope) | self.kinds(node.right, scope)

    def of_add(self, node: nodes.Add, scope: Scope) -> Kinds:
        both = self.kinds(node.left, scope) | self.kinds(node.right, scope)
        return _many(_each(both)) if any(isinstance(kind, Many) for kind in both) else PLAIN

    def of_compare(self, node: nodes.Compare, scope: Scope) -> Kinds:
        left = self.kinds(node.expr, scope)
        for operand in node.ops:
            right = self.kinds(operand.expr, scope)
            if operand.op in ("eq", "ne", "in", "notin"):
                self.compare(node.expr, left, operand.expr, right)
        return PLAIN

    def compare(self, one: nodes.Node, left: Kinds, other: nodes.Node, right: Kinds) -> None:
        """A word that is compared with others must be one that there is."""
        written = other.items if isinstance(other, nodes.List | nodes.Tuple) else [other]
        for known, consts in ((_words(left), written), (_words(right | _each(right)), [one])):
            for const in consts:
                if known and isinstance(const, nodes.Const) and const.value not in known:
                    self.problem(const, f"{const.value!r} is none of {sorted(known)}")

    def of_test(self, node: nodes.Test, scope: Scope) -> Kinds:
        for each in node.iter_child_nodes():
            self.kinds(each, scope)
        return PLAIN

    def of_getattr(self, node: nodes.Getattr, scope: Scope) -> Kinds:
        return self.look_up(node, self.kinds(node.node, scope), node.attr)

    def of_getitem(self, node: nodes.Getitem, scope: Scope) -> Kinds:
        kinds = self.kinds(node.node, scope)
        if isinstance(node.arg, nodes.Slice):
            self.followed.add(id(node))
            return kinds
        if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            return self.look_up(node, kinds, node.arg.value)
        if kinds:
            self.followed.add(id(node))
        return self.at(node, kinds, node.arg, scope)

    def at(self, node: nodes.Node, kinds: Kinds, place: nodes.Node, scope: Scope) -> Kinds:
        """What lies in these at a place that is no name written in the template."""
        index = self.kinds(place, scope)
        found = NOTHING
        for kind in kinds:
            if isinstance(kind, Many):
                found |= kind.item
                if kind.given and isinstance(place, nodes.Const):
                    self.problem(node, f"{_said(node)} is called by a number")
            elif isinstance(kind, Table):
                found |= kind.value
                if kind.entries and _words(index) and not _words(index) & kind.entries.keys():
                    self.problem(node, f"{_said(node)}: none of {sorted(_words(index))} is in it")
            elif kind is Plain:
                found |= PLAIN
            else:
                self.problem(node, f"{_said(node)} cannot be looked up")
        return found

    def look_up(self, node: nodes.Node, kinds: Kinds, name: str) -> Kinds:
        """An attribute: one of these must have it."""
        if not kinds:
            return NOTHING
        self.followed.add(id(node))
        found = [value for kind in kinds if (value := entry(kind, name)) is not None]
        return NOTHING.union(*found) if found else self.problem(node, f"{_said(node)}: there is no such key")

    # --- calls and filters --------------------------------------------------------------------------

    def of_call(self, node: nodes.Call, scope: Scope) -> Kinds:
        given = [self.kinds(each, scope) for each in node.args]
        named = {each.key: self.kinds(each.value, scope) for each in node.kwargs}
        target = node.node
        if isinstance(target, nodes.Name):
            if target.name in ("_", "gettext", "ngettext", "pgettext", "caller"):
                return PLAIN
            if target.name == "range":
                return NUMBERS
            if target.name == "namespace":
                return frozenset({Table(PLAIN, NOTHING.union(*named.values()), named)})
        if isinstance(target, nodes.Getattr):
            kinds = self.kinds(target.node, scope)
            if any(hasattr(self, f"call_{target.attr}") and _has(kind, target.attr) for kind in kinds):
                self.followed.add(id(target))
                method: Callable[..., Kinds] = getattr(self, f"call_{target.attr}")
                return method(kinds, *given)
        for kind in self.kinds(target, scope):
            if isinstance(kind, Macro):
                self.call(node, kind, given, named)
            else:
                self.problem(node, f"{_said(target)} is not known to be called")
        return PLAIN

    def call(self, node: nodes.Call, macro: Macro, given: list[Kinds], named: dict[str, Kinds]) -> None:
        """Go through a macro once for each kind of arguments."""
        key = (macro, *given, *sorted(named.items(), key=lambda each: each[0]))
        if key in self.called:
            return
        self.called.add(key)
        names = [each.name for each in macro.node.args]
        if len(given) > len(names) or not named.keys() <= set(names):
            self.problem(node, f"{macro.node.name} takes {names}")
        inner = Scope(macro.scope, dict(zip(names, given, strict=False)) | named)
        before, self.template = self.template, macro.template
        defaults = macro.node.defaults
        for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
            if name not in inner.names:
                inner.names[name] = self.kinds(default, macro.scope)
        self.body(macro.node.body, inner)
        self.template = before
        for name in names:
            if name not in inner.names:
                self.problem(node, f"{macro.node.name} wants {name}")

    def call_format(self, kinds: Kinds, *given: Kinds) -> Kinds:
        return PLAIN

    def call_items(self, kinds: Kinds) -> Kinds:
        return _many(frozenset(Row((kind.key, kind.value)) for kind in kinds if isinstance(kind, Table)))

    def call_values(self, kinds: Kinds) -> Kinds:
        return _many(NOTHING.union(*[kind.value for kind in kinds if isinstance(kind, Table)]))

    def call_get(self, kinds: Kinds, key: Kinds, default: Kinds = NOTHING) -> Kinds:
        return default.union(*[kind.value for kind in kinds if isinstance(kind, Table)])

    call_pop = call_get

    def call_update(self, kinds: Kinds, more: Kinds) -> Kinds:
        for kind in kinds:
            for other in more:
                if isinstance(kind, Table) and isinstance(other, Table):
                    kind.key |= other.key
                    kind.value |= other.value
                    kind.entries = None
        return NOTHING

    def call_append(self, kinds: Kinds, item: Kinds) -> Kinds:
        for kind in kinds:
            if isinstance(kind, Many):
                kind.item |= item
        return NOTHING

    def of_filter(self, node: nodes.Filter, scope: Scope) -> Kinds:
        kinds = self.kinds(node.node, scope) if node.node else NOTHING
        given = [self.kinds(each, scope) for each in node.args]
        named: dict[Any, Any] = {pair.key: pair.value for pair in node.kwargs}
        words = [each.value for each in node.args if isinstance(each, nodes.Const)]
        item = _each(kinds)
        match node.name:
            case "tojson":
                return frozenset({Json(kinds)})
            case "told":
                return PLAIN
            case "first" | "last" | "min" | "max":
                return item
            case "default":
                return kinds.union(*given)
            case "list" | "unique" | "reverse" | "select" | "reject":
                return _many(item)
            case "batch":
                return _many(_many(item))
            case "selectattr" | "rejectattr":
                value = self.look_up(node, item, words[0])
                for const, kind in zip(node.args[2:], given[2:], strict=True):
                    self.compare(node, value, const, kind)
                return _many(item)
            case "map":
                name = named["attribute"]
                if isinstance(name, nodes.Const):
                    return _many(self.of_attribute(node, item, name.value))
                return _many(self.at(node, item, name, scope))
            case "sort":
                self.of_attribute(node, item, named["attribute"].value)
                return _many(item)
            case "groupby":
                return _many(frozenset({Row((self.look_up(node, item, words[0]), _many(item)))}))
            case "sum":
                return _many(_each(item))
            case name if name in PLAIN_FILTERS:
                return PLAIN
        return self.problem(node, f"the filter {node.name} is not followed")

    def of_attribute(self, node: nodes.Node, item: Kinds, name: str | int) -> Kinds:
        """An attribute that a filter takes by its name, or by its place in a tuple."""
        if isinstance(name, str):
            return self.look_up(node, item, name)
        return NOTHING.union(*[kind.items[name] for kind in item if isinstance(kind, Row)])


def _has(kind: Any, method: str) -> bool:
    """Whether things of this kind have a method of this name."""
    if isinstance(kind, Table):
        return method in ("items", "values", "get", "pop", "update") and method not in (kind.entries or {})
    return method == ("append" if isinstance(kind, Many) else "format")
