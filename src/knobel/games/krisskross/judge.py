"""The judges of Kriss Kross: by the final points of a grid, or by the chance to win."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from knobel.coach.judge import Judge
from knobel.core.game import AnyGame
from knobel.games.krisskross import SPEC
from knobel.games.krisskross.rules import DIE, EMPTY, KRISS, START, Grid, KrissKross, Place, State, fill
from knobel.games.krisskross.solve.values import GridValues, open_grid_values
from knobel.games.spec import spec
from knobel.scene.text import Text, text

FIRST = DIE.values[0]


def judge(game: KrissKross, objective: str | None, _endgames: int) -> Judge:
    """A judge of expected points for one seat or if asked for, else of the chance to win."""
    values = _values(game.advanced)
    if objective == "points" or "win" not in objectives(game):
        return KrissKrossJudge(values)
    from knobel.games.krisskross.win import WinJudge

    return WinJudge(values, spec(game).turn_spread(game, "points"))


@cache
def _values(advanced: bool) -> GridValues:
    """The values of grids, cached."""
    return open_grid_values(advanced)


def objectives(game: KrissKross) -> tuple[str, ...]:
    """The objectives: to win, unless one plays alone, or points."""
    return ("win", "points") if game.seats > 1 else ("points",)


def approximation(_seats: int, objective: str) -> str:
    """The kind of values where they are not exact."""
    return "chances" if objective == "win" else "learned"


def value_files(game: KrissKross) -> tuple[str, ...]:
    """The file of the learned weights."""
    return (str(SPEC.data(f"{'advanced' if game.advanced else 'basic'}.npz")),)


def caveats(game: KrissKross) -> tuple[Text, ...]:
    """What the judge assumes: the values are learned for the points of our rulebook."""
    return () if game.edition == KRISS else (text("coach.caveat.edition"),)


@dataclass(frozen=True, eq=False)
class KrissKrossJudge:
    """Rates by the expected final points of one's own grid; the other seats make no difference."""

    values: GridValues
    objective = "points"

    def rate(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        if seat in state.waiting:
            return {Place(cells): worth for cells, worth in self.values.rate(state.grids[seat], state.dice).items()}
        # Any symbol is as good as any other to begin with.
        return {move: self.values.after(_begun(state.grids[seat])) for move in game.moves(state, seat)}

    def value(self, game: AnyGame, state: State, seat: int) -> float:
        if seat in state.waiting:
            return max(self.rate(game, state, seat).values())
        return self.values.after(_begun(state.grids[seat]))

    def exact(self, game: AnyGame, state: State, seat: int) -> bool:
        """Whether ratings are exact: only with few throws left."""
        assert isinstance(game, KrissKross)
        return game.edition == KRISS and self.values.exact(state.grids[seat])


def _begun(grid: Grid) -> Grid:
    """The grid with a symbol in its start cell."""
    return grid if grid[START] != EMPTY else fill(grid, (START,), (FIRST,))
