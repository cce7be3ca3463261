"""Games in plain Python: a position is a list of fields, and the rest follows from it.

    class Duel(PlainWorld):
        bag = pile(6, 6, 6)             # nobody sees into it
        hands = drawn("bag")            # each seat's own, drawn from the bag
        coins = each(number())          # one number for each seat, which all see

From its fields a position has its copies, its stored form and how that is read, what a seat has to forget
and how it is dealt anew, a view for pages, an observation and features for learning. What is special to a
game stays its own: every method may be overridden, since a `PlainWorld` is a `World` and a `PlainGame` a
`Game`.
"""

from farmtable.fields.game import PlainGame
from farmtable.fields.kinds import FaceDown, Field, counts, drawn, each, number, pile
from farmtable.fields.world import PlainPerspective, PlainWorld

__all__ = [
    "FaceDown",
    "Field",
    "PlainGame",
    "PlainPerspective",
    "PlainWorld",
    "counts",
    "drawn",
    "each",
    "number",
    "pile",
]
