"""Worked examples of rules, drawn on their page."""

from __future__ import annotations

from typing import Final

from farmtable.core.example import Example
from farmtable.core.text import Text

_STOPPED: Final = {"stopped": True}

EXAMPLES: Final = (
    Example(
        rule="R29",
        part="barnyards",
        position={
            "seats": [{"barnyards": [3, 3, 2], "goods": {"sheep": 3, "cow": 2, "chicken": 4}}, {}],
        },
        says=Text(
            "{animals} animals in four barnyards with room for {room}. There would be no room for a "
            "fourth sheep, since each barnyard holds only one kind: it would become 1 meat.",
            animals=9,
            room=10,
        ),
    ),
    Example(
        rule="R38",
        part="fields",
        position={
            "seats": [
                {
                    "fields": {
                        "A1": "wheat",
                        "B2": "apple",
                        "C2": "apple",
                        "A3": "grape",
                        "B3": "grape",
                        "C3": "grape",
                    },
                    "field_workers": ["A1", "C2", "A3"],
                },
                {},
            ],
        },
        says=Text(
            "The worker on the wheat takes {alone}, for it stands alone. The one on the apples takes "
            "{pair}, for two fields are connected. The one on the grapes takes {row}, too, although "
            "there are three of them; with card XI it would take {card}.",
            alone=1,
            pair=2,
            row=2,
            card=3,
        ),
    ),
    Example(
        rule="R42",
        part="market",
        position={
            "seats": [{**_STOPPED, "barnyards": [3], "goods": {"cow": 3, "apple": 3, "wheat": 1}}, _STOPPED],
            "placed": {"Official Market": [0]},
            "market": ["cow 6x2 out", "3 apple + 1 wheat for 15 out"],
        },
        says=Text(
            "A player with 3 cows, 3 apples and 1 wheat may choose: at most two of the cows for {cows}, "
            "or all the apples with the wheat, once, for {bundle}. The card is then gone.",
            cows=12,
            bundle=15,
        ),
    ),
)
