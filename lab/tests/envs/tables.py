"""The tables that adapters are tried at: every game with its fewest and most seats, and its variants."""

from typing import Any, NamedTuple

from knobel import games, make
from knobel.core.game import AnyGame


class Setup(NamedTuple):
    key: str
    seats: int
    options: dict[str, str]

    @property
    def game(self) -> AnyGame:
        return make(self.key, self.seats, **self.options)

    @property
    def wishes(self) -> dict[str, Any]:
        return {"game": self.key, "seats": self.seats, **self.options}

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *self.options.values()])


TYPED = "1 green; 2 green; 0 blue; 3 any; no 3; blue > red"

SETUPS = [
    *(Setup(info.key, seats, {}) for info in games() for seats in (info.seats[0], 2, info.seats[-1])),
    *(Setup("krisskross", seats, {"advanced": "yes"}) for seats in (1, 2)),
    Setup("kribbeln", 3, {"beginner": "yes", "sheet": "4"}),
    Setup("kribbeln", 2, {"tasks": TYPED}),
]
SETUPS = list({str(setup): setup for setup in SETUPS}.values())
SEVERAL = [setup for setup in SETUPS if setup.seats > 1]
TOGETHER = [setup for setup in SETUPS if setup.key == "krisskross"]
