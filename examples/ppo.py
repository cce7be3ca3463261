"""Proximal policy optimisation (PPO) in one file and NumPy alone: it learns Market Day against bots.

    python examples/ppo.py                        # 400,000 decisions against greedy
    python examples/ppo.py --opponents search:3 --steps 1000000 --players 3

The algorithm is that of Schulman et al. (2017), with one hidden layer whose gradients are written out, so
that it can be read from the first line to the last and needs no other library. Observations, masks and the
start of new games come from our vector environment. Every twentieth update tells how the policy does in games
of its own.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import farmtable.envs  # noqa: F401 - registers the games

Array = NDArray[np.float64]
GAME = "farmtable/MarketDay-v0"
GAMES, STEPS, HIDDEN = 32, 64, 128
EPOCHS, PARTS = 4, 8
DISCOUNT, TRACE, CLIP, ENTROPY, VALUE, RATE = 1.0, 0.95, 0.2, 0.05, 0.5, 2e-3
SCALE = 0.1
"""Rewards are margins in coins; this makes small numbers of them."""


class Policy:
    """Logits of all actions and the value of a position, from one hidden layer, learned by Adam."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        self.weights = [
            random.normal(0.0, inputs**-0.5, (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            random.normal(0.0, 0.01, (HIDDEN, actions + 1)),
            np.zeros(actions + 1),
        ]
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._updates = 0
        self._center, self._spread = np.zeros(inputs), np.ones(inputs)

    def scale(self, seen: Array) -> None:
        """Take from observations how each number is to be scaled, so that it mostly lies within ±2."""
        self._center, self._spread = seen.mean(0), seen.std(0) + 0.1

    def __call__(self, seen: Array) -> tuple[Array, Array, Array]:
        """Logits, values and the hidden units."""
        first, bias, second, shift = self.weights
        hidden = np.tanh(self._scaled(seen) @ first + bias)
        out = hidden @ second + shift
        return out[:, :-1], out[:, -1], hidden

    def descend(self, seen: Array, hidden: Array, slope: Array, rate: float) -> None:
        """A step of Adam down `slope`, the gradient of the loss by logits and value."""
        inner = (slope @ self.weights[2].T) * (1.0 - hidden**2)
        gradients = [self._scaled(seen).T @ inner, inner.sum(0), hidden.T @ slope, slope.sum(0)]
        self._updates += 1
        for place, gradient in enumerate(gradients):
            self._means[place] += 0.1 * (gradient - self._means[place])
            self._squares[place] += 0.001 * (gradient**2 - self._squares[place])
            mean = self._means[place] / (1.0 - 0.9**self._updates)
            square = self._squares[place] / (1.0 - 0.999**self._updates)
            self.weights[place] -= rate * mean / (np.sqrt(square) + 1e-8)

    def _scaled(self, seen: Array) -> Array:
        return (seen - self._center) / self._spread


@dataclass
class Rollout:
    """What happened in `STEPS` steps of all games, a row for each decision."""

    seen: Array
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    log_chances: Array
    advantages: Array
    returns: Array


def log_softmax(logits: Array, masks: NDArray[np.bool_]) -> Array:
    """Logarithms of the chances of legal actions; of all others a very negative number."""
    logits = np.where(masks, logits, -1e9)
    logits = logits - logits.max(1, keepdims=True)
    total: Array = np.exp(logits).sum(1, keepdims=True)
    return logits - np.log(total)


def draw(log_chances: Array, random: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row, by the Gumbel trick."""
    noise: Array = random.gumbel(size=log_chances.shape)
    drawn: NDArray[np.int64] = np.argmax(log_chances + noise, axis=1)
    return drawn


class Player:
    """Plays all games on with a policy, from where it left them."""

    def __init__(self, envs: Any, policy: Policy, random: np.random.Generator) -> None:
        self.envs, self.policy, self.random = envs, policy, random
        self.seen, self.infos = envs.reset(seed=int(random.integers(2**31)))
        self.begins = np.zeros(GAMES, dtype=np.bool_)  # whose next step only begins a new game

    def rollout(self) -> Rollout:
        """Play `STEPS` steps, and judge the decisions by what came of them (generalised advantages)."""
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            seen, masks = self.seen, self.infos["action_mask"] == 1
            logits, values, _ = self.policy(seen)
            log_chances = log_softmax(logits, masks)
            actions = draw(log_chances, self.random)
            self.seen, rewards, over, _, self.infos = self.envs.step(actions)
            chosen = log_chances[np.arange(GAMES), actions]
            rows.append((seen, masks, actions, chosen, values, rewards * SCALE, over, self.begins))
            self.begins = over
        seen, masks, actions, chosen, values, rewards, over, begins = map(np.stack, zip(*rows, strict=True))
        advantages = np.zeros_like(values)
        following, trace = self.policy(self.seen)[1], np.zeros(GAMES)
        for step in reversed(range(STEPS)):
            goes_on = 1.0 - over[step]
            error = rewards[step] + DISCOUNT * goes_on * following - values[step]
            trace = error + DISCOUNT * TRACE * goes_on * trace
            advantages[step], following = trace, values[step]
        decided = ~begins
        returns = advantages + values
        return Rollout(*(part[decided] for part in (seen, masks, actions, chosen, advantages, returns)))


def improve(policy: Policy, told: Rollout, rate: float, random: np.random.Generator) -> None:
    """Make better decisions likelier, but not by more than `CLIP` at a time."""
    for _ in range(EPOCHS):
        for part in np.array_split(random.permutation(len(told.actions)), PARTS):
            n, rows = len(part), np.arange(len(part))
            logits, values, hidden = policy(told.seen[part])
            log_chances = log_softmax(logits, told.masks[part])
            chances = np.exp(log_chances)
            ratio = np.exp(log_chances[rows, told.actions[part]] - told.log_chances[part])
            advantage = told.advantages[part]
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            free = np.where(advantage > 0, ratio < 1.0 + CLIP, ratio > 1.0 - CLIP)
            slope = chances * (free * ratio * advantage)[:, None]
            slope[rows, told.actions[part]] -= free * ratio * advantage
            entropy = -(chances * log_chances).sum(1, keepdims=True)
            slope += ENTROPY * chances * (log_chances + entropy)
            by_value = 2.0 * VALUE * (values - told.returns[part])
            policy.descend(told.seen[part], hidden, np.column_stack([slope, by_value]) / n, rate)


def won(policy: Policy, games: int, **settings: Any) -> float:
    """The share of games that the policy wins, doing what it likes best; a shared victory counts half."""
    envs: Any = gymnasium.make_vec(GAME, num_envs=games, autoreset_mode="Disabled", **settings)
    seen, infos = envs.reset(seed=1_000_000)
    share, running = 0.0, np.ones(games, dtype=np.bool_)
    while running.any():
        logits, _, _ = policy(seen)
        actions = log_softmax(logits, infos["action_mask"] == 1).argmax(1)
        seen, rewards, over, _, infos = envs.step(actions)
        ends = over & running
        share += float((rewards[ends] > 0).sum() + 0.5 * (rewards[ends] == 0).sum())
        running &= ~over
        if over.any():  # where a game is over, others are played on the side until all are
            seen, infos = envs.reset(options={"reset_mask": over})
    return share / games


def main(steps: int, opponents: str, players: int, every: int = 20) -> list[tuple[int, float]]:
    """Learn for so many decisions; after how many of them what share of games was won."""
    random = np.random.default_rng(1)
    settings: dict[str, Any] = {"players": players, "opponents": opponents}
    envs: Any = gymnasium.make_vec(GAME, num_envs=GAMES, reward="margin", **settings)
    policy = Policy(envs.single_observation_space.shape[0], int(envs.single_action_space.n), random)
    player = Player(envs, policy, random)
    policy.scale(player.rollout().seen)
    curve = []
    updates = max(1, steps // (GAMES * STEPS))
    for update in range(updates + 1):
        if update % every == 0 or update == updates:
            curve.append((update * GAMES * STEPS, won(policy, 200, **settings)))
            print(
                f"{curve[-1][0]:>9,} decisions: {curve[-1][1]:.1%} of games won against {opponents}",
                flush=True,
            )
        improve(policy, player.rollout(), RATE * (1.0 - update / (updates + 1)), random)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=400_000, help="decisions to learn from")
    parser.add_argument("--opponents", default="greedy", help="bots by name")
    parser.add_argument("--players", type=int, default=2, help="seats")
    main(**vars(parser.parse_args()))
