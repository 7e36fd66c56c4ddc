"""The printed sheet of Hex-hex; all but the number of columns comes from the family."""

from knobel.games.scorecard.rules import Scorecard


def rounds(game: Scorecard) -> int:
    """A sheet has five columns, one for each game of an evening."""
    return 5
