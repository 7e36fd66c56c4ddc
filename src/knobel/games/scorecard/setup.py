"""Positions of a scorecard game set up by hand: the entry of each box, the chips left; and the odds of boxes."""

from collections.abc import Sequence

from knobel.coach.explore import Odds, Place, Position, bad, filled, tray
from knobel.games.scorecard.rules import THROWS, Card, Scorecard, Sheet, State, open_boxes, throws_left
from knobel.games.scorecard.scene import UPPER, label
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel.turn import prospects

CHIPS = "chips"


def places(game: Scorecard) -> Sequence[Place]:
    """Every box with its possible worths, and the chips."""
    card = game.card
    parts = [
        Place(
            box.key,
            label(game, box.key),
            "upper" if at < UPPER else "lower",
            rules(card).different[at],
        )
        for at, box in enumerate(card.boxes)
    ]
    if card.chips:
        parts.append(Place(CHIPS, label(game, CHIPS), CHIPS, tuple(range(card.chips + 1)), card.chips))
    return parts


def state(game: Scorecard, position: Position) -> State:
    """The state of a position."""
    sheets = tuple(_sheet(marks) for marks in (filled(places(game), sheet) for sheet in position.sheets))
    if None not in sheets[0].marks:
        raise bad(game, "full")
    # After four throws the chip for the fourth is spent already.
    bought = position.throws > THROWS
    dice = tray(game, position, THROWS + bool(sheets[0].chips or (bought and game.card.chips)))
    if bought and sheets[0].chips == game.card.chips:
        raise bad(game, "chip", chips=game.card.chips - 1)
    return State(sheets, 0, dice)


def _sheet(marks: dict[str, int | str | None]) -> Sheet:
    chips = marks.pop(CHIPS, 0)
    assert isinstance(chips, int)
    return Sheet(tuple(None if mark is None else int(mark) for mark in marks.values()), chips)


def most_throws(game: Scorecard) -> int:
    """How many throws a turn may have."""
    return THROWS + bool(game.card.chips)


def chips(game: Scorecard) -> int:
    """How many extra throws a player may buy."""
    return game.card.chips


def odds(game: Scorecard, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box, each played for alone."""
    return box_odds(game.card, dice, throws)


def box_odds(card: Card, dice: Sequence[int | None], throws: int) -> tuple[Odds, ...]:
    """The odds of every box of a card from these dice with `throws` throws left; `prospects` says how to give them."""
    boxes, tables = len(card.boxes), rules(card)
    met = zip(
        *([float(box.meets(tuple(sorted(fall)))) for box in card.boxes] for fall in tables.lattice.falls), strict=True
    )
    expected = prospects(card.pool, [*met, *zip(*tables.rolls, strict=True)], dice, throws)
    by_box = zip(card.boxes, expected[:boxes], expected[boxes:], strict=True)
    return tuple(Odds(box.key, min(1.0, chance), points) for box, chance, points in by_box)


def still_open(game: Scorecard, state: State) -> tuple[list[str], int]:
    """The open boxes, and the number of throws left, including one bought by a chip."""
    sheet = state.sheets[0]
    return [game.card.boxes[box].key for box in open_boxes(sheet)], throws_left(sheet, state.tray.throws)
