"""Habits: ways to play that sound sensible, each as a filter on moves, so that its price can be measured."""

from typing import Any

from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, WRITE
from knobel.games.kribbeln.rules.sheet import LAST_KRIBBEL, ROWS
from knobel.games.krisskross.rules import Place, fill, grid_points
from knobel.games.master.rules.actions import Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.board import ROW_LENGTH
from knobel.games.scorecard.rules import THROWS, Write
from tools.strategy.kinds import lone
from tools.strategy.watch import Moment

FIXED = {
    "three_pairs",
    "two_triples",
    "full_house",
    "big_full_house",
    "small_straight",
    "large_straight",
    "highway",
    "five_of_a_kind",
    "ten_or_less",
    "thirty_three_or_more",
    "triple_and_pair",
    "five_different",
}
"""Boxes that pay the same however they are met, and are not met by accident."""

CHIPS_FROM = 17
"""The turn from which chips are spent by those who save them up."""


def _keeps(at: Moment) -> list[Any]:
    return [move for move in at.ratings if isinstance(move, Keep)]


def _pays(at: Moment, move: Any) -> int:
    """What writing pays at once."""
    card = at.game.card  # type: ignore[attr-defined]
    keys = [box.key for box in card.boxes]
    return int(card.worths(at.state.tray.faces)[keys.index(move.box)])


def _writes(at: Moment) -> list[Any]:
    return [move for move in at.ratings if isinstance(move, Write)]


def most_points(at: Moment) -> list[Any]:
    """Writes where the dice pay most at once."""
    paid = {move: _pays(at, move) for move in _writes(at)}
    return [*_keeps(at), *(move for move in paid if paid[move] == max(paid.values()))]


def never_strike(at: Moment) -> list[Any]:
    """Writes no zero while any box pays."""
    return [*_keeps(at), *(move for move in _writes(at) if _pays(at, move))]


def made_at_once(at: Moment) -> list[Any]:
    """Stops as soon as the dice meet an open box of fixed points."""
    made = [move for move in _writes(at) if move.box in FIXED and _pays(at, move)]
    most = max((_pays(at, move) for move in made), default=0)
    return [move for move in made if _pays(at, move) == most] or list(at.ratings)


def groups_only(at: Moment) -> list[Any]:
    """Holds only all dice of one number, of those shown most often."""
    faces = at.state.tray.dice
    most = max(map(faces.count, faces))
    shown = {face for face in faces if faces.count(face) == most}
    groups = [{place for place, other in enumerate(faces) if other == face} for face in shown]
    held = [move for move in _keeps(at) if set(move.positions) in groups]
    return [*held, *(move for move in at.ratings if not isinstance(move, Keep))]


def spare_chance(at: Moment) -> list[Any]:
    """Keeps Chance back as long as any other box pays."""
    others = [move for move in _writes(at) if "chance" not in move.box]
    return [*_keeps(at), *others] if any(_pays(at, move) for move in others) else list(at.ratings)


def three_above(at: Moment) -> list[Any]:
    """Writes fewer than three dice into a number's box only if nothing else is left."""
    counts = _counts(at)
    return [*_keeps(at), *(move for move in _writes(at) if counts.get(move.box, 3) >= 3)]


def _counts(at: Moment) -> dict[str, int]:
    """How many dice show the number of each upper box."""
    keys = [box.key for box in at.game.card.boxes[:6]]  # type: ignore[attr-defined]
    return {key: at.state.tray.dice.count(face) for face, key in enumerate(keys, 1)}


def triples_below(at: Moment) -> list[Any]:
    """Writes three or more alike never above while Three of a kind is open."""
    if Write("three_of_a_kind") not in at.ratings:
        return list(at.ratings)
    above = {box for box, dice in _counts(at).items() if dice >= 3}
    return [*_keeps(at), *(move for move in _writes(at) if move.box not in above)]


def five_last(at: Moment) -> list[Any]:
    """Never strikes Five of a kind while another box is open."""
    five = Write("five_of_a_kind")
    met = five in at.ratings and _pays(at, five)
    return [move for move in at.ratings if met or move != five]


def chips_late(at: Moment) -> list[Any]:
    """Saves all chips for the last turns."""
    turn = 1 + sum(mark is not None for mark in at.state.sheets[at.seat].marks)
    return _writes(at) if at.state.tray.throws == THROWS and turn < CHIPS_FROM else list(at.ratings)


def tasks_at_once(at: Moment) -> list[Any]:
    """Fulfils a task as soon as one is met."""
    return [move for move in at.ratings if isinstance(move, Fulfil)] or list(at.ratings)


def no_coins(at: Moment) -> list[Any]:
    """Uses dice in the coin row only if there is nothing else to do."""
    return [move for move in at.ratings if not isinstance(move, Coins | RowCoins)]


def one_row(at: Moment) -> list[Any]:
    """Never moves two things at once."""
    return [move for move in at.ratings if not isinstance(move, RowCoins) and len(_numbers(move)) < 2]


def free_marker(at: Moment) -> list[Any]:
    """Begins no third row while two are under way."""
    rows = at.state.boards[at.seat].rows
    if sum(0 < field < ROW_LENGTH for field in rows) < 2:
        return list(at.ratings)
    return [move for move in at.ratings if not any(rows[number - 1] == 0 for number in _numbers(move))]


def _numbers(move: Any) -> tuple[int, ...]:
    match move:
        case Rows(numbers):
            return numbers
        case RowCoins(number, _):
            return (number,)
        case _:
            return ()


def never_dodge(at: Moment) -> list[Any]:
    """Takes an X instead of dodging."""
    return [move for move in at.ratings if move != DODGE]


def always_dodge(at: Moment) -> list[Any]:
    """Dodges rather than taking an X."""
    return [move for move in at.ratings if move != STRIKE]


def met_at_once(at: Moment) -> list[Any]:
    """Stops as soon as a task is met, whatever the sum."""
    return [WRITE] if WRITE in at.ratings and ROWS[at.state.row].task is not None else list(at.ratings)


def high_kribbel(at: Moment) -> list[Any]:
    """Throws every Kribbel number but the last as high as it can."""
    if ROWS[at.state.row].task is not None or at.state.row == LAST_KRIBBEL or at.state.tray.throws == THROWS:
        return list(at.ratings)
    least = 5 if at.state.tray.throws == 1 else 4
    held = tuple(place for place, face in enumerate(at.state.tray.faces) if face >= least)
    return [Keep(held)] if Keep(held) in at.ratings else [move for move in at.ratings if not isinstance(move, Keep)]


def _grids(at: Moment) -> dict[Any, tuple[int, ...]]:
    """The grid after each placement."""
    return {
        move: fill(at.state.grids[at.seat], move.cells, at.state.dice) for move in at.ratings if isinstance(move, Place)
    }


def points_first(at: Moment) -> list[Any]:
    """Places where most points are made at once."""
    points = {move: grid_points(grid, at.game.advanced) for move, grid in _grids(at).items()}  # type: ignore[attr-defined]
    return [move for move in points if points[move] == max(points.values())]


def leave_lone(at: Moment) -> list[Any]:
    """Leaves a cell without an empty neighbour, once, at the first chance."""
    left = {move: lone(grid) for move, grid in _grids(at).items()}
    return [move for move in left if left[move] == 1] if not lone(at.state.grids[at.seat]) else []


def no_lone(at: Moment) -> list[Any]:
    """Never leaves a cell without an empty neighbour if that can be helped."""
    left = {move: lone(grid) for move, grid in _grids(at).items()}
    return [move for move in left if left[move] == min(left.values())]
