"""Who only reads the log can keep everybody's accounts: money, goods, workers, fields and cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.playout import sample_chance
from tests.games.mi_tierra.oracle import GOODS
from tests.games.mi_tierra.scenarios import Data
from tests.games.mi_tierra.test_against_oracle import RICH, begin, whim


def amounts(words: str) -> Counter[str]:
    """The goods in `2 milk, 1 egg and 3 cows`."""
    return Counter({singular(good): int(n) for n, good in re.findall(r"(\d+) (\w+)", words)})


def singular(good: str) -> str:
    return good if good in GOODS else good.removesuffix("s")


class Account:
    """What one seat has by what all are told of it."""

    def __init__(self, seat: Data) -> None:
        self.money, self.workers = seat["money"], seat["workers"]
        self.goods: Counter[str] = Counter(seat["goods"])
        self.cards, self.fields = set(seat["cards"]), dict(seat["fields"])

    def read(self, sentence: str, told: Counter[str]) -> None:
        for pattern, entry in ENTRIES.items():
            if match := re.fullmatch(pattern + r"\.", sentence):
                told[pattern] += 1
                entry(self, *match.groups())

    def takes(self, goods: str, money: str | None) -> None:
        self.goods += amounts(goods)
        self.money -= int(money or 0)

    def makes(self, product: str, goods: str, money: str | None) -> None:
        self.goods.subtract(amounts(goods))
        self.takes(product, money)

    def sells(self, goods: str, money: str) -> None:
        self.goods.subtract(amounts(goods))
        self.money += int(money)

    def gives_up(self, goods: str) -> None:
        self.goods.subtract(amounts(goods))

    def gets(self, money: str) -> None:
        self.money += int(money)

    def buys(self, card: str, money: str) -> None:
        self.cards.add(card)
        self.money -= int(money)

    def throws_away(self, card: str) -> None:
        self.cards.remove(card)

    def pays(self, money: str) -> None:
        self.money -= int(money)

    def hires(self) -> None:
        self.workers += 1

    def gives_back(self, workers: str) -> None:
        self.workers -= int(workers)

    def plants(self, crop: str, field: str) -> None:
        self.fields[field] = singular(crop)


MONEY = r"(?: for (\d+))?"
ENTRIES: dict[str, Callable[..., None]] = {
    rf"takes (\d.*?){MONEY}": Account.takes,
    r"harvests (\d.*) on \w+()": Account.takes,
    rf"makes (\d.*) from (.*?){MONEY}": Account.makes,
    r"sells (\d.*) for (\d+)": Account.sells,
    r"gives up (\d.*)": Account.gives_up,
    r"gets (\d+) money": Account.gets,
    r"buys card (\w+) for (\d+)(?: \(worker: \w+\))?": Account.buys,
    r"throws away card (\w+)": Account.throws_away,
    r"pays (\d+) for workers": Account.pays,
    r"hires a worker": Account.hires,
    r"gives (\d+) workers? back": Account.gives_back,
    r"plants (\w+) on (\w+)": Account.plants,
}


def read_a_game(state: State, seed: object, told: Counter[str]) -> None:
    """A random game, each step of it read and compared."""
    rng = Rng(str(seed))
    while state.to_dict()["round"] == 0:
        state.apply(sample_chance(state, rng))
    accounts = [Account(seat) for seat in state.to_dict()["seats"]]
    while state.to_play != OVER:
        actions = list(state.legal_actions())
        if state.to_play == CHANCE:
            action = sample_chance(state, rng)
        else:
            words = [state.describe(action) for action in actions]
            action = actions[words.index(whim(words, rng, 4))]
        sentences = [str(text) for text in state.tell(action, -1)]
        for match in (re.fullmatch(r"seat (\d) (.+)", sentence) for sentence in sentences):
            if match:
                accounts[int(match[1]) - 1].read(match[2], told)
        state.apply(action)
        data = state.to_dict()
        if data["agenda"] and data["agenda"][-1][0] == "dropping":
            continue  # a card has been bought, and lies nowhere until another makes room
        for account, seat in zip(accounts, data["seats"], strict=True):
            assert (account.money, account.workers) == (seat["money"], seat["workers"]), sentences
            assert +account.goods == Counter(seat["goods"]), sentences
            assert (account.cards, account.fields) == (set(seat["cards"]), seat["fields"]), sentences


def test_the_log_tells_every_coin_and_every_good() -> None:
    """R11, R28 to R42, R47 to R52: accounts kept from the log alone are right after every step."""
    told: Counter[str] = Counter()
    for players in (2, 3, 4):
        read_a_game(begin(players)[0], ("poor", players), told)
        read_a_game(begin(players, RICH, start="1")[0], ("rich", players), told)
    assert set(told) == set(ENTRIES)
