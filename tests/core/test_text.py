"""Sentences for people: English by itself, other languages by a catalogue."""

import json

from farmtable import Refusal, SeatName, Text


class Shouting:
    """A catalogue that shows what went through it."""

    def gettext(self, message: str, /) -> str:
        return message.upper().replace("{SEAT}", "{seat}").replace("{CROP}", "{crop}").replace("{N}", "{n}")

    def pgettext(self, context: str, message: str, /) -> str:
        return f"{self.gettext(message)} OF {context}"

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        return self.gettext(singular if n == 1 else plural)


def test_english_comes_by_itself() -> None:
    text = Text("{seat} sells {crop}.", seat=SeatName(1), crop=Text("beans"))
    assert str(text) == "seat 2 sells beans."
    assert text.render(names=["Ada", "Ben"]) == "Ben sells beans."


def test_values_are_translated_too_but_names_and_strings_are_not() -> None:
    text = Text("{seat} sells {crop}.", seat=SeatName(0), crop=Text("beans"))
    assert text.render(Shouting(), ["Ada"]) == "Ada SELLS BEANS."
    assert Text("{crop}", crop="beans").render(Shouting()) == "beans"


def test_counted_texts_choose_their_form() -> None:
    assert [str(Text.counted("{n} tile", "{n} tiles", n)) for n in (1, 2)] == ["1 tile", "2 tiles"]
    assert Text.counted("{n} tile", "{n} tiles", 3).render(Shouting()) == "3 TILES"


def test_a_text_within_a_context_is_worded_there() -> None:
    text = Text.within("fair", "stall")
    assert str(text) == "stall"
    assert text.render(Shouting()) == "STALL OF fair"
    assert Text.from_data(json.loads(json.dumps(text.as_data()))) == text != Text("stall")


def test_texts_are_equal_by_what_they_say() -> None:
    assert Text("{n} in all", n=1) == Text("{n} in all", n=1)
    assert hash(Text("{n} in all", n=1)) == hash(Text("{n} in all", n=1))
    assert Text("{n} in all", n=1) != Text("{n} in all", n=2)
    assert Text("{n} tile", n=1) != Text.counted("{n} tile", "{n} tiles", 1)
    assert SeatName(1) == SeatName(1) != SeatName(2)


def test_a_refusal_names_its_rule() -> None:
    refusal = Refusal("M4", Text("selling"), Text("You need two crates."))
    assert str(refusal) == "You need two crates. (M4, selling)"
    assert refusal.render(Shouting()) == "YOU NEED TWO CRATES. (M4, SELLING)"
    assert refusal == Refusal("M4", Text("selling"), Text("You need two crates."))
    assert refusal != Refusal("M5", Text("selling"), Text("You need two crates."))


def test_texts_go_through_data_and_come_back_the_same() -> None:
    text = Text.counted(
        "{seat} has {n} {crop}", "{seat} has {n} {crop}s", 2, seat=SeatName(1), crop=Text("bean")
    )
    data = json.loads(json.dumps(text.as_data()))
    assert Text.from_data(data) == text
    assert Text.from_data(data).render(names=["Ada", "Ben"]) == "Ben has 2 beans"
    assert Text("beans").as_data() == {"text": "beans"}


def test_a_sentence_gets_more_values() -> None:
    """The template stays where it is gathered, the values come later."""
    kept = Text("{card} is used {often}.", often="twice")
    assert str(kept.with_values(card="Basket")) == "Basket is used twice."
    counted = Text.counted("{n} {good}", "{n} {good}s", 2).with_values(good="field")
    assert str(counted) == "2 fields"
