"""The best chance to reach a score, compiled unless that would take longer."""

from collections.abc import Collection

from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import TooMany
from knobel.games.scorecard.solve.reach import Reach
from knobel.games.scorecard.solve.reach import reach as reach_plain

MOST_WORK = 460_000_000
"""The limit of positions times needs times holdings solved on demand: seconds, not minutes."""
PLAIN_WORK = 9_000_000
"""Up to this much work, the reference kernel is faster than loading the compiled one."""


def reach(
    card: Card, open_boxes: Collection[int], upper: int, need: int, chips: int = 0, *, most: int = MOST_WORK
) -> Reach:
    """The chances of all positions that can follow one; raises an error if that is more work than `most`."""
    try:
        return reach_plain(card, open_boxes, upper, need, chips, most=PLAIN_WORK)
    except TooMany:
        from knobel_lab.solving.kernel.compiled import turn

        return reach_plain(card, open_boxes, upper, need, chips, turn=turn, most=most)
