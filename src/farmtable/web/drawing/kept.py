"""Templates whose fragments are kept: what is included or called is drawn once for what it reads.

A fragment's key is made of the values that its template reads (`reads`), so it serves whoever is shown the
same: after a decision that changed something else, to a spectator beside another, at another table. What
reads anything but plain data is drawn each time.
"""

from __future__ import annotations

import marshal
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import is_dataclass
from hashlib import blake2b
from threading import Lock
from typing import Any, Final

from jinja2 import Environment, Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro, Undefined
from jinja2.utils import missing
from markupsafe import Markup

from farmtable.web.drawing.reads import CHOSEN, Path, paths_of

LONGEST: Final = 16_000
"""What is longer is put together anew of fragments that are not: whole boards would drive those out."""
MOST_KEPT: Final = 48_000_000
"""So many characters of fragments are kept, the latest."""
OVERHEAD: Final = 200
"""Of each, counted as characters."""
MODULES_KEPT: Final = 512
LOOK_EVERY: Final = 1.0
PLAIN: Final = 2
"""The version of marshal in which what is equal looks alike."""

ONCE: Final = "_once"
"""Under this name templates are given a `Once`."""

_ABSENT: Final = ("nothing is there",)
_SAFE: Final = "marked as safe"
_SIMPLE: Final = frozenset((str, int, float, bool, bytes, type(None)))
_OF_A_DICT: Final = frozenset(dir(dict))


Attributes = tuple[str, ...] | None
"""Those of something that are read; None: it is read whole."""
Reading = tuple[tuple[str, Attributes], ...]


class Fragments:
    """Fragments by what they show, the most lately used first to stay."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[bytes, str] = OrderedDict()
        self._size = 0
        self._most = most
        self._lock = Lock()

    def get(self, key: bytes) -> str | None:
        """The fragment under this key, if it is kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: bytes, fragment: str) -> None:
        """Keep a fragment, and give up others where there are too many."""
        if len(fragment) > LONGEST:
            return
        with self._lock:
            if key not in self._kept:
                self._kept[key] = fragment
                self._size += len(fragment) + OVERHEAD
            while self._size > self._most:
                _, given_up = self._kept.popitem(last=False)
                self._size -= len(given_up) + OVERHEAD

    def clear(self) -> None:
        """Give up all."""
        with self._lock:
            self._kept.clear()
            self._size = 0


FRAGMENTS: Final = Fragments()


class Keeping(Environment):
    """An environment that keeps fragments. `language` is what else they depend on."""

    def __init__(self, language: str, home: str = "", **settings: Any) -> None:
        super().__init__(auto_reload=False, **settings)
        self.template_class = Kept
        self.language = language
        self.fragments = FRAGMENTS
        self.modules: OrderedDict[bytes, KeptModule] = OrderedDict()
        self._reads: dict[tuple[str, str], Reading | None] = {}
        self._home = home
        self._looked = time.monotonic()

    def reads(self, name: str, chosen: Mapping[str, str]) -> Reading | None:
        """What the template called `name` reads of each name, in order; None where that cannot be said."""
        key = name, "|".join(chosen.values())
        if key not in self._reads:
            paths = paths_of(self, name, chosen)
            self._reads[key] = None if paths is None else _by_name(paths)
        return self._reads[key]

    def refresh(self) -> None:
        """Forget everything if a template is another now: for whoever writes one.

        Those that lie below `home` are looked at from time to time only.
        """
        now = time.monotonic()
        all_of_them = now - self._looked >= LOOK_EVERY
        self._looked = now if all_of_them else self._looked
        assert self.cache is not None
        templates = list(self.cache.values())
        looked_at = [each for each in templates if all_of_them or not self._is_at_home(each)]
        if not all(template.is_up_to_date for template in looked_at):
            self.cache.clear()
            self.modules.clear()
            self._reads.clear()
            self.fragments.clear()

    def _is_at_home(self, template: Template) -> bool:
        return (template.filename or "").startswith(self._home)


class Kept(Template):
    """A template that is not filled again where it was before with the same."""

    environment: Keeping
    _fill: Callable[[Context], Iterator[str]]
    _long: bool

    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: MutableMapping[str, Any], globals: MutableMapping[str, Any]
    ) -> Kept:
        template = super()._from_namespace(environment, namespace, globals)
        assert isinstance(template, Kept)
        template._fill = template.root_render_func
        template._long = False
        template.root_render_func = template._filled
        return template

    def _filled(self, context: Context) -> Iterator[str]:
        key = None if self._long else self._key(self._reading(context), context, "")
        if key is None:
            return self._fill(context)
        fragment = self.environment.fragments.get(key)
        if fragment is None:
            fragment = "".join(self._fill(context))
            self._long = len(fragment) > LONGEST
            self.environment.fragments.put(key, fragment)
        return iter_once(fragment)

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        """The same, or one that was made of the same before."""
        context = self.new_context(vars, shared, locals)
        reading = self._reading(context)
        key = self._key(reading, context, "module")
        if reading is None or key is None:
            return TemplateModule(self, context, list(self._fill(context)))
        modules = self.environment.modules
        module = modules.get(key)
        if module is None:
            # It gets what it reads and no more, since it keeps that as long as it lives.
            module = KeptModule(self, self.new_context(_alone(reading, context)), key)
            modules[key] = module
            while len(modules) > MODULES_KEPT:
                modules.popitem(last=False)
        return module

    def _reading(self, context: Context) -> Reading | None:
        chosen = context.resolve_or_missing(CHOSEN)
        return self.environment.reads(self.name or "", {} if chosen is missing else chosen)

    def _key(self, reading: Reading | None, context: Context, kind: str) -> bytes | None:
        """A short name for what a template makes in this context; None where it has to be made each time."""
        if reading is None:
            return None
        once = context.resolve_or_missing(ONCE)
        told: list[Any] = [self.environment.language, self.name, kind]
        for name, attributes in reading:
            whole = context.resolve_or_missing(name)
            if once is not missing and name in once.given and once.given[name] is whole:
                names = once.told(name, attributes, context.environment)
                if None in names:
                    return None
                told += names
            else:
                told += _parts(whole, attributes, context.environment)
        return digest(told)


class KeptModule(TemplateModule):
    """What a template exports, its macros keeping what they made."""

    def __init__(self, template: Kept, context: Context, key: bytes) -> None:
        super().__init__(template, context, list(template._fill(context)))
        for name, value in self.__dict__.items():
            if isinstance(value, Macro):
                self.__dict__[name] = KeptMacro(value, key, template.environment.fragments)


class KeptMacro:
    """A macro that is not carried out again for what it was before. All else that it reads is in `key`."""

    def __init__(self, macro: Macro, key: bytes, fragments: Fragments) -> None:
        self._macro = macro
        self._key = key
        self._fragments = fragments

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What the macro makes of this."""
        key = digest(self._key, self._macro.name, args, list(kwargs.items()))
        if key is None:
            return self._macro(*args, **kwargs)
        made = self._fragments.get(key)
        if made is None:
            made = str(self._macro(*args, **kwargs))
            self._fragments.put(key, made)
        return Markup(made)  # noqa: S704 - what a macro made, whose parts were escaped


def iter_once(fragment: str) -> Iterator[str]:
    """A fragment as what fills a template gives it."""
    yield fragment


def digest(*values: Any) -> bytes | None:
    """A short name for plain data; None where there is anything else among it."""
    try:
        told = marshal.dumps(values, PLAIN)
    except ValueError:
        try:
            told = marshal.dumps(_plain(values), PLAIN)
        except ValueError:
            return None
    return blake2b(told, digest_size=16).digest()


def _plain(value: Any) -> Any:
    """The same as plain data, what was marked as safe told apart from what was not."""
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is Markup:
        return (_SAFE, str.__str__(value))
    if kind is dict:
        return {key: _plain(each) for key, each in value.items()}
    if kind is list:
        return [_plain(each) for each in value]
    if kind is tuple:
        return tuple(_plain(each) for each in value)
    if is_dataclass(value) and kind.__dataclass_params__.frozen:
        return (kind.__name__, [_plain(getattr(value, name)) for name in kind.__dataclass_fields__])
    return value


class Once:
    """What a whole page is `given`, and short names for it, each made only once while it is drawn.

    What a template sets itself is never among it: that may change from one line to the next.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self._told: dict[Path, bytes | None] = {}

    def told(self, name: str, attributes: Attributes, environment: Environment) -> list[bytes | None]:
        """A short name for each of these attributes of something; None for what is not plain data."""
        paths: list[Path] = [(name, None)] if attributes is None else [(name, each) for each in attributes]
        if not all(path in self._told for path in paths):
            parts = _parts(self.given[name], attributes, environment)
            self._told.update((path, digest(part)) for path, part in zip(paths, parts, strict=True))
        return [self._told[path] for path in paths]


def _by_name(paths: Iterable[Path]) -> Reading:
    found: dict[str, set[str | None]] = {}
    for name, attribute in paths:
        found.setdefault(name, set()).add(None if attribute in _OF_A_DICT else attribute)
    return tuple(
        (name, None if None in attributes else tuple(sorted(filter(None, attributes))))
        for name, attributes in sorted(found.items())
    )


def _parts(whole: Any, attributes: Attributes, environment: Environment) -> list[Any]:
    """These attributes of something, or all of it."""
    if whole is missing:
        return [_ABSENT]
    if attributes is None:
        return [whole]
    found = (environment.getattr(whole, attribute) for attribute in attributes)
    return [_ABSENT if isinstance(part, Undefined) else part for part in found]


def _alone(reading: Reading, context: Context) -> dict[str, Any]:
    """What is read of a context, with nothing else in it."""
    names: dict[str, Any] = {}
    for name, attributes in reading:
        whole = context.resolve_or_missing(name)
        if whole is missing:
            continue
        if attributes is None:
            names[name] = whole
            continue
        parts = zip(attributes, _parts(whole, attributes, context.environment), strict=True)
        names[name] = {attribute: part for attribute, part in parts if part is not _ABSENT}
    return names
