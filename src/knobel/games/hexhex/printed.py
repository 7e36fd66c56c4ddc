"""The printed sheet of Hex-hex; all but the number of columns comes from the family."""

from knobel.games.scorecard.rules import Scorecard


def rounds(game: Scorecard) -> int:
    """The number of columns on a sheet, one for each game."""
    return 5
