"""Positions of a scorecard game: what stands in each box, and the chips left."""

from collections.abc import Sequence

from knobel.coach.position import Place, Position, bad, filled, tray
from knobel.games.scorecard.rules import THROWS, Scorecard, Sheet, State
from knobel.games.scorecard.scene import UPPER, label
from knobel.games.scorecard.solve.rule_tables import rules

CHIPS = "chips"


def places(game: Scorecard) -> Sequence[Place]:
    """Every box with all it may be worth, and the chips."""
    card = game.card
    worths = rules(card).worths
    found = [
        Place(
            box.key,
            label(game, box.key),
            "upper" if at < UPPER else "lower",
            tuple(sorted({0, *worths[:, at].tolist()})),
        )
        for at, box in enumerate(card.boxes)
    ]
    if card.chips:
        found.append(Place(CHIPS, label(game, CHIPS), CHIPS, tuple(range(card.chips + 1)), card.chips))
    return found


def state(game: Scorecard, position: Position) -> State:
    """The state of a position."""
    sheets = tuple(_sheet(marks) for marks in (filled(places(game), sheet) for sheet in position.sheets))
    if None not in sheets[0].marks:
        raise bad(game, "full")
    # With four throws fallen the chip of the fourth is spent already.
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
