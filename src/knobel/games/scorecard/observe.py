"""A scorecard game in numbers: the dice and what they are worth, and every sheet."""

from functools import lru_cache
from typing import Any

from knobel.core.dice import outcomes
from knobel.envs.encoding import Field, Numbers, Told, of_roll, tray
from knobel.games.scorecard.rules import THROWS, Card, Scorecard, Sheet, State, points, upper


@lru_cache(maxsize=8)
def most_worths(card: Card) -> tuple[int, ...]:
    """The most that dice can be worth in each box."""
    return tuple(map(max, zip(*(card.worths(fall) for fall, _ in outcomes(card.pool)), strict=True)))


def fields(game: Scorecard) -> Told:
    """What is told of the table, and of every sheet."""
    card = game.card
    keys, most = tuple(box.key for box in card.boxes), most_worths(card)
    total = sum(most) + (card.bonus.points if card.bonus else 0)

    of_rolls: dict[tuple[int, ...], Numbers] = {}

    def worths(dice: Any) -> Numbers:
        worth = card.worths(dice)
        found = of_rolls.get(worth)
        if found is None:
            found = of_rolls[worth] = [each / best for each, best in zip(worth, most, strict=True)]
        return found

    table = (*tray(game, THROWS + bool(card.chips)), of_roll("worth", keys, worths))
    shares = [{None: 0.0, **{mark: mark / best for mark in range(best + 1)}} for best in most]
    sheet = [
        Field("open", keys, lambda state, seat: [float(mark is None) for mark in state.sheets[seat].marks]),
        Field(
            "points",
            keys,
            lambda state, seat: [share[mark] for share, mark in zip(shares, state.sheets[seat].marks, strict=True)],
        ),
    ]
    if card.bonus:
        needed = card.bonus.needed
        sheet.append(
            Field("upper", ("sum",), lambda state, seat: (min(1.0, upper(card, state.sheets[seat]) / needed),))
        )
    if card.chips:
        sheet.append(Field("chips", ("left",), lambda state, seat: (state.sheets[seat].chips / card.chips,)))
    sheet.append(Field("total", ("points",), lambda state, seat: (points(card, state.sheets[seat]) / total,)))
    return table, tuple(sheet)


def sheet_of(state: State, seat: int) -> Sheet:
    """The sheet, which is all there is to tell of a seat."""
    return state.sheets[seat]
