"""A scorecard game as an observation: the dice and their worths, and every sheet."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from knobel.core.dice import outcomes
from knobel.games.holding.tray import keeps
from knobel.games.scorecard.rules import THROWS, Card, Scorecard, Sheet, State, points, throws_left, upper
from knobel_lab.envs.encoding import Field, FieldGroups, Numbers, Piece, of_roll, side_by_side, tray


@lru_cache(maxsize=8)
def most_worths(card: Card) -> tuple[int, ...]:
    """The highest possible worth of each box."""
    return tuple(map(max, zip(*(card.worths(fall) for fall, _ in outcomes(card.pool)), strict=True)))


def fields(game: Scorecard) -> FieldGroups:
    """The features of the table, and those of every sheet."""
    card = game.card
    keys, most = tuple(box.key for box in card.boxes), most_worths(card)
    total = sum(most) + (card.bonus.points if card.bonus else 0)

    def worths(dice: Any) -> Numbers:
        return [each / best for each, best in zip(card.worths(dice), most, strict=True)]

    def marks(state: State, seat: int) -> tuple[int | None, ...]:
        return state.sheets[seat].marks

    table = (*tray(game, THROWS + bool(card.chips)), of_roll("worth", keys, worths))
    still_open: list[Piece] = [{None: (1.0,), **dict.fromkeys(range(best + 1), (0.0,))} for best in most]
    shares: list[Piece] = [{None: (0.0,), **{mark: (mark / best,) for mark in range(best + 1)}} for best in most]
    sheet = [side_by_side("open", keys, still_open, marks), side_by_side("points", keys, shares, marks)]
    if card.bonus:
        needed = card.bonus.needed
        sheet.append(
            Field("upper", ("sum",), lambda state, seat: (min(1.0, upper(card, state.sheets[seat]) / needed),))
        )
    if card.chips:
        sheet.append(Field("chips", ("left",), lambda state, seat: (state.sheets[seat].chips / card.chips,)))
    sheet.append(Field("total", ("points",), lambda state, seat: (points(card, state.sheets[seat]) / total,)))
    return table, tuple(sheet)


def allowed(game: Scorecard) -> Callable[[State, int], bytes | None]:
    """A function that gives the mask of legal moves of the seat on turn, where any open box may be written into."""
    held, written = keeps(len(game.pool)), len(game.card.boxes)
    others = bytes(len(game.alphabet) - len(held) - written)
    may_throw, may_not = bytes([1] * len(held)), bytes(len(held))

    def mask(state: State, seat: int) -> bytes | None:
        tray = state.tray
        if seat != state.seat or state.starting or tray.cup:
            return None
        sheet = state.sheets[seat]
        writes = bytes([mark is None for mark in sheet.marks])
        return (may_throw if throws_left(sheet, tray.throws) else may_not) + writes + others

    return mask if not game.strict else lambda _state, _seat: None


def sheet_of(state: State, seat: int) -> Sheet:
    """The sheet, which determines all features of a seat."""
    return state.sheets[seat]
