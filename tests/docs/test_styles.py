"""Players with a bias do more of what they love than greedy does, and all their choices are legal."""

from __future__ import annotations

import pytest

from farmtable.bots import GreedyBot
from farmtable.core import OVER, Rng, game, resolve_chance
from farmtable.core.state import World, as_world
from tools import styles


def over(style: type[styles.Style], deal: int) -> World:
    """A game of this style, seat 0, and greedy, at its end."""
    state = game("agricola").new(2, cards="base")
    luck = Rng(deal)
    bots = (style(Rng(deal, 0)), GreedyBot(Rng(deal, 1)))
    resolve_chance(state, luck)
    while state.to_play != OVER:
        action = bots[state.to_play].choose(state.seen_by(state.to_play))
        assert action in list(state.legal_actions())
        state.apply(action)
        resolve_chance(state, luck)
    return as_world(state)


@pytest.mark.parametrize("style", styles.STYLES, ids=lambda style: style.__name__)
def test_a_style_gets_more_of_what_it_loves(style: type[styles.Style]) -> None:
    ends = [over(style, deal) for deal in range(3)]
    if style.loves and style is not styles.Blocker:  # what others may not have is not to be seen at the end
        loved = style(Rng()).loved
        assert sum(loved(end, 0) for end in ends) > sum(loved(end, 1) for end in ends)
