"""The judge of Hamster: what is in the cheeks counts for what it will probably be worth."""

from hamster.rules import HOME, MORE, SNEEZE, Hamster, Move, State

SIDES = (2, 3, 4, 5, 6)
"""What does not make a hamster sneeze."""


class Careful:
    """Looks one throw ahead."""

    objective = "points"

    def rate(self, game: Hamster, state: State, seat: int) -> dict[Move, float]:
        """The points after going home now, and after one more throw."""
        points = state.points[seat]
        worth = {MORE: points + self._once_more(state.cheeks), HOME: float(points + state.cheeks)}
        return {move: worth[move] for move in game.moves(state, seat)}

    def value(self, game: Hamster, state: State, seat: int) -> float:
        """What this seat will probably have after its turn; before it, what it has."""
        if rated := self.rate(game, state, seat):
            return max(rated.values())
        thrown = seat == state.seat and state.cheeks and state.face is None
        return state.points[seat] + (self._once_more(state.cheeks) if thrown else 0.0)

    def exact(self, _game: Hamster, _state: State, _seat: int) -> bool:
        """Never: nobody looks further ahead."""
        return False

    def _once_more(self, cheeks: int) -> float:
        return sum(cheeks + face for face in SIDES) / (len(SIDES) + SNEEZE)


def judge(_game: Hamster, _objective: str | None, _endgames: int) -> Careful:
    """The only judge there is."""
    return Careful()


def approximation(_seats: int, _objective: str) -> str:
    """How values are computed: as expectations."""
    return "expected"
