"""Options that people fill in by name: what was typed, and which choices it names.

A list of names is often copied from elsewhere, so they may be in any of the languages, separated by commas,
semicolons or line breaks; the ids used in records also work.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from farmtable.core import Option, Text
from farmtable.i18n import LANGUAGES, catalogue_with_games
from farmtable.web.reader import Reader

BETWEEN = re.compile(r"[,;\n]")
LONGEST = 40  # how many letters of an unknown name are quoted
MOST_TOLD = 8  # how many unknown names are listed


@dataclass(frozen=True)
class Named:
    """The choices that a text names, each once, and the `unknown` names in it."""

    choices: list[str]
    unknown: list[str]


def read_names(option: Option, text: str) -> Named:
    """The choices of `option` that `text` names."""
    known = _choices_by_word(option)
    choices: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for name in BETWEEN.split(text):
        if choice := known.get(_plain(name)):
            choices[choice] = None
        elif name.strip():
            unknown[" ".join(name.split())] = None
    return Named(list(choices), list(unknown))


def spelled(option: Option, choice: str, reader: Reader) -> str:
    """The name of a choice in the reader's language."""
    return reader.say(option.labels[option.choices.index(choice)])


def no_such(option: Option, names: Sequence[str], reader: Reader) -> list[Text]:
    """Messages that these names are unknown, each of the first ones with the most similar known name. Only a
    few, because the search takes time, and somebody who has pasted a list of something else needs no more."""
    known = _choices_by_word(option)
    told = [_no_such(option, name, known, reader) for name in names[:MOST_TOLD]]
    more = len(names) - len(told)
    if more:
        told.append(Text.counted("And {n} more name is unknown.", "And {n} more names are unknown.", more))
    return told


def _no_such(option: Option, name: str, known: Mapping[str, str], reader: Reader) -> Text:
    quoted = name if len(name) <= LONGEST else f"{name[:LONGEST]} …"
    near = get_close_matches(_plain(quoted), known, n=1, cutoff=0.8)
    if not near:
        return Text("There is no “{name}”.", name=quoted)
    meant = spelled(option, known[near[0]], reader)
    return Text("There is no “{name}”. Did you mean “{near}”?", name=quoted, near=meant)


def _choices_by_word(option: Option) -> dict[str, str]:
    """Every word that stands for a choice: its id, and its label in each language."""
    words = {_plain(choice): choice for choice in option.choices}
    for language in LANGUAGES:
        translator = catalogue_with_games(language)
        for choice, label in zip(option.choices, option.labels, strict=True):
            words.setdefault(_plain(label.render(translator)), choice)
    return words


def _plain(name: str) -> str:
    """A name without what people do not type carefully: capitals, spaces, a curly apostrophe."""
    return " ".join(name.casefold().replace("’", "'").split())
