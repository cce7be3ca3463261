"""The guided first game: workers, dice, crops, an industry, a development card, the market."""

from __future__ import annotations

from farmtable.core.lesson import Cue, Lesson
from farmtable.core.text import Text

FIRST = Lesson(
    title=Text("From the field to the market"),
    players=2,
    options={"start": "1"},
    course=(
        (
            "development II; development XV; development III; development VII; turn up apple 3x6; "
            "turn up egg 7x3 out"
        ),
        Cue(
            "place Workers' Square",
            Text(
                "Each round, everybody places workers, one at a time; then the zones take effect in the "
                "order of their numbers. A fourth worker is worth most when it comes early, and there "
                "is only one to be had here: go there first."
            ),
        ),
        "place Sheep Farm",
        Cue(
            "place pair Seed Shop",
            Text(
                "One worker in the Seed Shop takes the crop that the die shows; two on one space choose "
                "it. You have a field of apples, and with two fields of one crop side by side each "
                "worker brings in twice as much. So send two."
            ),
        ),
        "place Forest; place Chicken Coop; roll 3; take; roll 2",
        Cue(
            "choose apple",
            Text("Now the zones take effect; your new worker is already in the hut. Choose apples."),
        ),
        Cue(
            "plant B1",
            Text("Plant beside your apples. Fields connect through their sides, not through corners."),
        ),
        "roll 2",
        Cue(
            "keep 4 workers",
            Text(
                "Before each round, every worker beyond the third costs 2 money. Pay it: a worker earns "
                "more than that."
            ),
        ),
        "turn up apple 4x4 out; turn up sheep 5x3 out",
        Cue(
            "place field B1",
            Text(
                "Round 2. Crops stay on the field, but somebody has to bring them in. Each worker in your "
                "group of two brings two apples."
            ),
        ),
        "place Sheep Farm",
        Cue(
            "place Cattle Farm",
            Text(
                "Here a die says how many cows you get. Your barnyard has room for two; each cow without "
                "room becomes meat. With a larger barnyard from the Forest you could keep more."
            ),
        ),
        "place Forest; place field B2; place Seed Shop",
        Cue(
            "place Official Market",
            Text(
                "Your third worker has gone to the other field. Look at the market before you produce: "
                "four apples are wanted, at 4 each. Send the last worker there to sell."
            ),
        ),
        "roll 2; take; roll 3; roll 1; plant B1; roll 3",
        Cue(
            "work B1",
            Text(
                "The die showed three: two cows are in the barnyard, the third became meat. Now the "
                "fields: two apples for each worker."
            ),
        ),
        "work B2",
        Cue(
            "sell 4 to apple 4x4 out",
            Text(
                "Sell all four at once: after one sale, a market card leaves the game. With two "
                "players, even the others stay for only one more round, so good players produce for the "
                "cards that are there now."
            ),
        ),
        (
            "turn up milk 8x2 out; leave; keep 4 workers; turn up cow 6x2 out; turn up wool 9x2 out; "
            "place Forest"
        ),
        Cue(
            "place Animal Industry",
            Text(
                "Two apples a field is a modest living. Industries turn what you have into something "
                "more valuable: two cows and 5 money bring a milk, and you keep the cows."
            ),
        ),
        "place Development right",
        Cue(
            "place Development left",
            Text(
                "Development cards work each round, without a worker. This space touches one that gives "
                "you a milk if you have two cows. The earlier you buy it, the more often it pays."
            ),
        ),
        "place Chicken Coop; place field B1",
        Cue(
            "place Official Market",
            Text(
                "Your third worker is on the field. Milk brings 8 on the closing line, two are wanted, "
                "and you will have two. It is the last round for that card: be there."
            ),
        ),
        "roll 3; take; roll 3",
        Cue(
            "take",
            Text("Your two cows are enough: pay 5 money and take the milk."),
        ),
        "buy VII from right",
        Cue(
            "buy II from left",
            Text("A worker pays 1 money for each card that its space touches. Buy the card with the milk."),
        ),
        "use VII",
        Cue(
            "use II",
            Text("Your card works in the round in which it was bought: take another milk."),
        ),
        "work B1",
        Cue(
            "sell 2 to milk 8x2 out",
            Text("Two milk at 8 each: sixteen money for two workers and a card that stays. Sell both."),
        ),
        "leave",
    ),
    ending=Text(
        "You have placed workers, rolled dice, planted, harvested, made milk and sold it. The round of "
        "the third permanent event is the last, and whoever has the most money wins. Good players buy "
        "early what lasts, and sell everything at the end."
    ),
)
