"""The finished games in `tests/records`, which every later version has to replay exactly.

`python -m tests.golden_records` plays those that are missing; it never touches one that is there. A
change of the rules that makes one fail is either a fault or a new `rules_version`: see CONTRIBUTING.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from farmtable import OVER, Match, Perspective, Record, Rng
from farmtable.bots import Bot, make_bot

FOLDER = Path(__file__).parent / "records"

OWN_FIGURES: dict[str, Any] = {
    "crop_area": {"layout": ["WRPBC", "BCWRP", "RPBCW", "CWRPB", "PBCWR"] * 2 + ["WRPBC"]},
    "setup": {"final_stack": 5},
    "small_tiles": {"barns": {"wheat": 1}},
}


class Farmer(Bot):
    """Fills the barn wherever it can and lays tiles at random: its games have farms and livestock."""

    def choose(self, seen: Perspective) -> int:
        actions = list(seen.legal_actions())
        barns = [action for action in actions if seen.describe(action).endswith("barns")]
        wanted = barns or actions
        return wanted[self.rng.below(len(wanted))]


FARMER = "tests.golden_records:Farmer"


class Settler(Bot):
    """Plays cards, builds and sows whenever it can, else at random: its farms see many rules at work."""

    def choose(self, seen: Perspective) -> int:
        actions = list(seen.legal_actions())
        words = {action: seen.describe(action) for action in actions}
        wanted = [action for action, text in words.items() if text.startswith(BUILDS)]
        calm = [
            action for action, text in words.items() if not text.startswith(("exchange", "discard", "done"))
        ]
        best = wanted or calm or actions
        return best[self.rng.below(len(best))]


BUILDS = (
    "play",
    "use",
    "build",
    "fence",
    "sow",
    "plow",
    "bake",
    "return",
    "place Farm",
    "place House",
    "place Fenc",
    "place Major",
    "place Lessons",
)
SETTLER = "tests.golden_records:Settler"

# File name -> game, bots by seat, seed, options.
GAMES: dict[str, tuple[str, list[str], int, dict[str, Any]]] = {
    "aehre-2p-farmers": ("aehre", [FARMER, FARMER], 1, {}),
    "aehre-2p-greedy": ("aehre", ["greedy", "greedy"], 2, {"start": "2"}),
    "aehre-3p-mixed": ("aehre", ["greedy", FARMER, "random"], 3, {}),
    "aehre-3p-any-on-levelled": ("aehre", [FARMER] * 3, 4, {"levelled_field_rotation": "any"}),
    "aehre-4p-largest-farm": (
        "aehre",
        [FARMER, "greedy", FARMER, "random"],
        5,
        {"tie_breaker": "largest_single_farm_region", "start": "4"},
    ),
    "aehre-4p-any-adjacent": ("aehre", [FARMER] * 4, 6, {"farm_vp_block": "any_adjacent"}),
    "aehre-5p-mixed": ("aehre", ["random", "greedy", FARMER, FARMER, FARMER], 7, {}),
    "aehre-5p-own-figures": ("aehre", [FARMER] * 5, 8, {"components": OWN_FIGURES}),
    "agricola-1p-settler": ("agricola", [SETTLER], 11, {"cards": "none", "stage_order": "chosen"}),
    "agricola-1p-series": (
        "agricola",
        ["greedy"],
        12,
        {"series": "3", "series_food": "4", "kept": "1:grocer,1:scholar"},
    ),
    "agricola-1p-chosen": ("agricola", [SETTLER], 17, {"hands": "chosen", "stage_order": "chosen"}),
    "agricola-2p-settlers": ("agricola", [SETTLER, SETTLER], 13, {}),
    "agricola-2p-greedy-tile": (
        "agricola",
        ["greedy", SETTLER],
        14,
        {"cards": "none", "variant_tile": "yes", "start": "2"},
    ),
    "agricola-3p-mixed": ("agricola", ["greedy", SETTLER, "random"], 15, {"variant_tile": "yes"}),
    "agricola-3p-drafted": (
        "agricola",
        [SETTLER, "greedy", SETTLER],
        18,
        {"hands": "drafted", "pack_size": "9", "start": "3"},
    ),
    "agricola-3p-campaign": (
        "agricola",
        [SETTLER, "greedy", SETTLER],
        20,
        {
            "campaign": "2",
            "campaign_points": "1:5,2:7,3:3",
            "campaign_scores": "1:31,2:40,3:12",
            "kept": "1:carpenter,2:tutor",
            "start": "2",
            "extra_food": "3",
        },
    ),
    "agricola-4p-side-job": (
        "agricola",
        [SETTLER, "greedy", SETTLER, "random"],
        16,
        {"cards": "none", "side_job": "yes"},
    ),
    "agricola-4p-dealt": ("agricola", [SETTLER, SETTLER, "greedy", SETTLER], 19, {}),
    "mi_tierra-2p-random": ("mi_tierra", ["random", "random"], 21, {}),
    "mi_tierra-2p-greedy": ("mi_tierra", ["greedy", "random"], 22, {"start": "2", "excess_meat": "visit"}),
    "mi_tierra-3p-closed": ("mi_tierra", ["greedy", "random", "greedy"], 23, {"closing_markets": "closed"}),
    "mi_tierra-4p-oven": (
        "mi_tierra",
        ["random", "greedy", "greedy", "random"],
        24,
        {"strike": "without_oven"},
    ),
}


def play(game: str, bots: list[str], seed: int, options: dict[str, Any]) -> Record:
    """One game between these bots, to its end."""
    match = Match(game, len(bots), seed=seed, **options)
    players = [make_bot(bot, Rng(seed, f"seat {seat}")) for seat, bot in enumerate(bots)]
    while match.state.to_play != OVER:
        seat = match.state.to_play
        match.play(players[seat].choose(match.state.seen_by(seat)))
    return match.record


def main() -> None:
    """Play and save what is missing."""
    for name, (game, bots, seed, options) in GAMES.items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            play(game, bots, seed, options).save(path)
            print(f"played {path.name}")


if __name__ == "__main__":
    main()
