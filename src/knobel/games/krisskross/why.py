"""Why, in Kriss Kross: the points of the lines that are touched now, what is left to come, and who is ahead."""

from typing import Any

from knobel.coach.choices import listed
from knobel.coach.numbers import Scale, number
from knobel.coach.why import Case, lead
from knobel.games.krisskross.rules import Place, fill
from knobel.games.krisskross.scene import own_text
from knobel.games.spec import spec
from knobel.players.judge import judge_of
from knobel.scene import label
from knobel.scene.text import Text

LEVEL = 1.0
"""Who is ahead by fewer points than this is level."""


def prospects(case: Case, move: Any) -> tuple[Text, ...]:
    """The lines that gain by this move, and what is still to come after it."""
    return _told(case, move, "why.now_and_later", digits=0) if isinstance(move, Place) else ()


def reasons(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    if not isinstance(chosen, Place):
        return ()
    # Two that are compared differ by less than a point.
    digits = Scale("points", spec(case.game).turn_spread(case.game, "points")).digits
    both = (("why.your_lines", chosen), ("why.better_lines", best))
    return (*_led(case, chosen), *(words for key, move in both for words in _told(case, move, key, digits)))


def _led(case: Case, chosen: Place) -> tuple[Text, ...]:
    """Why what brings most points is not what wins."""
    ahead = lead(case, chosen) if case.judge.objective == "win" else None
    if ahead is None:
        return ()
    return (own_text("why.level" if abs(ahead) < LEVEL else "why.ahead" if ahead > 0 else "why.behind"),)


def _told(case: Case, move: Place, key: str, digits: int) -> tuple[Text, ...]:
    """The points a move writes at once, line by line, and those to come."""
    game, grid = case.game, case.state.grids[case.seat]
    before = game.lines(grid)
    after = game.lines(fill(grid, move.cells, case.state.dice))
    gained = {line: points - before[line] for line, points in after.items() if points != before[line]}
    lines = [
        own_text("why.line", line=label(game, line), points=number(gain, 0, signed=True))
        for line, gain in gained.items()
    ]
    later = judge_of(game, "points").rate(game, case.state, case.seat)[move] - sum(after.values())
    said = listed(lines) if lines else own_text("why.no_line")
    return (own_text(key, lines=said, later=number(later, digits)),)
