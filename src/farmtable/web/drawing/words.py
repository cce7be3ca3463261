"""gettext for templates, as Jinja's own newstyle functions do it, but each sentence looked up only once.

Templates ask for the same thousand sentences again and again. What is looked up never changes: an environment
has one language.
"""

from __future__ import annotations

from typing import Any

from babel.support import NullTranslations
from jinja2 import Environment
from markupsafe import Markup


def install(environment: Environment, catalogue: NullTranslations) -> None:
    """Give templates `_`, `gettext`, `ngettext`, `pgettext` and `npgettext` of a catalogue."""
    known: dict[tuple[str, ...], Markup] = {}
    finished: dict[str, Markup] = {}

    def looked_up(*message: str) -> Markup:
        found = known.get(message)
        if found is None:
            ask = catalogue.gettext if len(message) == 1 else catalogue.pgettext
            found = known[message] = Markup(ask(*message))  # noqa: S704 - sentences of ours
        return found

    def gettext(message: str, **variables: Any) -> Markup:
        if variables:
            return looked_up(message) % variables
        done = finished.get(message)
        if done is None:
            done = finished[message] = looked_up(message) % {}
        return done

    def pgettext(context: str, message: str, **variables: Any) -> Markup:
        return looked_up(context, message) % variables

    def ngettext(singular: str, plural: str, number: int, **variables: Any) -> Markup:
        said = Markup(catalogue.ngettext(singular, plural, number))  # noqa: S704 - sentences of ours
        return said % {"num": number, **variables}

    def npgettext(context: str, singular: str, plural: str, number: int, **variables: Any) -> Markup:
        said = Markup(catalogue.npgettext(context, singular, plural, number))  # noqa: S704 - sentences of ours
        return said % {"num": number, **variables}

    functions = {"gettext": gettext, "ngettext": ngettext, "pgettext": pgettext, "npgettext": npgettext}
    environment.__dict__["newstyle_gettext"] = True  # for the extension: sentences come formatted
    environment.globals |= functions | {"_": gettext}
