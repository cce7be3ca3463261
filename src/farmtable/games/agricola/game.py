"""The game's declaration: seats, options, action space, and how positions begin and are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from farmtable.core.declaration import About, CardText, Option
from farmtable.core.errors import BadOption
from farmtable.core.game import Game
from farmtable.core.state import State
from farmtable.core.text import Text
from farmtable.games.agricola.box.components import COMPONENTS
from farmtable.games.agricola.box.decks import base_deck, deck_named, load_deck, loaded_decks, occupations
from farmtable.games.agricola.evaluation import observation
from farmtable.games.agricola.evaluation.feature_names import FEATURE_NAMES
from farmtable.games.agricola.examples import EXAMPLES
from farmtable.games.agricola.lessons import CARDS, FAMILY
from farmtable.games.agricola.position.actions import NUM_ACTIONS
from farmtable.games.agricola.position.facts import MAX_FRONT, MINOR, OCCUPATION
from farmtable.games.agricola.rules.series import CAMPAIGN_GAMES, LONGEST, MOST_FOOD, MOST_POINTS, SCORES
from farmtable.games.agricola.state import AgricolaState
from farmtable.games.agricola.stored import position
from farmtable.games.agricola.words.card_texts import card_texts
from farmtable.games.agricola.words.sheet import SHEET_LINES
from farmtable.games.kit.rules_text import rules_text

NO_YES: Final = ("no", "yes")
WITHOUT_CARDS: Final = (("cards", "none"),)
TOO_FEW: Final = {
    OCCUPATION: Text("Too many cards are banned: {left} occupations are left, {needed} are needed."),
    MINOR: Text("Too many cards are banned: {left} minor improvements are left, {needed} are needed."),
}


def _with_deck(option: Option, deck: str) -> Option:
    """An option once a deck has been loaded: it can be chosen, and its cards can be banned."""
    if option.name == "cards":
        return _with_choices(option, {deck: Text("with the cards of {deck}", deck=deck)})
    if option.name == "banned":
        return _with_choices(option, {card.id: card.name for card in deck_named(deck).cards})
    return option


def _with_choices(option: Option, labels: Mapping[str, Text]) -> Option:
    more = {choice: label for choice, label in labels.items() if choice not in option.choices}
    return replace(option, choices=(*option.choices, *more), labels=(*option.labels, *more.values()))


class AgricolaGame(Game):
    """Agricola, revised edition."""

    id = "agricola"
    title = "Agricola"
    rules_version = 4
    min_players = 1
    max_players = 4
    num_actions = NUM_ACTIONS
    observation_size = observation.SIZE
    feature_names = FEATURE_NAMES
    sheet_lines = SHEET_LINES
    about = About(
        Text("Plow, build, breed and feed your family: there is always more to do than people to do it."),
        minutes=(60, 120),
        weight=3,
        for_newcomers={"cards": "none", "hints": "yes"},
    )
    lessons = (FAMILY, CARDS)
    examples = EXAMPLES
    options: tuple[Option, ...] = (
        Option(
            "cards",
            Text("Hand cards"),
            "base",
            ("base", "none"),
            (Text("with occupations and minor improvements"), Text("without")),
        ),
        Option(
            "hands",
            Text("Starting hands"),
            "dealt",
            ("dealt", "of_ten", "drafted", "chosen"),
            (
                Text("dealt at random"),
                Text("dealt ten of each kind, seven kept"),
                Text("drafted: keep one, pass the rest"),
                Text("chosen freely (solo)"),
            ),
            not_with=WITHOUT_CARDS,
            seats_of=(("chosen", (1,)),),
        ),
        Option(
            "pack_size",
            Text("Cards of each kind to draft from"),
            "7",
            ("7", "8", "9", "10"),
            tuple(Text("{number} cards", number=number) for number in range(7, 11)),
            needs=(("hands", "drafted"),),
        ),
        Option(
            "draft_order",
            Text("Order of the draft"),
            "together",
            ("together", "occupations_first"),
            (Text("a card of each kind at a time"), Text("occupations first, then improvements")),
            needs=(("hands", "drafted"),),
            added=True,
        ),
        Option(
            "redraw",
            Text("Giving the whole hand back"),
            "no",
            NO_YES,
            (Text("not allowed"), Text("once, for one with a card fewer of each kind")),
            needs=(("hands", "dealt"),),
            not_with=WITHOUT_CARDS,
            added=True,
        ),
        Option(
            "start",
            Text("Starting player"),
            "random",
            ("random", "1", "2", "3", "4"),
            (
                Text("drawn at random"),
                *(Text("seat {number}", number=number) for number in range(1, 5)),
            ),
            seats_of=(("2", (2, 3, 4)), ("3", (3, 4)), ("4", (4,))),
        ),
        Option(
            "stage_order",
            Text("Order of the stage cards"),
            "random",
            ("random", "chosen"),
            (Text("drawn at random"), Text("chosen by the starting player")),
        ),
        Option(
            "side_job",
            Text("Side Job tile"),
            "no",
            NO_YES,
            (Text("left out"), Text("on the board")),
            needs=WITHOUT_CARDS,
        ),
        Option(
            "variant_tile",
            Text("Variant tile for this number of players"),
            "no",
            NO_YES,
            (Text("left out"), Text("on the board")),
            (2, 3, 4),
        ),
        Option(
            "hints",
            Text("Hints for a first game"),
            "no",
            NO_YES,
            (Text("none"), Text("three good spaces are marked")),
        ),
        Option(
            "series",
            Text("Solo series"),
            "no",
            ("no", *(str(number) for number in range(1, LONGEST + 1))),
            (
                Text("a single game"),
                *(Text("game {number}", number=number) for number in range(1, LONGEST + 1)),
            ),
            (1,),
        ),
        Option(
            "series_food",
            Text("Solo series: food from the previous game"),
            "0",
            tuple(str(food) for food in range(MOST_FOOD + 1)),
            tuple(Text("{number} food", number=food) for food in range(MOST_FOOD + 1)),
            (1,),
            not_with=(("series", "no"),),
        ),
        Option(
            "campaign",
            Text("Campaign of three games"),
            "no",
            ("no", *(str(number) for number in range(1, CAMPAIGN_GAMES + 1))),
            (
                Text("a single game"),
                *(Text("game {number}", number=number) for number in range(1, CAMPAIGN_GAMES + 1)),
            ),
            (2, 3, 4),
            added=True,
        ),
        Option(
            "campaign_points",
            Text("Campaign points from the previous games"),
            "",
            seats=(2, 3, 4),
            per_seat=(0, MOST_POINTS),
            added=True,
        ),
        Option(
            "campaign_scores",
            Text("Points from all previous games"),
            "",
            seats=(2, 3, 4),
            per_seat=SCORES,
            added=True,
        ),
        Option(
            "kept",
            Text("Occupations kept from the previous game"),
            "",
            tuple(f"{seat}:{card.id}" for seat in range(1, 5) for card in occupations()),
            tuple(card.name for _ in range(4) for card in occupations()),
            several=True,
            not_with=WITHOUT_CARDS,
        ),
        Option(
            "extra_food",
            Text("Seats that begin with 1 extra food"),
            "",
            ("1", "2", "3", "4"),
            seats=(2, 3, 4),
            several=True,
        ),
        Option(
            "banned",
            Text("Banned cards"),
            "",
            tuple(card.id for card in base_deck().cards),
            tuple(card.name for card in base_deck().cards),
            several=True,
            by_name=True,
            added=True,
            not_with=WITHOUT_CARDS,
        ),
        Option("components", Text("Component facts"), None),
    )

    def load_option(self, name: str, value: Any) -> Any:
        """The path of a deck of one's own becomes its name, which can be chosen from now on."""
        if name != "cards" or not str(value).endswith(".py"):
            return value
        deck = load_deck(value)
        COMPONENTS.forget_facts()
        self.options = tuple(_with_deck(option, deck) for option in self.options)
        return deck

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        cards = options.get("cards", "base")
        if cards in ("base", "none"):
            return super().check_options(options)
        if cards not in loaded_decks():
            raise BadOption(
                f"cards is base, none or a deck of your own, not {cards!r}; "
                "a deck of your own is loaded by its file, as --cards my_deck.py"
            )
        return super().check_options({**options, "cards": "base"}) | {"cards": cards}

    def cards(self) -> list[CardText]:
        return card_texts()

    def check_seats(self, players: int, options: Mapping[str, Any]) -> None:
        super().check_seats(players, options)
        if options["start"] not in ("random", *(str(seat + 1) for seat in range(players))):
            raise BadOption(f"start is one of the {players} seats of this game, not {options['start']}")
        if options["series"] == "no" and options["series_food"] != "0":
            raise BadOption("series_food goes with a game of the series: give series as well")
        for name in ("campaign_points", "campaign_scores"):
            if name in options and options.get("campaign", "1") == "1":
                raise BadOption(f"{name} goes with the second or third game: give campaign as well")
        if any(int(seat) > players for seat in options["extra_food"].split(",") if seat):
            raise BadOption(f"extra_food names seats of this game, 1 to {players}")
        self._check_cards(players, options)

    def _check_cards(self, players: int, options: Mapping[str, Any]) -> None:
        """How hands are made must go with the number of players and with each other."""
        without = options["cards"] == "none"
        if options["hands"] == "chosen" and players > 1:
            raise BadOption("hands are chosen freely only in a game for one (R13.1)")
        if options["pack_size"] != "7" and (without or options["hands"] != "drafted"):
            raise BadOption("pack_size goes with a draft: give hands=drafted as well")
        if "draft_order" in options and (without or options["hands"] != "drafted"):
            raise BadOption("draft_order goes with a draft: give hands=drafted as well")
        if "redraw" in options and (without or options["hands"] != "dealt"):
            raise BadOption("redraw goes with hands that are dealt: leave hands=dealt")
        if without and (options["hands"] != "dealt" or options["kept"] or options.get("banned", "")):
            raise BadOption("hands, kept and banned go with hand cards: this game is played without")
        if options["side_job"] == "yes" and not without:
            raise BadOption("the Side Job tile is for games without hand cards (R14.2)")
        kept = [part.split(":") for part in options["kept"].split(",") if part]
        for seat, card in kept:
            if int(seat) > players or [name for _, name in kept].count(card) > 1:
                raise BadOption(f"kept: {seat}:{card} is no seat of this game, or the card is named twice")
        if kept:
            self._check_room(players, options)
        if options.get("banned", ""):
            self._check_banned(players, options)

    def _check_room(self, players: int, options: Mapping[str, Any]) -> None:
        """In front of each seat there must be room for what it kept and all that it may play."""
        facts = COMPONENTS.facts(players, options)
        for seat in range(players):
            kept = sum(owner == seat for owner, _ in facts.kept)
            cards = kept + sum(int(facts.dealt_to(seat, kind)) for kind in (OCCUPATION, MINOR))
            if cards >= MAX_FRONT:
                raise BadOption(f"kept: seat {seat + 1} has {cards} cards, but room for {MAX_FRONT - 1}")

    def _check_banned(self, players: int, options: Mapping[str, Any]) -> None:
        """The cards that are left must be enough for all hands, and none of them lie on the table (R14.7)."""
        deck = deck_named(options["cards"])
        banned = options["banned"].split(",")
        kept = [part.partition(":")[2] for part in options["kept"].split(",") if part]
        if unknown := sorted(set(banned) - {card.id for card in deck.cards}):
            raise BadOption(f"banned: this game has no card {unknown[0]!r}")
        if both := sorted(set(banned) & set(kept)):
            raise BadOption(f"kept: {both[0]} is banned")
        facts = COMPONENTS.facts(players, options)
        for kind, sentence in TOO_FEW.items():
            needed = sum(int(facts.dealt_to(seat, kind)) for seat in range(players))
            left = sum(
                card.kind == kind and card.players <= players and card.id not in (*banned, *kept)
                for card in deck.cards
            )
            if left < needed:
                raise BadOption(sentence.with_values(left=left, needed=needed))

    def check_file(self, name: str, content: dict[str, Any]) -> dict[str, Any]:
        return COMPONENTS.check(content)

    def has_secrets(self, options: Mapping[str, Any]) -> bool:
        """Hands are all that is ever hidden."""
        return bool(options["cards"] != "none")

    def networks(self, players: int, options: Mapping[str, Any]) -> list[Path]:
        names = [f"base-{players}", "base"]
        if options["cards"] == "none":
            names.insert(0, f"none-{players}")
        return [Path(__file__).with_name("networks") / f"{name}.safetensors" for name in names]

    def rules(self, language: str = "en") -> str:
        return rules_text(__package__, language)

    def _new(self, players: int, options: dict[str, Any]) -> State:
        state = AgricolaState(self, players, options, COMPONENTS.facts(players, options))
        state.set_up()
        return state

    def _load(self, data: Mapping[str, Any]) -> State:
        return position.from_dict(self, data)


GAME = AgricolaGame()
