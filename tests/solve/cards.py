"""Small cards, small enough to be solved by enumeration."""

from knobel import Die
from knobel.games.holding.roll import alike
from knobel.games.scorecard.rules import Bonus, Box, Card, fixed, number

COIN = Die("coin", ("1", "2"))
D3 = Die("d3", ("1", "2", "3"))
D4 = Die("d4", ("0", "1", "2", "3"), first=0)

TINY = Card(
    key="tiny",
    pool=(D3, COIN, D3),
    boxes=(
        number("ones", 1),
        number("twos", 2),
        Box("all_equal", lambda faces: len(set(faces)) == 1, fixed(12)),
    ),
    bonus=Bonus(needed=5, points=7, boxes=2),
    chips=1,
)

COINS = Card(
    key="coins",
    pool=(Die("coin", ("tails", "heads")),) * 2,
    boxes=(number("heads", 2, each=1), Box("pair", lambda faces: alike(faces, 2), fixed(1))),
)
"""A game so small that two can play it through: two coins, two boxes."""
