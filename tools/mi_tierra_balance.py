"""Measures the balance of Mi Tierra: `python -m tools.mi_tierra_balance [GAMES [TABLE …]]`, in a checkout.

Prints the tables of `docs/mi_tierra-balance.md`: players, first-seat, strategies, use, figures,
reconstruction, chosen and mill, or those that are named. Every figure comes from games of the
program's own bots; what follows ± is the standard error of a mean.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from farmtable.bots import Bot, make_bot
from farmtable.core import CHANCE, OVER, Rng, State, sample_chance
from farmtable.core.state import Perspective
from farmtable.games.mi_tierra import GAME, MiTierraState
from farmtable.games.mi_tierra.box.components import COMPONENTS
from farmtable.games.mi_tierra.position.actions import (
    AT_DEVELOPMENT,
    AT_FIELD,
    BUY,
    BUY_CARD,
    LEAVE,
    OFFER,
    PAIR,
    PLACE,
    SELL,
    TO_BLACK_MARKET,
    block_of,
)
from farmtable.games.mi_tierra.position.facts import (
    ANIMAL_INDUSTRY,
    BLACK_MARKET,
    CATTLE_FARM,
    CLOCK_TOWER,
    CLOTHING,
    COOP,
    DEVELOPMENT,
    EVENT_IDS,
    FARM,
    FOREST,
    GOOD_IDS,
    GOODS,
    MARKET,
    OVEN,
    RESOURCES,
    ROMAN,
    SEED_SHOP,
    SHEEP_FARM,
    SQUARE,
    TURN_ORDER,
    WINERY,
)
from farmtable.games.mi_tierra.position.packed import unpack_amount, unpack_offer, unpack_purchase
from farmtable.games.mi_tierra.position.steps import OFFERED
from farmtable.games.mi_tierra.words.notation import ZONE_NAMES
from tests.games.mi_tierra.figures import FIGURES

Table = Mapping[str, Any]

LEANING: Final = 500  # hundredths of money that a liking adds to a worker placed there
NEVER: Final = -1_000_000

ALIKE: Final = {
    "fields": (SEED_SHOP, FARM),
    "animals": (FOREST, SHEEP_FARM, CATTLE_FARM, COOP, ANIMAL_INDUSTRY),
    "cakes and clothes": (OVEN, CLOTHING),
    "flour and wine": (WINERY,),
    "development": (DEVELOPMENT,),
    "markets": (MARKET,),
    "more workers": (SQUARE,),
    "clock tower": (CLOCK_TOWER,),
    "turn order": (TURN_ORDER,),
}


# --- players -------------------------------------------------------------------------------------------


def zone_of(action: int) -> int:
    """The zone that an action of the placing phase goes to, or -1."""
    block = block_of(action)
    if block == PLACE:
        return action - PLACE
    if block == PAIR:
        return FOREST if action == PAIR else SEED_SHOP
    if block == AT_DEVELOPMENT:
        return DEVELOPMENT
    return FARM if block == AT_FIELD else -1


class LeaningBot(Bot):
    """The greedy player with a liking, or a dislike, for some zones."""

    def __init__(self, rng: Rng, zones: Sequence[int], liking: int) -> None:
        super().__init__(rng)
        self.zones = frozenset(zones)
        self.liking = liking

    def choose(self, seen: Perspective) -> int:
        seat = seen.seat
        assert seat is not None
        actual = seen.determinize(self.rng)
        best: list[int] = []
        most = 0
        for action in actual.legal_actions():
            after = actual.clone()
            after.apply(action)
            worth = after.estimate(seat) + (self.liking if zone_of(int(action)) in self.zones else 0)
            if not best or worth > most:
                best, most = [], worth
            if worth == most:
                best.append(int(action))
        return best[self.rng.below(len(best))]


# --- games ---------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A finished game, how often each zone, card and market was used, and which supplies ran out."""

    scores: list[int]
    wins: list[float]
    start: int
    rounds: int
    uses: Counter[str]
    out: set[int]
    decisions: int


def play(number: int, bots: Sequence[Bot], state: State) -> Played:
    """Game `number`, from a new position."""
    assert isinstance(state, MiTierraState)
    chance = Rng("balance", number)
    start = -1
    uses: Counter[str] = Counter()
    out: set[int] = set()
    decisions = 0
    seen_round = 0
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            action = sample_chance(state, chance)
        else:
            action = bots[state.to_play].choose(state.seen_by(state.to_play))
            uses.update(used(state, int(action)))
            decisions += 1
        state.apply(action)
        out |= run_out(state)
        if state.to_play >= 0 and state.round != seen_round:
            seen_round = int(state.round)
            uses["closed without the symbol"] += closed_by_age(state)
        if start < 0:
            start = int(state.order[0])
    best = state.winners()
    wins = [(seat in best) / len(best) for seat in range(len(bots))]
    return Played(state.scores(), wins, start, int(state.round), uses, out, decisions)


def run_out(state: MiTierraState) -> set[int]:
    """The goods of which the supply has nothing left."""
    goods = range(RESOURCES)
    return {
        good
        for good in goods
        if sum(int(state.goods[seat * GOODS + good]) for seat in range(state.players))
        >= state.facts.supply[good]
    }


def closed_by_age(state: MiTierraState) -> int:
    """The cards that lie on the closing line only because nothing had come for long (R12)."""
    return sum(1 for kind in state.closing if kind >= 0 and not state.facts.leaves[kind])


def used(state: MiTierraState, action: int) -> Iterator[str]:
    """What an action uses."""
    zone, block = zone_of(action), block_of(action)
    if zone >= 0:
        yield ZONE_NAMES[zone]
    elif state.step() == OFFERED and action != LEAVE:
        worked_in, _ = unpack_offer(int(state.argument()))
        yield f"work: {ZONE_NAMES[worked_in]}"
    elif block == BUY_CARD:
        _, place = unpack_purchase(action - BUY_CARD)
        yield f"card {ROMAN[int(state.display[place])]}"
    elif action == TO_BLACK_MARKET:
        yield ZONE_NAMES[BLACK_MARKET]
    elif block == SELL:
        yield "sales to market cards"
    elif block == OFFER:
        _, n = unpack_amount(action - OFFER)
        yield from ["units to the black and generic markets"] * n
    elif block == BUY:
        _, n = unpack_amount(action - BUY)
        yield from ["units from the black market"] * n


def games(count: int, names: Sequence[str], **options: Any) -> list[Played]:
    """Games between bots of these names."""
    new = GAME.new(len(names), **options)
    return [
        play(number, [make_bot(name, Rng(number, seat)) for seat, name in enumerate(names)], new.clone())
        for number in range(count)
    ]


def against_greedy(
    count: int, zones: Sequence[int], liking: int, players: int = 2, **options: Any
) -> list[tuple[int, int, float]]:
    """Money of a leaning player, of the best greedy one against it, and whether it won; seats alternate."""
    new = GAME.new(players, **options)
    found = []
    for number in range(count):
        own = number % players
        bots = [make_bot("greedy", Rng(number, seat)) for seat in range(players)]
        bots[own] = LeaningBot(Rng(number, own), zones, liking)
        played = play(number // players, bots, new.clone())
        best = max(money for seat, money in enumerate(played.scores) if seat != own)
        found.append((played.scores[own], best, played.wins[own]))
    return found


# --- tables --------------------------------------------------------------------------------------------


def mean(numbers: Sequence[float], digits: int = 0) -> str:
    error = stdev(numbers) / len(numbers) ** 0.5
    return f"{fmean(numbers):.{digits}f} ± {error:.{digits}f}"


def percent(parts: Sequence[float]) -> str:
    return mean([100 * part for part in parts])


def heading(title: str, *columns: str) -> None:
    print(f"\n{title}\n")
    print("|", " | ".join(columns), "|")
    print("|", " | ".join(["---"] * len(columns)), "|")


def row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def show_players(count: int) -> None:
    heading("Players", "bots", "money of the first bot", "money of the second", "rounds")
    for names in (("random", "random"), ("greedy", "random"), ("greedy", "greedy")):
        found = games(count, names)
        both = [[played.scores[seat] for played in found] for seat in range(2)]
        row(", ".join(names), *map(mean, both), mean([played.rounds for played in found], 1))


def show_first_seat(count: int) -> None:
    heading("First seat", "seats", "money", "rounds", "wins of the start player, %", "fair share, %")
    for players in (2, 3, 4):
        found = games(count, ["greedy"] * players)
        money = [float(fmean(played.scores)) for played in found]
        first = [played.wins[played.start] for played in found]
        row(
            players,
            mean(money),
            mean([one.rounds for one in found], 1),
            percent(first),
            f"{100 / players:.0f}",
        )


def show_strategies(count: int) -> None:
    for title, liking in (("Greedy with a liking", LEANING), ("Greedy without", NEVER)):
        heading(title, "for", "its money", "money of greedy", "wins, %")
        for name, zones in ALIKE.items():
            found = against_greedy(count, zones, liking)
            own, other, wins = zip(*found, strict=True)
            row(name, mean(own), mean(other), percent(wins))


def show_use(count: int) -> None:
    heading("Use, for each seat and game", "what", "2 seats", "3 seats", "4 seats")
    tallies = []
    for players in (2, 3, 4):
        tally: Counter[str] = Counter()
        for played in games(count, ["greedy"] * players):
            tally.update(played.uses)
        tallies.append({what: n / count / players for what, n in tally.items()})
    names = list(ZONE_NAMES) + [f"card {card}" for card in ROMAN]
    for what in [*names, *sorted(set().union(*tallies) - set(names))]:
        row(what, *(f"{tally.get(what, 0):.2f}" for tally in tallies))


def priced(card: str, more: int, limit: int) -> str:
    """A market card with another price, and another limit."""
    simple = re.fullmatch(r"(\w+ )(\d+)x(\d+)( out)?", card)
    if simple:
        good, price, most, out = simple.groups("")
        return f"{good}{max(int(price) + more, 1)}x{max(int(most) + limit, 1)}{out}"
    bundle = re.fullmatch(r"(.* for )(\d+)( out)?", card)
    return f"{bundle[1]}{int(bundle[2]) + 2 * more}{bundle[3] or ''}" if bundle else card


def figures() -> Iterator[tuple[str, Table]]:
    """Options under which one reconstructed figure is another."""
    facts = COMPONENTS.packaged
    decks = facts["market_cards"]

    def with_cards(change: Any) -> Table:
        return {"market_cards": {deck: [change(card) for card in decks[deck]] for deck in ("A", "B")}}

    minimum = facts["industries"]["animal_industry"]["minimum"]
    black = facts["black_market"]
    files: dict[str, Table] = {
        "market prices 1 lower": with_cards(lambda card: priced(card, -1, 0)),
        "market prices 1 higher": with_cards(lambda card: priced(card, 1, 0)),
        "market limits 1 lower": with_cards(lambda card: priced(card, 0, -1)),
        "market limits 1 higher": with_cards(lambda card: priced(card, 0, 1)),
        "no card leaves the market": with_cards(lambda card: card.removesuffix(" out")),
        "black market pays a quarter less": {"black_market": {"sell": scaled(black["sell"], 3, 4)}},
        "black market pays a quarter more": {"black_market": {"sell": scaled(black["sell"], 5, 4)}},
        "black market asks a quarter more": {"black_market": {"buy": scaled(black["buy"], 5, 4)}},
        "sheep and cows on the white die": {
            "dice": {"zones": {"sheep_farm": "white", "cattle_farm": "white"}}
        },
        "chickens on the green die": {"dice": {"zones": {"chicken_coop": "green"}}},
        "industry: 1 animal less of each": {
            "industries": {"animal_industry": {"minimum": {kind: n - 1 for kind, n in minimum.items()}}}
        },
        "industry: 1 animal more of each": {
            "industries": {"animal_industry": {"minimum": {kind: n + 1 for kind, n in minimum.items()}}}
        },
        "6 fields": {"farm": {"rows": 2}},
        "2 barnyard places": {"farm": {"barnyard_places": 2}},
        "4 barnyard places": {"farm": {"barnyard_places": 4}},
        "no printed barnyard": {"farm": {"printed_barnyard": 0}},
        "2 development places": {"farm": {"development_places": 2}},
        "4 development places": {"farm": {"development_places": 4}},
        "industries: 1 space more of each": {"zones": {"spaces": wider(facts["zones"]["spaces"])}},
        "official market: 3 spaces": {"zones": {"spaces": {"official_market": 3}}},
        "quiet rounds: 1": {"events": {"quiet_rounds": 1}},
        "quiet rounds: 4": {"events": {"quiet_rounds": 4}},
    }
    yield "as built in", {}
    for name, content in files.items():
        yield name, {"components": content}
    yield "closing markets closed", {"closing_markets": "closed"}
    yield "one meat a visit", {"excess_meat": "visit"}
    yield "strike without oven", {"strike": "without_oven"}


def scaled(prices: Mapping[str, int], by: int, of: int) -> dict[str, int]:
    return {good: max(round(price * by / of), 1) for good, price in prices.items()}


def wider(spaces: Mapping[str, int]) -> dict[str, int]:
    industries = ("animal_industry", "oven", "winery_mill", "clothing_industry")
    return {zone: spaces[zone] + 1 for zone in industries}


def show_figures(count: int) -> None:
    columns = ("figure", "money", "rounds", "margin", "wins of the start player, %")
    heading("One figure changed at a time, two seats", *columns)
    for name, options in figures():
        found = games(count, ["greedy", "greedy"], **options)
        money = [float(fmean(played.scores)) for played in found]
        margin = [float(max(played.scores) - min(played.scores)) for played in found]
        first = [played.wins[played.start] for played in found]
        row(name, mean(money), mean([one.rounds for one in found], 1), mean(margin), percent(first))


# --- the reconstruction ----------------------------------------------------------------------------------

STRONG: Final = "search:5"
EASY: Final = ("generic 3/4", "apple 3x6", "apple 4x4", "wheat 4x5", "wheat 5x3", "apple 4x5", "wheat 5x4")
FEW: Final = ("generic 3/4", "apple 3x6", "wheat 4x5", "apple 4x5")
FIRST: Final = FIGURES  # the first reconstruction, as the tests keep it
WORKED: Final = ("Animal Industry", "Oven", "Winery and Mill", "Clothing Industry")


def with_symbols(without: Sequence[str], figures: Table = FIRST) -> Table:
    """Decks in which every market card has the out-of-market symbol but these."""
    events = {name.replace("_", " ") for name in EVENT_IDS}

    def marked(card: str) -> str:
        plain = card.removesuffix(" out")
        return plain if plain in events or plain in without else f"{plain} out"

    decks = figures["market_cards"]
    return {**figures, "market_cards": {deck: [marked(card) for card in decks[deck]] for deck in ("A", "B")}}


def first_tried() -> Iterator[tuple[str, Table]]:
    """Decks and events that were tried with the figures of the first reconstruction."""
    last = {"events": {"frost": {"permanent": True}, "fruit_fly": {"permanent": True}}}
    animals = {"industries": {"animal_industry": {"minimum": {"sheep": 2, "cow": 1, "chicken": 2}}}}
    tight = {"zones": {"spaces": {"official_market": 2}}}
    yield "first: 15 of 45 with the symbol", FIRST
    yield "35 of 45", with_symbols(EASY)
    yield "38 of 45", with_symbols(FEW)
    yield "41 of 45: all but the generic ones", with_symbols(("generic 3/4",))
    yield "45 of 45", with_symbols(())
    yield "frost and fruit fly permanent", {**FIRST, **last}
    yield "35 of 45, frost and fruit fly permanent", {**with_symbols(EASY), **last}
    yield "38 of 45, industry asks for 2, 1, 2", {**with_symbols(FEW), **animals}
    yield "41 of 45, industry asks for 2, 1, 2", {**with_symbols(("generic 3/4",)), **animals}
    yield "45 of 45, official market of 2 spaces", {**with_symbols(()), **tight}


def around_the_chosen() -> Iterator[tuple[str, Table]]:
    """The built-in figures, and what becomes of them if one choice is another."""
    facts = COMPONENTS.packaged
    decks, black = facts["market_cards"], facts["black_market"]

    def with_cards(change: Callable[[str], str]) -> Table:
        return {"market_cards": {deck: [change(card) for card in decks[deck]] for deck in ("A", "B")}}

    def meat(card: str) -> str:
        return {"meat 3x4": "meat 4x3 out", "meat 3x5": "meat 4x4 out"}.get(card, card)

    def sold(**prices: int) -> Table:
        return {"black_market": {"sell": {**black["sell"], **prices}}}

    yield "as built in", {}
    yield "no rule of its own for two", {"official_market": {"all_leave_with_2_players": False}}
    yield "41 with the symbol: all but the generic ones", with_symbols(("generic 3/4",), facts)
    yield "38 with the symbol: the meat, too", with_symbols(FEW, facts)
    yield "3 barnyard places", {"farm": {"barnyard_places": 3}}
    yield "meat as before: 4 with the symbol, 2 on the black market", {**with_cards(meat), **sold(meat=2)}
    yield "flour and wine 6 cheaper", {**with_cards(lambda card: milled(card, -6)), **sold(flour=12, wine=14)}
    yield "flour and wine 6 dearer", {**with_cards(lambda card: milled(card, 6)), **sold(flour=20, wine=24)}


def milled(card: str, more: int) -> str:
    """A market card that pays more for each flour and wine."""
    if simple := re.fullmatch(r"(flour|wine) (\d+)(x.*)", card):
        return f"{simple[1]} {int(simple[2]) + more}{simple[3]}"
    if bundle := re.fullmatch(r"(.* for )(\d+)( out)?", card):
        units = sum(map(int, re.findall(r"(\d+) (?:flour|wine)", card)))
        return f"{bundle[1]}{int(bundle[2]) + units * more}{bundle[3] or ''}"
    return card


def show_reconstruction(count: int) -> None:
    show_variants("Reconstructions, level 5", first_tried(), count)


def show_chosen(count: int) -> None:
    show_variants("Around the figures chosen, level 5", around_the_chosen(), count)


def show_variants(title: str, variants: Iterable[tuple[str, Table]], count: int) -> None:
    columns = ("figures", "seats", "rounds", "money", "most money", "decisions a seat", "run out, % of games")
    used_there = (*WORKED, "official sales", "black market", "closed without the symbol")
    heading(title, *columns, *(f"{name} a game" for name in used_there))
    for name, components in variants:
        for players in (2, 3, 4):
            row(name, players, *reconstruction(games(count, [STRONG] * players, components=components)))


def show_mill(count: int) -> None:
    """What a liking for fields and the mill is worth, by what flour and wine bring."""
    heading("Mill", "figures", "seats", "its money", "money of the best other", "wins, %", "fair share, %")
    zones = (WINERY, FARM, SEED_SHOP)
    for name, components in around_the_chosen():
        if name == "as built in" or name.startswith("flour and wine"):
            for players in (2, 4):
                found = against_greedy(count, zones, LEANING, players, components=components)
                own, other, wins = zip(*found, strict=True)
                row(name, players, mean(own), mean(other), percent(wins), f"{100 / players:.0f}")


def reconstruction(found: Sequence[Played]) -> Iterator[str]:
    """The cells that tell of games with one set of figures."""
    rounds = [played.rounds for played in found]
    yield f"{mean(rounds, 1)} ({min(rounds)} to {max(rounds)})"
    yield mean([fmean(played.scores) for played in found])
    yield str(max(max(played.scores) for played in found))
    yield mean([played.decisions / len(played.scores) for played in found])
    out = Counter(good for played in found for good in played.out)
    yield ", ".join(f"{GOOD_IDS[good]} {100 * n // len(found)}" for good, n in out.most_common(3)) or "none"
    whats = [f"work: {zone}" for zone in WORKED]
    for what in (*whats, "sales to market cards", ZONE_NAMES[BLACK_MARKET], "closed without the symbol"):
        yield f"{fmean(played.uses[what] for played in found):.1f}"


TABLES: Final = {
    "players": show_players,
    "first-seat": show_first_seat,
    "strategies": show_strategies,
    "use": show_use,
    "figures": show_figures,
    "reconstruction": show_reconstruction,
    "chosen": show_chosen,
    "mill": show_mill,
}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for name in sys.argv[2:] or TABLES:
        TABLES[name](count)


if __name__ == "__main__":
    main()
