"""The guided first games: one without hand cards, up to a grown family, and one about the cards."""

from __future__ import annotations

from farmtable.core.lesson import Cue, Lesson
from farmtable.core.text import Text

FAMILY = Lesson(
    title=Text("Field, family and flock"),
    players=2,
    options={"cards": "none", "start": "1"},
    course=(
        "turn up Grain Utilization",
        Cue(
            "place Forest",
            Text(
                "In each of fourteen rounds your people go to work, one on each space. What nobody takes "
                "piles up: three wood lie in the forest, and three more come each round. Rooms, fences "
                "and stables are all made of wood."
            ),
        ),
        "place Day Laborer",
        Cue(
            "place Grain Seeds",
            Text(
                "Each space takes one person a round, so go first for what you want most. Your second "
                "person fetches a grain. It is not food yet: it is seed."
            ),
        ),
        "place Clay Pit; turn up Sheep Market",
        Cue(
            "place Farmland",
            Text(
                "A new round: all people are home again, and one more space has been turned up. Plow a "
                "field for your grain."
            ),
        ),
        Cue(
            "plow C2",
            Text(
                "Choose its place. Later fields must touch this one, new rooms must touch the house, and "
                "animals need space as well: good players leave them a corner."
            ),
        ),
        "place Day Laborer",
        Cue(
            "place Grain Utilization",
            Text(
                "Sow here. Your grain becomes three in the field, and each harvest brings in one of them. "
                "What is sown early feeds you several times."
            ),
        ),
        "place Grain Seeds; turn up Fencing; place Clay Pit; place Farmland; plow B1",
        Cue(
            "place Fishing",
            Text(
                "Your other person has fetched two clay. After round 4 comes the first harvest, when "
                "each person eats two food: four in all, and you have two. There are three food here."
            ),
        ),
        "place Reed Bank",
        Cue(
            "place Major Improvement",
            Text(
                "A fireplace costs two clay. It turns animals into food at any time, and grain into "
                "bread. Nearly every farm needs one: build it before your family is hungry."
            ),
        ),
        "place Grain Utilization",
        Cue(
            "place Forest",
            Text(
                "Nine wood: nobody has been here for three rounds. Good players watch piles like this "
                "and take them in time. The harvest comes right after this."
            ),
        ),
        "place Day Laborer; turn up Western Quarry",
        Cue(
            "place Fencing",
            Text(
                "The harvest has brought in a grain and taken four food. Now your animals need a pasture: "
                "here wood becomes fences, one for each side."
            ),
        ),
        Cue(
            "fence D3 E3",
            Text(
                "Fence these two spaces: six fences, six wood. Each space holds two animals, so this "
                "pasture holds four of one kind. One large pasture takes less wood than two small ones. "
                "Then build."
            ),
        ),
        Cue(
            "done",
            Text(
                "You may build more fences, but a room will need the rest of the wood. Say that you are done."
            ),
        ),
        "place Forest",
        Cue(
            "place Sheep Market",
            Text(
                "Four sheep are waiting here, and you have room for four. If you have two or more of a "
                "kind, one is born at each harvest. At the end, each kind of thing that your farm lacks "
                "costs a point."
            ),
        ),
        "place Grain Seeds; turn up House Redevelopment",
        Cue(
            "place Reed Bank",
            Text(
                "Your family grows only where there is room. A room costs five wood and two reed. You "
                "have the wood, so fetch the reed."
            ),
        ),
        "place Forest",
        Cue(
            "place Farm Expansion",
            Text(
                "Now build the room. Good players have a third person by round six or seven, who then "
                "works in every round that is left."
            ),
        ),
        Cue(
            "build room B3",
            Text("A new room must touch the house. Here it leaves space for more fields."),
        ),
        "place Day Laborer",
        Cue(
            "place Basic Wish for Children",
            Text(
                "A room is free: have a child. The child works from the next round on, eats one food in "
                "this harvest and, like every person, is worth three points at the end."
            ),
        ),
        "place Farmland; plow C1",
        Cue(
            "place Day Laborer",
            Text(
                "A day’s work brings two food. It is the last round before the harvest: two adults and a "
                "newborn need five, and you will have three."
            ),
        ),
        "place Forest",
        Cue(
            "cook sheep",
            Text(
                "The harvest has brought in a grain; now you are two food short. Your fireplace turns a "
                "sheep into two food, and three sheep are enough to breed. Each missing food would cost you "
                "three points."
            ),
        ),
        Cue(
            "done",
            Text("Everybody is fed. Keep the grain for sowing and end the feeding; then your sheep breed."),
        ),
        "turn up Vegetable Seeds",
    ),
    ending=Text(
        "You have gathered and sown, fenced and built, fed your family and watched it grow. At the end, "
        "everything that a farm lacks costs points, and so does unused space: a little of everything "
        "wins. The next lesson is about the hand cards."
    ),
)

CARDS = Lesson(
    title=Text("Hand cards"),
    players=2,
    options={"cards": "base", "start": "1"},
    course=(
        (
            "deal Wood Cutter; deal Seasonal Worker; deal Small-scale Farmer; deal Animal Tamer; "
            "deal Firewood Collector; deal Carpenter; deal Hedge Keeper; deal Corn Scoop; "
            "deal Market Stall; deal Handplow; deal Canoe; deal Drinking Trough; deal Mini Pasture; "
            "deal Clearing Spade; deal Tutor; deal Grocer; deal Scythe Worker; deal Conservator; "
            "deal Wall Builder; deal Childless; deal Roof Ballaster; deal Loom; deal Basket; "
            "deal Butter Churn; deal Pitchfork; deal Sack Cart; deal Lumber Mill; deal Claypipe; "
            "turn up Fencing"
        ),
        Cue(
            "place Lessons",
            Text(
                "You hold seven occupations and seven minor improvements, for the whole game. Good "
                "players choose a few that help each other. Occupations are played here: the first is "
                "free, each one after that costs one food."
            ),
        ),
        Cue(
            "play Wood Cutter",
            Text(
                "Play the Wood Cutter: it gives you one more wood whenever you take wood. Cards that "
                "work again and again are best played in the first rounds."
            ),
        ),
        "place Day Laborer",
        Cue(
            "place Forest",
            Text("Now put it to use: there are three wood in the forest, and you get four."),
        ),
        "place Clay Pit; turn up Sheep Market",
        Cue(
            "place Meeting Place",
            Text("The Meeting Place makes you the starting player and lets you play a minor improvement."),
        ),
        Cue(
            "play Corn Scoop",
            Text(
                "The Corn Scoop costs one wood and brings one more grain from Grain Seeds. Each card "
                "shows what it costs and what it requires: look at both before you count on it."
            ),
        ),
        "place Farmland; plow B1",
        Cue(
            "place Grain Seeds",
            Text("And use it right away: two grain instead of one."),
        ),
        "place Day Laborer; turn up Grain Utilization",
    ),
    ending=Text(
        "Cards do not win by themselves; the farm does. Read your hand first, choose two or three cards "
        "that fit together, and play them early. The others can stay in your hand: they cost nothing."
    ),
)
