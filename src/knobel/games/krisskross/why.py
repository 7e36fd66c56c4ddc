"""Why, in Kriss Kross: the points of the lines that are touched now, and what is left to come."""

from typing import Any

from knobel.coach.choices import listed
from knobel.coach.numbers import number
from knobel.coach.why import Case
from knobel.games.krisskross.rules import Place, fill
from knobel.games.krisskross.scene import own_text
from knobel.scene import label
from knobel.scene.text import Text


def prospects(case: Case, move: Any) -> tuple[Text, ...]:
    """The lines that gain by this move, and what is still to come after it."""
    return _told(case, move, "why.now_and_later") if isinstance(move, Place) else ()


def reasons(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    if not isinstance(chosen, Place):
        return ()
    return (*_told(case, chosen, "why.your_lines"), *_told(case, best, "why.better_lines"))


def _told(case: Case, move: Place, key: str) -> tuple[Text, ...]:
    """The points a move writes at once, line by line, and those to come."""
    game, grid = case.game, case.state.grids[case.seat]
    before = game.lines(grid)
    after = game.lines(fill(grid, move.cells, case.state.dice))
    gained = {line: points - before[line] for line, points in after.items() if points != before[line]}
    lines = [
        own_text("why.line", line=label(game, line), points=number(gain, 0, signed=True))
        for line, gain in gained.items()
    ]
    later = case.judge.rate(game, case.state, case.seat)[move] - sum(after.values())
    return (
        own_text(
            key, lines=listed(lines) if lines else own_text("why.no_line"), later=number(later, case.scale.digits)
        ),
    )
