"""Sentences for people, kept apart from their language.

The rules speak in `Text`s: an English template and the values that fill it. English comes out of
`str(text)`; a page calls `text.render(translate, names)` with its reader's catalogue. So a log line
is stored once and read in five languages, and no rule ever imports a translation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol


class Translator(Protocol):
    """What a gettext catalogue offers (`gettext.NullTranslations` and its kin have this shape)."""

    def gettext(self, message: str, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> object: ...

    def ngettext(self, singular: str, plural: str, n: int, /) -> str: ...


def counted(number: float, what: str) -> str:
    """So many of something, for terminals and programmers, who read English: "1 seat", "2 seats"."""
    return f"{number:.15g} {what}{'' if number == 1 else 's'}"


class English:
    """The catalogue of the language the templates are written in."""

    def gettext(self, message: str, /) -> str:
        return message

    def pgettext(self, context: str, message: str, /) -> str:
        return message

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        return singular if n == 1 else plural


ENGLISH = English()


class SeatName:
    """A seat inside a sentence; the reader's page puts the player's name there."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __repr__(self) -> str:
        return f"SeatName({self.seat})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatName) and other.seat == self.seat

    def __hash__(self) -> int:
        return hash(("SeatName", self.seat))


class Text:
    """An English sentence with `{placeholders}` and the values for them.

    Values are numbers and plain strings (shown as they are), other `Text`s (translated too) and
    `SeatName`s. `Text.counted` makes one whose wording depends on a number, its value `n`; `Text.within` one
    whose English words mean something else elsewhere.
    """

    __slots__ = ("context", "plural", "template", "values")

    def __init__(self, template: str, **values: object) -> None:
        self.template = template
        self.plural: str | None = None
        self.context: str | None = None
        self.values = values

    @staticmethod
    def counted(singular: str, plural: str, n: int, **values: object) -> Text:
        """A text with a singular and a plural form, chosen by `n` (also available as `{n}`)."""
        text = Text(singular, n=n, **values)
        text.plural = plural
        return text

    @staticmethod
    def within(context: str, template: str, **values: object) -> Text:
        """A text that catalogues may word differently in this context, like a game's own name for a thing."""
        text = Text(template, **values)
        text.context = context
        return text

    def with_values(self, **values: object) -> Text:
        """The same sentence with these values too."""
        template = self.template
        text = Text(template, **{**self.values, **values})
        text.plural, text.context = self.plural, self.context
        return text

    def render(self, translator: Translator = ENGLISH, names: Sequence[str] | None = None) -> str:
        """The sentence in the translator's language; `names[seat]` stands for each seat."""
        if self.context is not None:
            template = str(translator.pgettext(self.context, self.template))
        elif self.plural is None:
            template = translator.gettext(self.template)
        else:
            n = self.values["n"]
            assert isinstance(n, int)
            template = translator.ngettext(self.template, self.plural, n)
        return template.format(
            **{key: _shown(value, translator, names) for key, value in self.values.items()}
        )

    def as_data(self) -> dict[str, Any]:
        """The sentence, still in no language, as JSON-ready data: for views. `from_data` reads it."""
        data: dict[str, Any] = {"text": self.template}
        if self.plural is not None:
            data["plural"] = self.plural
        if self.context is not None:
            data["context"] = self.context
        if self.values:
            data["values"] = {key: _as_data(value) for key, value in self.values.items()}
        return data

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Text:
        """The sentence that `as_data` wrote."""
        values = {key: _from_data(value) for key, value in data.get("values", {}).items()}
        template = data["text"]
        text = Text(template, **values)
        text.plural, text.context = data.get("plural"), data.get("context")
        return text

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Text({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Text)
            and other.template == self.template
            and other.plural == self.plural
            and other.context == self.context
            and other.values == self.values
        )

    def __hash__(self) -> int:
        return hash((self.template, self.plural, tuple(self.values)))


def _shown(value: object, translator: Translator, names: Sequence[str] | None) -> str:
    if isinstance(value, Text):
        return value.render(translator, names)
    if isinstance(value, SeatName):
        if names is not None:
            return names[value.seat]
        return Text("seat {number}", number=value.seat + 1).render(translator)
    return str(value)


def _as_data(value: object) -> Any:
    if isinstance(value, Text):
        return value.as_data()
    return {"seat": value.seat} if isinstance(value, SeatName) else value


def _from_data(value: Any) -> object:
    if not isinstance(value, Mapping):
        return value
    return SeatName(value["seat"]) if "seat" in value else Text.from_data(value)


def joined(texts: Sequence[Text], render: Callable[[Text], str] = str) -> str:
    """Several sentences in a row, as one string."""
    return " ".join(render(text) for text in texts)


class Refusal:
    """Why an action is not allowed: the rule's number, where the rulebook says it, and the reason.

    `rule` is the number in the game's `RULES.md` ("R15", or "-" if none is needed), `source` the rulebook's
    chapter or page.
    """

    __slots__ = ("reason", "rule", "source")

    def __init__(self, rule: str, source: Text, reason: Text) -> None:
        self.rule = rule
        self.source = source
        self.reason = reason

    def render(self, translator: Translator = ENGLISH, names: Sequence[str] | None = None) -> str:
        """One sentence in the translator's language, with its rule, if it has a number, at the end."""
        reason = self.reason.render(translator, names)
        if self.rule == "-":
            return reason
        return f"{reason} ({self.rule}, {self.source.render(translator, names)})"

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"Refusal({self.rule}: {self.reason})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Refusal)
            and other.rule == self.rule
            and other.reason == self.reason
            and other.source == self.source
        )

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))
