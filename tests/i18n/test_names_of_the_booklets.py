"""Names in Italian are those of the booklets, wherever these have one."""

from __future__ import annotations

import re

import pytest

from farmtable import game
from farmtable.i18n import catalogue
from tools.catalogues import read

# What the booklet of Mi Tierra calls things, by the section that does. It has no page numbers.
MI_TIERRA = {
    "Contenuto": {"grapes": "uva", "cakes": "torte", "flour": "farina", "milk": "latte", "eggs": "uova"},
    "Fase 3: Posizionamento dei lavoratori": {"Seed Shop": "Rivendita di semi"},
    "Bosco": {"Forest": "Bosco", "barnyard": "recinto", "Barnyards": "Recinti"},
    "Allevamento ovino": {"Sheep Farm": "Allevamento ovino", "sheep": "pecore"},
    "Piazza dei lavoratori disponibili": {"Workers’ Square": "Piazza dei lavoratori disponibili"},
    "Coltivazioni": {"apples": "mele", "wheat": "grano"},
    "Allevamento bovino": {"Cattle Farm": "Allevamento bovino", "cows": "mucche"},
    "Pollaio": {"Chicken Coop": "Pollaio", "chickens": "polli"},
    "Industria di lavorazione dei prodotti animali": {
        "Animal Industry": "Industria di lavorazione dei prodotti animali"
    },
    "Torre dell’orologio": {"Clock Tower": "Torre dell’orologio"},
    "Forno": {"Oven": "Forno"},
    "Sviluppo": {"Development": "Sviluppo", "Development cards": "Carte sviluppo"},
    "Industria vinicola e di macinazione": {
        "Winery and Mill": "Industria vinicola e di macinazione",
        "wine": "vino",
    },
    "Industria vestiario": {"Clothing Industry": "Industria vestiario", "wool": "lana"},
    "Attivazione dei lavoratori": {"Own Farm": "Propria fattoria", "Hut": "Capanna"},
    "Mercati ufficiali": {"Official Market": "Mercato ufficiale"},
    "Mercato nero": {"Black Market": "Mercato nero"},
    "Mantenimento mercato": {"Closing line": "Area chiusura mercati"},
    "Fase 1: ordine di gioco": {"Turn Order": "Ordine di gioco", "Money": "Denaro"},
    "Carte evento": {"Permanent events": "Eventi permanenti"},
    "Carte sviluppo": {"Frost": "Gelate", "Fruit Fly": "Mosca della frutta", "meat": "carne"},
    "Eventi": {"Thieves": "Ladri di animali", "Inflation": "Inflazione"},
    "Fine partita": {"clothes": "abiti"},
}
TABLE_OF_ZONES = re.compile(r"^\| (\d+) \| ([^|]+) \|", re.MULTILINE)
ITS_OWN = {"Forest", "sheep"}
"""Names that another game uses for something else."""


def named(english: str) -> str:
    italian = catalogue("it")
    said = italian.pgettext("mi_tierra", english) if english in ITS_OWN else italian.gettext(english)
    return str(said)


@pytest.mark.parametrize("section", MI_TIERRA)
def test_mi_tierra_speaks_as_its_booklet(section: str) -> None:
    assert {english: named(english) for english in MI_TIERRA[section]} == MI_TIERRA[section]


def test_the_rules_name_the_zones_as_the_table_does() -> None:
    from farmtable.games.mi_tierra.position.nouns import ZONES

    told = {int(number): name for number, name in TABLE_OF_ZONES.findall(game("mi_tierra").rules("it"))}
    assert [told[number] for number in range(1, 17)] == [zone.render(catalogue("it")) for zone in ZONES]


def test_a_name_of_its_own_leaves_that_of_another_game_alone() -> None:
    assert catalogue("it").gettext("Forest") == "Foresta", "Agricola"
    assert named("Forest") == "Bosco"


def test_a_round_is_called_round_as_in_the_booklet_of_agricola() -> None:
    for message in read("it"):
        said = message.string if isinstance(message.string, str) else " ".join(message.string or ())
        english = message.id if isinstance(message.id, str) else " ".join(message.id)
        assert not re.search(r"\bgir[oi]\b", said, re.IGNORECASE), said
        if re.search(r"\brounds?\b", english, re.IGNORECASE):
            assert re.search(r"\bround\b", said, re.IGNORECASE), said


@pytest.mark.parametrize(
    ("language", "herd", "one"),
    [
        ("de", "Schafe", "Schaf"),
        ("fr", "moutons", "mouton"),
        ("es", "ovejas", "oveja"),
        ("it", "pecore", "pecora"),
    ],
)
def test_a_herd_is_many_and_a_price_is_for_one(language: str, herd: str, one: str) -> None:
    """English says "sheep" to both: Mi Tierra names kinds as it does cows, Agricola as it does cattle."""
    words = catalogue(language)
    assert words.pgettext("mi_tierra", "sheep") == herd
    assert words.gettext("sheep") == one
