"""The guided first game: placing, levelling, scoring, a farm, livestock."""

from __future__ import annotations

from farmtable.core.lesson import Cue, Lesson
from farmtable.core.text import Text

FIRST = Lesson(
    title=Text("A first farm"),
    players=2,
    options={"start": "1"},
    course=(
        "draw W1C2; draw C0C1; draw B1R2; draw W1B2; draw R0R1; draw W0W2",
        Cue(
            "place W1C2 C4 D4",
            Text(
                "Every turn begins with a tile, laid on the land or on other tiles. No crop may cover "
                "its own kind. Here wheat will join wheat, and corn will join corn. The tile in your "
                "hand is already turned the right way: choose the marked cell."
            ),
        ),
        Cue(
            "score D4 barns",
            Text(
                "For each new field you choose: victory points now, as many as its region is large, or "
                "farm points, as many as it shows barns. This corn shows two barns. Take them: your corn "
                "cube climbs two rows in the barn."
            ),
        ),
        Cue(
            "score C4 points",
            Text(
                "The wheat shows only one barn, but it joins another wheat field: a region of two, so "
                "two victory points at once. Points are safe; barns are an investment. Take the points "
                "here."
            ),
        ),
        "draw W2P1; place W1B2 F7 G7; score G7 barns; score F7 points; draw B1P2",
        Cue(
            "place C0C1 E3 E4",
            Text(
                "A tile with two fields of corn. Laid here, it joins your corn and two printed fields "
                "into one region of five. Regions belong to nobody: good players use what others have "
                "sown, and leave them little."
            ),
        ),
        Cue(
            "score E3 points",
            Text("This field shows no barn. Its region has five fields now: take five victory points."),
        ),
        Cue(
            "score E4 barns",
            Text(
                "You could take five points again. But look ahead: once all five cubes have reached row "
                "3, you build a farm, and that pays every turn. One barn brings the corn cube there."
            ),
        ),
        "draw W1P2; place R0R1 E6 E7; score E6 points; score E7 points; draw P0P1",
        Cue(
            "place B1R2 C4 B4",
            Text(
                "A large tile needs level ground, and one of these two cells is a level higher. A small "
                "tile from your reserve, face down, fills the gap. You have five for the whole game: "
                "spend them where it counts."
            ),
        ),
        Cue(
            "level with C",
            Text(
                "Which small tile will it be? Face down, it only adds height. Your corn cube is far "
                "enough along, so you will hardly miss the corn."
            ),
        ),
        Cue(
            "score B4 barns",
            Text(
                "Rapeseed with two barns: take them as farm points. Good players keep an eye on the "
                "track that is furthest behind."
            ),
        ),
        (
            "score C4 barns; draw B1R2; place W0W2 G6 G5; score G6 points; score G5 points; draw W2R1; "
            "place W2P1 F2 F3; score F2 barns; score F3 barns; draw R2P1; place B1P2 C7 D7; "
            "score C7 points; score D7 barns; draw B2P1; place W1P2 C1 D1; score C1 barns; "
            "score D1 barns; draw C1P2; place P0P1 B7 B6; score B7 points; score B6 points; draw W0W1; "
            "place B1R2 A3 A4; score A3 barns; score A4 barns; draw B0B1; place W2R1 A8 A7; "
            "score A8 barns; score A7 points; draw C0C2"
        ),
        Cue(
            "place B B3",
            Text(
                "A few turns later: you have laid three more tiles and moved up in the barn. Only the "
                "beets are still below row 3. A small tile fits at any height. Lay the beets here."
            ),
        ),
        Cue(
            "score B3 barns",
            Text(
                "Take the farm points: then all five cubes have reached row 3, and you build a farm at once."
            ),
        ),
        Cue(
            "farm D4",
            Text(
                "Where will you build your farm? At the end of each of your turns, it pays as many "
                "points as its region has fields, until the game is over. So take the largest region: "
                "the corn, five fields."
            ),
        ),
        "place B2P1 A1 B1; score A1 barns; score B1 points; draw W1R2",
        Cue(
            "place R2P1 A5 A6",
            Text(
                "Your farm has just paid, and it will again after each of your turns. Now for the "
                "animals at the top of the tracks: your rapeseed cube is two rows below them, and this "
                "tile has rapeseed with two barns."
            ),
        ),
        Cue(
            "score A5 barns",
            Text(
                "With two barns, the cube reaches the livestock. You exchange it for the topmost "
                "animal, whose points only you know until the end. From now on, rapeseed brings you "
                "only victory points."
            ),
        ),
        "reveal cow 14",
        Cue(
            "score A6 points",
            Text(
                "The potatoes have done their part for the first farm. Take the victory points for "
                "their region."
            ),
        ),
        "draw W1P2; place W0W1 G2 G3; score G3 points; score G2 points; draw R1P2",
    ),
    ending=Text(
        "You have laid tiles and levelled, scored, built a farm and taken an animal: that is the whole "
        "game. It ends when the tiles run out, and whoever has the most victory points wins. Good "
        "players build early, where others cannot easily cut up the region."
    ),
)
