"""Environments: every game for the common reinforcement learning libraries.

    import farmtable.envs

    env = farmtable.envs.aec("market_day", players=3, reward="margin")  # PettingZoo: all seats in turn
    env = gymnasium.make("farmtable/MarketDay-v0", opponents="greedy")  # Gymnasium: one seat against bots

Each library is an extra of the package (`farmtable[pettingzoo]` and so on) and is imported only when it is
used; importing this package registers the games with Gymnasium if that is installed. All of it works for any
game, built-in or not.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from farmtable.envs.pettingzoo import SeatsInTurn, Zoo

__all__ = ["aec", "zoo"]


def aec(game: str, players: int | None = None, **settings: Any) -> SeatsInTurn:
    """A PettingZoo AEC environment of `game`: all seats in turn, chance resolved within.

    `settings` are those of `farmtable.envs.pettingzoo.SeatsInTurn` (`reward`, `dtype`, `illegal`,
    `max_cycles`, `render_mode`); all others are options of the game, such as `cards="none"`. Raises BadOption
    for a game, seat count or option that does not exist, and ImportError if PettingZoo is not installed.
    """
    _expect("pettingzoo")
    from farmtable.envs.pettingzoo import SeatsInTurn

    return SeatsInTurn(game, players, **settings)


def zoo(game: str, players: int | None = None, **settings: Any) -> Zoo:
    """`game` as the module that PettingZoo's tools expect of each game, with `env()` and `parallel_env()`.

    The settings given here apply to all environments that it makes. Raises as `aec` does.
    """
    _expect("pettingzoo")
    from farmtable.envs.pettingzoo import Zoo

    return Zoo(game, players, settings)


def _register() -> None:
    if find_spec("gymnasium") is not None:
        from farmtable.envs.registration import register_games

        register_games()


def _expect(library: str) -> None:
    if find_spec(library) is None:
        raise ImportError(f'{library} is not installed: pip install "farmtable[{library}]"')


_register()
