"""Proximal policy optimisation (PPO) in one file, in PyTorch: it learns games from the vector environment.

    pip install "farmtable[gymnasium,train]"
    python examples/ppo.py market_day      # a masked policy, against greedy
    python examples/ppo.py aehre           # afterstates, against itself

The algorithm is that of Schulman et al. (2017), in the shape of CleanRL's `ppo.py` (Huang et al. 2022). There
are two agents. `Masked` is the usual one: an observation in, a logit for each action out, those of actions
that are not legal masked. `Afterstates` judges where each legal action leads to; it is for games with many
actions, each of which is hardly ever legal. A GPU is used where PyTorch finds one.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import farmtable.envs  # noqa: F401 - registers the games

ILLEGAL = -1e9
Asked = list[tuple[Tensor, Tensor]]
"""Decisions, each as an agent looks at it."""


@dataclass(frozen=True)
class Recipe:
    """What is learned by whom, and how.

    - `opponents`: bots by name, or `self`: both seats learn
    - `steps`: decisions to learn from; `length` of them in each of `games` games between two updates
    - `scale`: rewards are margins in points; this makes small numbers of them
    - `every` so many updates `trial` games are played against `rival`
    """

    game: str = "MarketDay"
    agent: str = "masked"
    opponents: str = "greedy"
    rival: str = "greedy"
    steps: int = 600_000
    games: int = 64
    length: int = 64
    width: int = 128
    rate: float = 1e-3
    scale: float = 0.1
    entropy: float = 0.01
    epochs: int = 4
    parts: int = 8
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    value: float = 0.5
    every: int = 21
    trial: int = 500
    seed: int = 1


RECIPES = {
    "market_day": Recipe(),
    "aehre": Recipe(
        game="Aehre",
        agent="afterstates",
        opponents="self",
        steps=120_000,
        games=16,
        length=128,
        width=64,
        scale=0.02,
        epochs=3,
        every=10,
        trial=150,
    ),
}


class Scaled(nn.Module):
    """Brings each input to mean 0 and spread 1, as far as it has been seen."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.register_buffer("seen", torch.tensor(0.0))
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("square", torch.ones(inputs))

    def learn(self, rows: Tensor) -> None:
        """Take more rows into account."""
        self.seen += len(rows)
        share = len(rows) / self.seen
        self.mean += share * (rows.mean(0) - self.mean)
        self.square += share * (rows.square().mean(0) - self.square)

    def forward(self, rows: Tensor) -> Tensor:
        spread = (self.square - self.mean.square()).clamp(min=0.01).sqrt()
        return ((rows - self.mean) / spread).clamp(-10.0, 10.0)


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> Any:
    """A layer as PPO begins with it: orthogonal weights, no bias."""
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Masked(nn.Module):
    """The observation in; a logit for each action, and the value of the position, out."""

    def __init__(self, envs: Any, width: int) -> None:
        super().__init__()
        inputs, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)
        self.scaled = Scaled(inputs)
        self.actor = self._net(inputs, width, layer(width, actions, 0.01))
        self.critic = self._net(inputs, width, layer(width, 1, 1.0))

    @staticmethod
    def _net(inputs: int, width: int, last: Any) -> Any:
        return nn.Sequential(layer(inputs, width), nn.Tanh(), layer(width, width), nn.Tanh(), last)

    def asked(self, envs: Any, observations: Any, infos: dict[str, Any]) -> Asked:
        """Of each game what is seen, and what may be done."""
        seen, masks = torch.tensor(observations), torch.tensor(infos["action_mask"] == 1)
        return list(zip(seen, masks, strict=True))

    def actions(self, asked: Asked, chosen: Tensor) -> Any:
        """What the environment calls the choices: they are its own numbers."""
        return chosen.numpy()

    def learn_scale(self, asked: Asked) -> None:
        """Look at the numbers that come in."""
        self.scaled.learn(self._seen(asked))

    def _seen(self, asked: Asked) -> Tensor:
        return torch.stack([seen for seen, _ in asked]).to(self.scaled.mean.device)

    def forward(self, asked: Asked) -> tuple[Tensor, Tensor]:
        """Logits, a row for each decision, and values."""
        seen = self.scaled(self._seen(asked))
        masks = torch.stack([mask for _, mask in asked]).to(seen.device)
        return self.actor(seen).masked_fill(~masks, ILLEGAL), self.critic(seen).squeeze(1)


class Afterstates(nn.Module):
    """The features after an action in; how much it is liked, and what it is worth, out.

    An afterstate is told as it is, and by how it differs from the others that may be chosen. The value of a
    position is what its afterstates are worth, weighed by how likely each is chosen.
    """

    def __init__(self, envs: Any, width: int) -> None:
        super().__init__()
        features = envs.unwrapped.afterstates()[0][1].shape[1]
        self.scaled, self.compared = Scaled(features), Scaled(features)
        self.hidden = nn.Sequential(layer(2 * features, width), nn.ReLU())
        self.out = layer(2 * features + width, 2, 0.01)

    def asked(self, envs: Any, observations: Any, infos: dict[str, Any]) -> Asked:
        """Of each game the legal actions, and what they lead to."""
        return [tuple(map(torch.from_numpy, told)) for told in envs.unwrapped.afterstates()]

    def actions(self, asked: Asked, chosen: Tensor) -> Any:
        """What the environment calls the choices, which count the legal actions."""
        return np.array([int(actions[at]) for (actions, _), at in zip(asked, chosen, strict=True)])

    def learn_scale(self, asked: Asked) -> None:
        """Look at the numbers that come in."""
        rows, apart, _ = self._rows(asked)
        self.scaled.learn(rows)
        self.compared.learn(apart)

    def _rows(self, asked: Asked) -> tuple[Tensor, Tensor, Tensor]:
        """All afterstates, how each differs from the mean of its decision, and which decision that is."""
        device = self.scaled.mean.device
        rows = torch.cat([features for _, features in asked]).to(device).float()
        counts = torch.tensor([len(actions) for actions, _ in asked], device=device)
        decision = torch.repeat_interleave(torch.arange(len(asked), device=device), counts)
        sums = torch.zeros(len(asked), rows.shape[1], device=device).index_add(0, decision, rows)
        return rows, rows - (sums / counts[:, None])[decision], decision

    def forward(self, asked: Asked) -> tuple[Tensor, Tensor]:
        """Logits, a row for each decision that is as long as the longest, and values."""
        rows, apart, decision = self._rows(asked)
        seen = torch.cat([self.scaled(rows), self.compared(apart)], 1)
        out = self.out(torch.cat([self.hidden(seen), seen], 1))
        counts = torch.bincount(decision)
        place = torch.arange(len(rows), device=rows.device) - (counts.cumsum(0) - counts)[decision]
        padded = torch.full((len(asked), int(counts.max()), 2), ILLEGAL, device=rows.device)
        logits, worth = padded.index_put((decision, place), out).unbind(2)
        return logits, (logits.detach().softmax(1) * worth).sum(1)


AGENTS: dict[str, Any] = {"masked": Masked, "afterstates": Afterstates}


def make(recipe: Recipe, games: int, opponents: str, reward: str) -> Any:
    """So many games for two at once, each of which begins anew as soon as it is over."""
    return gymnasium.make_vec(
        f"farmtable/{recipe.game}-v0",
        num_envs=games,
        players=2,
        opponents=opponents,
        reward=reward,
        autoreset_mode="SameStep",
    )


@dataclass
class Rollout:
    """What happened in `length` steps of all games; of the decisions those of a step follow each other."""

    asked: Asked
    chosen: Tensor
    log_chances: Tensor
    advantages: Tensor
    returns: Tensor


class Player:
    """Plays all games on, from where it left them."""

    def __init__(self, recipe: Recipe, device: Any) -> None:
        self.recipe, self.device = recipe, device
        self.envs = make(recipe, recipe.games, recipe.opponents, "margin")
        observations, self.infos = self.envs.reset(seed=recipe.seed)
        self.agent: Any = AGENTS[recipe.agent](self.envs, recipe.width)
        self.asked = self.agent.asked(self.envs, observations, self.infos)
        self.agent.learn_scale(self.asked)
        self.agent.to(device)

    def rollout(self) -> Rollout:
        """Play `length` steps of each game, and judge the decisions by what came of them."""
        asked: Asked = []
        rows: list[tuple[Tensor, ...]] = []
        for _ in range(self.recipe.length):
            with torch.no_grad():
                logits, values = self.agent(self.asked)
            choice = Categorical(logits=logits)
            chosen = choice.sample()
            seats = torch.tensor(self.infos["seat"], device=self.device)
            asked += self.asked
            actions = self.agent.actions(self.asked, chosen.cpu())
            observations, rewards, over, _, self.infos = self.envs.step(actions)
            self.asked = self.agent.asked(self.envs, observations, self.infos)
            told = torch.tensor(np.stack([rewards * self.recipe.scale, over]), device=self.device).float()
            rows.append((chosen, choice.log_prob(chosen), values, seats, told[0], told[1]))
        chosen, log_chances, values, seats, rewards, over = map(torch.stack, zip(*rows, strict=True))
        advantages = self._advantages(values, seats, rewards, over)
        parts = (chosen, log_chances, advantages, advantages + values)
        return Rollout(asked, *(part.flatten() for part in parts))

    def _advantages(self, values: Tensor, seats: Tensor, rewards: Tensor, over: Tensor) -> Tensor:
        """Generalised advantages. What is good for the one of two seats is as bad for the other."""
        with torch.no_grad():
            following = self.agent(self.asked)[1]
        next_seats = torch.tensor(self.infos["seat"], device=self.device)
        advantages, trace = torch.zeros_like(values), torch.zeros_like(following)
        for step in reversed(range(len(values))):
            goes_on = (1.0 - over[step]) * torch.where(seats[step] == next_seats, 1.0, -1.0)
            error = rewards[step] + self.recipe.discount * goes_on * following - values[step]
            trace = error + self.recipe.discount * self.recipe.trace * goes_on * trace
            advantages[step], following, next_seats = trace, values[step], seats[step]
        return advantages


def improve(agent: Any, optimizer: Any, told: Rollout, recipe: Recipe) -> None:
    """Make better decisions likelier, but not by more than `clip` at a time."""
    for _ in range(recipe.epochs):
        for part in torch.randperm(len(told.asked)).tensor_split(recipe.parts):
            logits, values = agent([told.asked[at] for at in part.tolist()])
            choice = Categorical(logits=logits)
            part = part.to(logits.device)  # noqa: PLW2901
            advantages = told.advantages[part]
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            ratio = (choice.log_prob(told.chosen[part]) - told.log_chances[part]).exp()
            clipped = ratio.clamp(1.0 - recipe.clip, 1.0 + recipe.clip)
            gain = torch.min(ratio * advantages, clipped * advantages).mean()
            error = (values - told.returns[part]).square().mean()
            loss = recipe.value * error - gain - recipe.entropy * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    agent.learn_scale(told.asked[:: max(1, len(told.asked) // 256)])


def won(agent: Any, recipe: Recipe, rival: str, games: int) -> float:
    """The share of games that are won when always the best-liked action is done; a tie counts half."""
    envs = make(recipe, games, rival, "winning")
    observations, infos = envs.reset(seed=1_000_000)
    share, running = 0.0, np.ones(games, dtype=np.bool_)
    while running.any():
        asked = agent.asked(envs, observations, infos)
        with torch.no_grad():
            chosen = agent(asked)[0].argmax(1).cpu()
        observations, rewards, over, _, infos = envs.step(agent.actions(asked, chosen))
        share += float((rewards[over & running] + 1.0).sum() / 2.0)
        running &= ~over
    return share / games


def learn(recipe: Recipe, curve: Path | None = None, weights: Path | None = None) -> list[dict[str, Any]]:
    """Learn; after how many decisions and seconds what share of trial games was won."""
    torch.manual_seed(recipe.seed)
    player = Player(recipe, torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    agent = player.agent
    optimizer = torch.optim.Adam(agent.parameters(), lr=recipe.rate, eps=1e-5)
    told: list[dict[str, Any]] = []
    updates, seconds = max(1, recipe.steps // (recipe.games * recipe.length)), 0.0
    for update in range(updates + 1):
        if update % recipe.every == 0 or update == updates:
            share = won(agent, recipe, recipe.rival, recipe.trial)
            decisions = update * recipe.games * recipe.length
            told.append({"decisions": decisions, "seconds": round(seconds, 1), "won": round(share, 4)})
            print(f"{decisions:>9,} decisions, {seconds:5.0f} s: {share:.1%} won", flush=True)
            if curve:
                curve.write_text(json.dumps({"recipe": asdict(recipe), "curve": told}, indent=1) + "\n")
            if weights:
                torch.save(agent.state_dict(), weights)
        if update < updates:
            began = time.process_time()
            optimizer.param_groups[0]["lr"] = recipe.rate * (1.0 - update / updates)
            improve(agent, optimizer, player.rollout(), recipe)
            seconds += time.process_time() - began
    return told


def main() -> None:
    """Learn by a recipe, with what is given by name in its place."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipe", choices=RECIPES)
    for name, usual in asdict(Recipe()).items():
        parser.add_argument(f"--{name}", type=type(usual))
    parser.add_argument("--curve", type=Path, help="a file for what the trials came to")
    parser.add_argument("--weights", type=Path, help="a file for the network")
    given = vars(parser.parse_args())
    recipe, curve, weights = RECIPES[given.pop("recipe")], given.pop("curve"), given.pop("weights")
    learn(
        replace(recipe, **{name: value for name, value in given.items() if value is not None}), curve, weights
    )


if __name__ == "__main__":
    main()
