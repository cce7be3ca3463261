"""What the numbers that an evaluation is learned from are called, in their order."""

from __future__ import annotations

from typing import Final

from farmtable.core.feature_names import numbered
from farmtable.games.agricola.evaluation import features

GROUPS: Final = """
points to_come round seats my_turn to_place others_to_place before_me starts order preparing working
placements last feedings gatherings breedings harvest_in people third_person newborns room_count
third_room free_room homeless growth may_grow wish rivals rivals_first food_now promised
promised_later needed short short_of_crops short_of_all turns_to_eat starving left_over
needed_in_all short_in_all short_at_last begging supply table_points one_more field_tiles
empty_fields fallow grain_fields vegetable_fields grain_sown vegetables_sown grain_ripe
vegetables_ripe grain_to_sow vegetables_to_sow pastures fenced largest second singles spare excess
room_for pair births birth_points fences_used next_pasture clay_house stone_house renovating unused
room_sites field_sites side_by_side stable_count stables_fenced misplaced rooms_paid room_ready
renovation_paid renovation_short fences_paid stables_paid bread bread_later owned on_board paid
best_paid cooks kitchen bakery oven crafts board turned_up best_gain part sow_vegetables improve
free_fences choosing housing feeding asked acting others played held gifts landed front hand
front_left hand_left
"""
"""Each begins at the number of `features.py` that has its name, and ends where the next one begins."""

FEATURE_NAMES: Final = numbered(
    {name: getattr(features, name.upper()) for name in GROUPS.split()}, features.COUNT
)
