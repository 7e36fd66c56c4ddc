"""The judge of Schleuse: points, less something for every field that is left behind empty."""

from schleuse.rules import CANALS, LEAK, PASS, Move, Schleuse, Sheet, State, sent

EMPTY = 0.6
"""What a field is worth that can still be reached."""


def worth(sheet: Sheet) -> float:
    """What a sheet is worth."""
    behind = sum(sheet.next_field(at) - len(sheet.boats[at]) for at in range(len(CANALS)))
    return sheet.points - EMPTY * behind


class Tidy:
    """Leaves few fields empty."""

    objective = "points"

    def rate(self, game: Schleuse, state: State, seat: int) -> dict[Move, float]:
        """What the sheet is worth after each move."""
        sheet = state.sheets[seat]
        leak = LEAK if not state.waiting and state.idle else 0
        return {
            move: worth(sheet) - leak if move == PASS else worth(sent(sheet, move)) for move in game.moves(state, seat)
        }

    def value(self, game: Schleuse, state: State, seat: int) -> float:
        """What the sheet will be worth after the best move, or what it is."""
        return max(self.rate(game, state, seat).values(), default=worth(state.sheets[seat]))

    def exact(self, _game: Schleuse, _state: State, _seat: int) -> bool:
        """Never: nobody looks ahead."""
        return False


def judge(_game: Schleuse, _objective: str | None, _endgames: int) -> Tidy:
    """The only judge there is."""
    return Tidy()


def approximation(_seats: int, _objective: str) -> str:
    """How values are computed: as expectations."""
    return "expected"
