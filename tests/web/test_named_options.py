"""Options that are filled in by name: a list of names typed or copied, in any of the languages."""

from __future__ import annotations

import pytest

from farmtable.core import Option
from farmtable.tables import Tables
from tests.web.visitor import Visitor


def field(form: str) -> str:
    """The text of the field of banned cards."""
    return form.split('id="option-banned"')[1].split(">", 1)[1].split("</textarea>", maxsplit=1)[0]


@pytest.mark.parametrize(
    "typed",
    [
        "Grocer, Wood Cutter",
        "wood_cutter,grocer",
        "Krämer; HOLZFÄLLER",
        " grocer \n\n wood   cutter\n grocer",
    ],
)
def test_names_of_any_language_are_understood_and_kept(anna: Visitor, tables: Tables, typed: str) -> None:
    form = anna.get("/setup", game="agricola", players=2, option_banned=typed).text
    assert {name.strip() for name in field(form).split(",")} == {"Grocer", "Wood Cutter"}
    assert 'class="wrong"' not in form
    table = tables.open(anna.set_up("local", "bot", game="agricola", option_banned=typed))
    assert set(table.options["banned"].split(",")) == {"grocer", "wood_cutter"}


def test_they_are_shown_in_the_language_of_the_reader(anna: Visitor) -> None:
    anna.client.headers["accept-language"] = "de"
    assert field(anna.get("/setup", game="agricola", option_banned="grocer").text) == "Krämer"
    assert field(anna.get("/setup", game="agricola").text) == ""
    assert 'placeholder="Tierbändiger, Restaurator …"' in anna.get("/setup", game="agricola").text


def test_a_name_that_nothing_has_is_told_beside_the_field_and_loses_nothing(anna: Visitor) -> None:
    typed = {"option_banned": "Groccer, Loom, <b>"}
    form = anna.get("/setup", game="agricola", players=2, **typed).text
    assert field(form) == "Loom, Groccer, &lt;b&gt;"
    assert "There is no “Groccer”. Did you mean “Grocer”?" in form
    assert "There is no “&lt;b&gt;”.<" in form
    answer = anna.post("/tables", game="agricola", players="2", kind_0="local", kind_1="bot", **typed)
    assert answer.status_code == 400
    assert answer.text.count("Did you mean “Grocer”?") == 2
    assert field(answer.text) == "Loom, Groccer, &lt;b&gt;"


def test_too_many_names_are_refused_in_the_language_of_the_reader(anna: Visitor) -> None:
    from farmtable.games.agricola.box.decks import base_deck

    banned = ",".join(card.id for card in base_deck().cards if card.kind == 0 and card.players == 1)
    anna.client.headers["accept-language"] = "de"
    answer = anna.post(
        "/tables", game="agricola", players="2", kind_0="local", kind_1="bot", option_banned=banned
    )
    assert answer.status_code == 400
    assert "Zu viele Karten sind verboten: 0 Ausbildungen sind übrig, 14 werden gebraucht." in answer.text


def test_what_goes_with_cards_is_not_asked_without(anna: Visitor) -> None:
    form = anna.get("/setup", game="agricola", option_cards="none", option_banned="nobody").text
    assert "option-banned" not in form
    assert 'class="wrong"' not in form
    assert anna.set_up("local", "bot", game="agricola", option_cards="none", option_banned="nobody")


def test_a_long_list_is_quoted_in_short(anna: Visitor) -> None:
    form = anna.get("/setup", game="agricola", option_banned="x" * 3000).text
    assert f"There is no “{'x' * 40} …”." in form


def test_of_many_unknown_names_the_nearest_is_looked_for_of_a_few(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from farmtable.web import named

    looked: list[str] = []
    made: list[object] = []
    words = named._choices_by_word

    def look(name: str, *_: object, **__: object) -> list[str]:
        looked.append(name)
        return []

    def make(option: Option) -> dict[str, str]:
        made.append(option)
        return words(option)

    monkeypatch.setattr(named, "get_close_matches", look)
    monkeypatch.setattr(named, "_choices_by_word", make)
    typed = ",".join(f"x{n}" for n in range(4000))
    form = anna.get("/setup", game="agricola", option_banned=typed).text
    assert looked == [f"x{n}" for n in range(named.MOST_TOLD)]
    assert len(made) <= 3
    assert form.count("There is no “x") == named.MOST_TOLD
    assert f"And {4000 - named.MOST_TOLD} more names are unknown." in form
    assert field(form).count(",") == 3999, "and nothing that was typed is lost"
    looked.clear()
    answer = anna.post("/tables", game="agricola", players="2", option_banned=typed)
    assert answer.status_code == 400
    assert len(looked) == named.MOST_TOLD + 1, "once more for the sentence above the form"
