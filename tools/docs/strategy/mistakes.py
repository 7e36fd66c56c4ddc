"""Kinds of mistakes: in what family a decision belongs, what was done, and what would have been better."""

from typing import Any, NamedTuple

from knobel.core.game import AnyGame
from knobel.games.hexhex.rules import SYMBOLS
from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.rules.game import Dodge, Kribbeln, Strike, Write
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.krisskross.rules import EMPTY, PAIRS, Begin, Grid, KrissKross, fill, grid_points
from knobel.games.master.rules.actions import Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.game import Pass
from knobel.games.scorecard.rules import THROWS, Scorecard
from knobel.games.scorecard.rules import Write as Box
from tools.strategy.shape import held_shape
from tools.strategy.watch import Decision

STRAIGHTS = ("classic", "extreme", "master")
"""Games in which consecutive numbers count."""


ACTIONS = {Rows: "action.row", Coins: "action.coins", RowCoins: "action.row_coins", Pass: "action.pass"}
"""Actions of Master in a word."""


class Kind(NamedTuple):
    """A kind of mistake."""

    family: str
    did: str
    better: str

    @property
    def holds(self) -> bool:
        """It was about which dice to hold, not about ending the turn."""
        return self.family.startswith("hold")


def kind_of(decision: Decision) -> Kind:
    """The kind of a decision that cost something."""
    match decision.game:
        case KrissKross():
            return _placement(decision)
        case Kribbeln():
            return _kribbeln(decision)
        case _:
            made, best = (word(decision.game, decision.state, move) for move in (decision.made, decision.best))
            return Kind(_family(decision), made, best)


def _family(decision: Decision) -> str:
    """Whether dice were held wrongly, the turn ended too early or too late, or in the wrong way."""
    match decision.made, decision.best:
        case Keep(), Keep():
            return "hold"
        case (_, Keep()) | (Keep(), _) if isinstance(decision.game, Scorecard) and _bought(decision):
            return "chip"
        case _, Keep():
            return "early"
        case Keep(), _:
            return "late"
        case _:
            return "end"


def _bought(decision: Decision) -> bool:
    return bool(decision.state.tray.throws == THROWS)


def word(game: AnyGame, state: Any, move: Any) -> str:
    """A move in a word: what was held, or how the turn ended."""
    match move:
        case Keep(positions):
            faces = [state.tray.dice[position] for position in positions]
            return f"hold.{held_shape(faces, straights=game.key in STRAIGHTS)}"
        case Box(key) | Fulfil(key):
            return "box_symbol" if key in SYMBOLS else f"box.{key}"
        case Rows((_, _)):
            return "action.rows"
        case _:
            return ACTIONS[type(move)]


def _kribbeln(decision: Decision) -> Kind:
    """A mistake of Kribbeln: the row it happened in says more than the dice."""
    row = "task" if ROWS[decision.state.row].task is not None else "kribbel"
    match decision.made, decision.best:
        case Keep(made), Keep(best):
            few = "fewer" if len(made) < len(best) else "more" if len(made) > len(best) else "other"
            return Kind(f"hold_{row}", f"kept.{few}", f"area.{ROWS[decision.state.row].area}")
        case (Dodge(), _) | (_, Dodge()):
            return Kind("dodge", _ending(decision.made), _ending(decision.best))
        case _, Keep():
            return Kind(f"early_{row}", _ending(decision.made), "end.keep")
        case _:
            return Kind(f"late_{row}", "end.keep", _ending(decision.best))


def _ending(move: Any) -> str:
    match move:
        case Dodge():
            return "end.dodge"
        case Write():
            return "end.write"
        case Strike():
            return "end.strike"
        case _:
            return "end.keep"


def _placement(decision: Decision) -> Kind:
    """A mistake of Kriss Kross: by the points taken at once, and by what the symbols were written beside."""
    assert isinstance(decision.game, KrissKross)
    if isinstance(decision.made, Begin):
        return Kind("begin", "begin", "begin")
    grid, dice = decision.state.grids[decision.seat], decision.state.dice
    made, best = (fill(grid, move.cells, dice) for move in (decision.made, decision.best))
    points = [grid_points(each, decision.game.advanced) for each in (made, best)]
    family = "greedy" if points[0] > points[1] else "left" if points[0] < points[1] else "place"
    return Kind(family, _beside(grid, made), _beside(grid, best))


def _beside(before: Grid, after: Grid) -> str:
    """Whether new symbols join equal ones, stand beside others, or apart from all."""
    pairs = [pair for pair in PAIRS if sum(before[cell] == EMPTY != after[cell] for cell in pair) == 1]
    met = [tuple(after[cell] for cell in pair) for pair in pairs]
    if any(one == other for one, other in met):
        return "cells.joined"
    return "cells.beside" if any(EMPTY not in pair for pair in met) else "cells.apart"


def lone(grid: Grid) -> int:
    """How many cells can never be filled, since no neighbour is empty."""
    paired = {cell for pair in PAIRS if grid[pair[0]] == grid[pair[1]] == EMPTY for cell in pair}
    return grid.count(EMPTY) - len(paired)
