"""Environments: every game in the form that libraries for reinforcement learning expect.

    import farmtable.envs

    env = farmtable.envs.aec("market_day", players=3, reward="margin")  # PettingZoo: all seats in turn
    env = gymnasium.make("farmtable/MarketDay-v0", opponents="greedy")  # Gymnasium: one seat against bots

Each library is an extra of the package (`farmtable[pettingzoo]` and so on) and is imported only when you use
it. If Gymnasium is installed, importing this package registers the games with it. Everything works for any
game, ours and others'.
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
    `max_cycles`, `render_mode`); all others are options of the game, as `cards="none"`. Raises BadOption for
    a game, seat count or option that does not exist, ImportError where PettingZoo is not installed.
    """
    _expect("pettingzoo")
    from farmtable.envs.pettingzoo import SeatsInTurn

    return SeatsInTurn(game, players, **settings)


def zoo(game: str, players: int | None = None, **settings: Any) -> Zoo:
    """`game` as the module that PettingZoo's tools expect of each game, with `env()` and `parallel_env()`.

    What is given here holds for all that it makes. Raises as `aec` does.
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
