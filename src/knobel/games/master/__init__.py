"""Master: six tasks, six number rows and a coin row; first to fifteen stars."""

from knobel.games.spec import Colour, GameSpec

SPEC = GameSpec(
    key="master",
    room=__name__,
    seats=range(1, 5),
    minutes=30,
    colour=Colour("#805800", "#ecc04d"),
    coupled=True,
    spread={"turns": 0.45},
)
