"""What commands of Master need, compiled: the value of a position."""

from knobel.games.facets import ValueQuery
from knobel.games.master import commands
from knobel.games.master.rules.game import Master
from knobel_lab.games.master.turns import fill


def value(game: Master, query: ValueQuery) -> tuple[float, dict[str, object]]:
    """The expected turns to the goal on a board given by its open tasks, the fields of its rows and its coin steps."""
    return commands.value(game, query, fill)
