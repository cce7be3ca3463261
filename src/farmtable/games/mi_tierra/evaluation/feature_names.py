"""What the numbers that an evaluation is learned from are called, in their order."""

from __future__ import annotations

from typing import Final

from farmtable.core.feature_names import numbered
from farmtable.games.mi_tierra.evaluation import features

GROUPS: Final = """
guess left rounds by_pace round rounds_left ending seats permanents in_force deck_b phases soon
place to_decide to_place to_place_others money purse has first_units flocks store store_faded sets
missing supply crowded rooms rooms_free slots_free fields yields cells_free cards workers
hands_to_come cards_to_come fields_to_come animals_to_come rooms_to_come standing pairs free to_come
sales sales_mine best_sale gain last_gain sellers demand generics offers result arriving excess
rolling_now dropping_now selling_now selling_more buying upkeep_to_come giving_up homeless
rival_lead rival_money rival_store others_workers others_cards others_animals others_before points
"""
"""Each begins at the number of `features.py` that has its name, and ends where the next one begins."""

FEATURE_NAMES: Final = numbered(
    {name: getattr(features, name.upper()) for name in GROUPS.split()}, features.COUNT
)
