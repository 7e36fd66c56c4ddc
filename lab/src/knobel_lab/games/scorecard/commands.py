"""The value of a position for `knobel value`: compiled code solves larger positions on demand than NumPy does."""

from functools import partial

from knobel.games.facets import ValueQuery
from knobel.games.scorecard import commands
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.rule_tables import rules

MAX_POSITIONS = 2_000_000
"""The largest number of positions solved on demand: seconds, not minutes."""


def value(game: Scorecard, query: ValueQuery) -> tuple[float, dict[str, object]]:
    """The expected points to come with these boxes open, this upper sum and these chips; or the chance of a score."""
    # They need NumPy, and what commands a game has is asked everywhere.
    from knobel_lab.games.scorecard.points import fill
    from knobel_lab.games.scorecard.reach import reach

    solve = partial(endgame, fill=fill, most=MAX_POSITIONS * rules(game.card).lattice.size)
    return commands.value(game, query, solve, reach)
