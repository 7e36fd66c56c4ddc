"""Classic: the parent game, five dice and thirteen boxes."""

from knobel.games.spec import NAVY, GameSpec

SPEC = GameSpec(
    key="classic",
    room=__name__,
    family="knobel.games.scorecard",
    seats=range(1, 7),
    minutes=20,
    colour=NAVY,
    reach=True,
    spread={"points": 11.0},
)
