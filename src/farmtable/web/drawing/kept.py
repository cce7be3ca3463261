"""Templates whose fragments are kept: what is included or called is drawn once for what it reads.

A fragment's key is made of the values that its template reads (`reads`), so it serves whoever is shown the
same: after a decision that changed something else, to a spectator beside another, at another table. What
reads anything but plain data is drawn each time.

What is drawn is never put together to one long text before it is sent: a page is a list of pieces, and what
was kept is in it the very same objects. So a fragment that is made of others costs only what lies between
them, and two pages are compared without being read (`web/changes.py`).
"""

from __future__ import annotations

import marshal
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import is_dataclass
from hashlib import blake2b
from threading import Lock, RLock
from typing import Any, Final

from jinja2 import Environment, Template, TemplateNotFound, nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro, Undefined
from jinja2.utils import missing
from markupsafe import Markup

from farmtable.web.drawing.quick import OF_A_DICT, Called, QuickContext, QuickEnvironment, escape, say_at_once
from farmtable.web.drawing.reads import CHOSEN, Path, Reads, paths_of, reads_in

LONGEST: Final = 40_000
"""What has more text of its own, beside the fragments that it is made of, is put together anew each time."""
SHORT: Final = 200
"""What is shorter is no piece by itself."""
MOST_KEPT: Final = 48_000_000
"""So many characters of fragments are kept, the latest."""
OVERHEAD: Final = 200
"""Of each, counted as characters."""
MODULES_KEPT: Final = 512
LOOK_EVERY: Final = 1.0
PLAIN: Final = 2
"""The version of marshal in which what is equal looks alike."""

SENTENCES: Final = ("_", "gettext", "pgettext")
"""Under these names templates have functions that know sentences without values by heart."""
ONCE: Final = "_once"
"""Under this name templates are given a `Once`."""

_READS: Final = "reads"
"""Under this name a compiled template tells what it reads."""
_ABSENT: Final = ("nothing is there",)
_SAFE: Final = "marked as safe"
_SIMPLE: Final = frozenset({str, int, bool, type(None)})


Attributes = tuple[str, ...] | None
"""Those of something that are read; None: it is read whole."""
Reading = tuple[tuple[str, Attributes], ...]


class Piece(Markup):
    """Text that was drawn and is kept: never changed, and again the same object where it is shown again."""

    __slots__ = ()

    def __new__(cls, text: str) -> Piece:
        """`text` was drawn: all that could be mistaken for tags in it is escaped."""
        return str.__new__(cls, text)


Fragment = tuple[str, ...]
"""What a template has drawn: pieces, one after the other."""


class Fragments:
    """Fragments by what they show, the most lately used first to stay."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[bytes, tuple[Fragment, int]] = OrderedDict()
        self._size = 0
        self._most = most
        self._lock = Lock()

    def get(self, key: bytes) -> Fragment | None:
        """The fragment under this key, if it is kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: bytes, fragment: Fragment, own: int) -> None:
        """Keep a fragment with so much text of its own, and give up others where there are too many."""
        if own > LONGEST:
            return
        with self._lock:
            if key not in self._kept:
                self._kept[key] = fragment, own
                self._size += own + OVERHEAD
            while self._size > self._most:
                _, (_, given_up) = self._kept.popitem(last=False)
                self._size -= given_up + OVERHEAD

    def clear(self) -> None:
        """Give up all."""
        with self._lock:
            self._kept.clear()
            self._size = 0


FRAGMENTS: Final = Fragments()


class Keeping(QuickEnvironment):
    """An environment that keeps fragments. `language` is what else they depend on."""

    def __init__(self, language: str, home: str = "", **settings: Any) -> None:
        super().__init__(auto_reload=False, **settings)
        self.template_class = Kept
        self.context_class = QuickContext
        self.language = language
        self.fragments = FRAGMENTS
        self.modules: OrderedDict[bytes, KeptModule] = OrderedDict()
        self._reads: dict[tuple[str, str], Reading | None] = {}
        self._found: dict[str, Template] = {}
        self._making = RLock()
        self._home = home
        self._looked = time.monotonic()
        self.from_elsewhere: list[Template] = []

    def reads(self, name: str, chosen: Mapping[str, str]) -> Reading | None:
        """What the template called `name` reads of each name, in order; None where that cannot be said."""
        key = name, "|".join(chosen.values())
        if key not in self._reads:
            with self._making:
                if key not in self._reads:
                    paths = paths_of(self, name, chosen)
                    self._reads[key] = None if paths is None else _by_name(paths)
        return self._reads[key]

    def get_template(  # type: ignore[override] # templates are not asked for by themselves
        self, name: str, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template called `name`: each is looked for once."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = super().get_template(name, parent, globals)
        return found

    def reads_of(self, name: str) -> Reads | None:
        """What the template called `name` reads itself; None where there is none."""
        try:
            template = self.get_template(name)
        except TemplateNotFound:
            return None
        assert isinstance(template, Kept)
        return template.reads

    def _generate(self, source: nodes.Template, *more: Any, **named: Any) -> str:
        reads = tuple(reads_in(source))
        sentences = {name: known for name, known in self.globals.items() if name in SENTENCES}
        return f"{super()._generate(say_at_once(source, sentences), *more, **named)}\n{_READS} = {reads!r}\n"

    def _load_template(self, name: str, globals: MutableMapping[str, Any] | None) -> Template:
        """Each is compiled once, though all pages ask for it at the same moment, as they do after a start."""
        with self._making:
            return super()._load_template(name, globals)

    def refresh(self) -> None:
        """Forget everything if a template is another now: for whoever writes one.

        Those that lie below `home` are looked at from time to time only.
        """
        now = time.monotonic()
        looked_at = self.from_elsewhere
        assert self.cache is not None
        if now - self._looked >= LOOK_EVERY:
            self._looked, looked_at = now, list(self.cache.values())
        if not all(template.is_up_to_date for template in looked_at):
            self.from_elsewhere = []
            self.cache.clear()
            self._found.clear()
            self.modules.clear()
            self._reads.clear()
            self.fragments.clear()

    def is_at_home(self, template: Template) -> bool:
        """Whether a template lies below `home`."""
        return (template.filename or "").startswith(self._home)


class Kept(Template):
    """A template that is not filled again where it was before with the same."""

    environment: Keeping
    reads: Reads
    _fill: Callable[[Context], Iterator[str]]
    _long: bool

    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: MutableMapping[str, Any], globals: MutableMapping[str, Any]
    ) -> Kept:
        namespace["escape"] = escape
        template = super()._from_namespace(environment, namespace, globals)
        assert isinstance(template, Kept)
        template._fill = template.root_render_func
        template._long = False
        template.reads = Reads(*namespace[_READS])
        if not template.environment.is_at_home(template):
            template.environment.from_elsewhere.append(template)
        template.root_render_func = template._filled
        return template

    def _filled(self, context: Context) -> Iterator[str]:
        key = None if self._long else self._key(self._reading(context), context, "")
        if key is None:
            return self._fill_once(context)
        fragment = self.environment.fragments.get(key)
        if fragment is None:
            fragment, own = self._made(context)
            self._long = own > LONGEST
            self.environment.fragments.put(key, fragment, own)
        return _each(fragment)

    def pieces(self, given: Mapping[str, Any]) -> Fragment:
        """The template filled, as what `render` makes one text of. Whole pages are not kept."""
        try:
            return self._made(self.new_context(dict(given)))[0]
        except Exception:
            self.environment.handle_exception()  # as `render` does: it raises with the lines of templates
            raise

    def _made(self, context: Context) -> tuple[Fragment, int]:
        """Fill the template, and let go of the macros that it made.

        Each holds the context that holds it, with all that the page was given: rings that would have to be
        looked for.
        """
        made = put_together(self._fill(context))
        context.vars.clear()
        return made

    def _fill_once(self, context: Context) -> Iterator[str]:
        """The same, piece by piece, for a template that draws others as it goes."""
        yield from self._fill(context)
        context.vars.clear()

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
            if whole is missing:
                told.append(_ABSENT)
            elif once is not missing and once.given.get(name, missing) is whole:
                part = once.told(name, attributes, context.environment)
                if part is None:
                    return None
                told.append(part)
            else:
                told.append(_parts(whole, attributes, context.environment))
        return digest(told)


class KeptModule(TemplateModule):
    """What a template exports, its macros keeping what they made."""

    def __init__(self, template: Kept, context: Context, key: bytes) -> None:
        super().__init__(template, context, list(template._fill(context)))
        for name, value in self.__dict__.items():
            if isinstance(value, Macro):
                self.__dict__[name] = KeptMacro(value, key, template.environment.fragments)


class KeptMacro(Called):
    """A macro that is not carried out again for what it was before. All else that it reads is in `key`."""

    def __init__(self, macro: Macro, key: bytes, fragments: Fragments) -> None:
        self._macro = macro
        self._key = key
        self._fragments = fragments

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        """What the macro makes of this."""
        key = digest(self._key, self._macro.name, len(args), *args, *kwargs.items())
        if key is None:
            return self._macro(*args, **kwargs)
        found = self._fragments.get(key)
        if found is not None:
            return found[0]
        made = self._macro(*args, **kwargs)
        if len(made) >= SHORT:
            made = Piece(made)
        self._fragments.put(key, (made,), len(made))
        return made


def put_together(events: Iterable[str]) -> tuple[Fragment, int]:
    """What fills a template, with all that lies between kept pieces as one; and how much of it is new."""
    pieces: list[str] = []
    between: list[str] = []
    own = 0
    for event in events:
        if type(event) is Piece:
            if between:
                own += _end(between, pieces)
            pieces.append(event)
        else:
            between.append(event)
    own += _end(between, pieces)
    return tuple(pieces), own


def _end(between: list[str], pieces: list[str]) -> int:
    text = "".join(between)
    if text:
        pieces.append(Piece(text))
        between.clear()
    return len(text)


def _each(fragment: Sequence[str]) -> Generator[str]:
    """A fragment as what fills a template gives it."""
    if len(fragment) == 1 and len(fragment[0]) < SHORT:
        yield str(fragment[0])
    else:
        yield from fragment


def digest(*values: Any) -> bytes | None:
    """A short name for plain data; None where there is anything else among it."""
    try:
        told = _dumped(values)
    except ValueError:
        return None
    return blake2b(told, digest_size=16).digest()


def _dumped(value: Any) -> bytes:
    """Plain data as bytes, what was marked as safe told apart from what was not. Raises ValueError else.

    What holds nothing but what marshal knows is left to it: only a container of something else is opened.
    """
    try:
        return marshal.dumps(value, PLAIN)
    except ValueError:
        return marshal.dumps(_opened(value), PLAIN)


def _opened(value: Any) -> Any:
    """The same as something that marshal knows: of a container in it, the bytes stand for it."""
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind is Markup or kind is Piece:
        return _SAFE, str.__str__(value)
    if kind is dict:
        return {key: _part(each) for key, each in value.items()}
    if kind is list:
        return [_part(each) for each in value]
    if kind is tuple:
        return tuple([_part(each) for each in value])
    if is_dataclass(value) and kind.__dataclass_params__.frozen:
        return kind.__name__, [_part(getattr(value, name)) for name in kind.__dataclass_fields__]
    raise ValueError(kind)


def _part(value: Any) -> Any:
    kind = type(value)
    return _opened(value) if kind in _SIMPLE or kind is Markup or kind is Piece else _dumped(value)


class Once:
    """What a whole page is `given`, and short names for it, each made only once while it is drawn.

    What a template sets itself is never among it: that may change from one line to the next.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self._told: dict[tuple[str, Attributes], bytes | None] = {}

    def told(self, name: str, attributes: Attributes, environment: Environment) -> bytes | None:
        """A short name for these attributes of something; None for what is not plain data."""
        key = name, attributes
        if key not in self._told:
            self._told[key] = self._tell(name, attributes, environment)
        return self._told[key]

    def _tell(self, name: str, attributes: Attributes, environment: Environment) -> bytes | None:
        if attributes is None or len(attributes) == 1:
            return digest(_parts(self.given[name], attributes, environment))
        each = [self.told(name, (attribute,), environment) for attribute in attributes]
        return None if None in each else digest(each)


def _by_name(paths: Iterable[Path]) -> Reading:
    found: dict[str, set[str | None]] = {}
    for name, attribute in paths:
        found.setdefault(name, set()).add(None if attribute in OF_A_DICT else attribute)
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
