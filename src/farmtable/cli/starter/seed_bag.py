"""Seed Bag: draw in secret, sow at the right moment."""

from __future__ import annotations

from pathlib import Path

from farmtable import CHANCE, OVER, About, Refusal, SeatName, Text
from farmtable.fields import PlainGame, PlainWorld, drawn, each, number, pile

RULES = """\
# Seed Bag

- **S1.** A bag holds six seeds each of oats, peas and rye. On your turn you first draw one, unseen by others.
- **S2.** Then you sow all your seeds of one kind, or wait.
- **S3.** Seeds sown together score points: one seed 1, two seeds 4, three seeds 9, and so on.
- **S4.** With five seeds in your hand you may not wait.
- **S5.** The game ends after the turn in which the bag becomes empty; seeds in hand score nothing. Most
  points win; tied players share the victory.
"""

SEEDS = (Text("oats"), Text("peas"), Text("rye"))
EACH, MOST = 6, 5

# Decisions are ints below NUM_ACTIONS: sow the kind of seed with that number, or wait. Draws follow.
WAIT, NUM_ACTIONS = 3, 4


class SeedBag(PlainWorld):
    """A position of Seed Bag: its fields hold everything."""

    bag = pile(EACH, EACH, EACH, names=SEEDS)
    hands = drawn("bag")
    points = each(number())
    turn = number(0)

    def begin(self) -> None:
        self.to_play = CHANCE

    # --- the course of the game ------------------------------------------------------------

    def possible(self) -> list[int]:
        kinds = [seed for seed, n in enumerate(self.hands[self.turn]) if n]
        return kinds if self.held("hands", self.turn) >= MOST else [*kinds, WAIT]

    def chances(self) -> dict[int, int]:
        return self.draws("bag")

    def act(self, action: int) -> None:
        if self.to_play == CHANCE:
            self.bag[action - NUM_ACTIONS] -= 1
            self.hands[self.turn][action - NUM_ACTIONS] += 1
            self.to_play = self.turn
            return
        if action != WAIT:
            self.points[self.turn] += self.hands[self.turn][action] ** 2
            self.hands[self.turn][action] = 0
        self.turn = (self.turn + 1) % self.players
        self.to_play = CHANCE if self.left("bag") else OVER

    # --- points ----------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return list(self.points)

    def estimate(self, seat: int) -> int:
        """Points, plus half of what the seeds in hand would score now, in hundredths of a point."""
        return self.points[seat] * 100 + sum(n * n for n in self.hands[seat]) * 50

    # --- words -----------------------------------------------------------------------------

    def describe(self, action: int) -> str:
        if action == WAIT:
            return "wait"
        return f"sow {SEEDS[action]}" if action < WAIT else f"draw {SEEDS[action - NUM_ACTIONS]}"

    def tell(self, action: int, seat: int) -> list[Text]:
        who = SeatName(self.turn)
        if action >= NUM_ACTIONS:
            if seat == self.turn:
                return [Text("{seat} draws {seed}.", seat=who, seed=SEEDS[action - NUM_ACTIONS])]
            return [Text("{seat} draws a seed.", seat=who)]
        if action == WAIT:
            return [Text("{seat} waits.", seat=who)]
        n = self.hands[self.turn][action]
        return [Text("{seat} sows {n} {seed}.", seat=who, n=n, seed=SEEDS[action])]

    def refusal(self, action: int) -> Refusal | None:
        if self.to_play == CHANCE:
            return Refusal("S1", Text("a turn"), Text("A seed is drawn first."))
        if action == WAIT:
            return Refusal("S4", Text("a turn"), Text("You hold five seeds: sow some."))
        return Refusal("S2", Text("a turn"), Text("You have no {seed} to sow.", seed=SEEDS[action]))

    def places(self, action: int, seat: int) -> list[str]:
        return [f"action-{action}"] if self.to_play >= 0 else []

    def shows_own(self, action: int) -> bool:
        """Seeds are sown from the player's own hand, so they may be taken back into it."""
        return True


class SeedBagGame(PlainGame):
    """Seed Bag for two to four."""

    world = SeedBag
    rules_text = RULES
    id = "seed_bag"
    title = "Seed Bag"
    min_players = 2
    max_players = 4
    num_actions = NUM_ACTIONS
    pages = Path(__file__).parent / "page"
    about = About(Text("Draw seeds in secret and sow them at the right moment."), minutes=(5, 10), weight=1)


GAME = SeedBagGame()
