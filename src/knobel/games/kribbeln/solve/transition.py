"""What comes of a row of Kribbeln when players take their best response: what they write, and where they stand then."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.solve.observation import MARKS, Chances
from knobel.games.kribbeln.solve.row import Lanes, Play
from knobel.games.kribbeln.solve.turns import FILLED, SITUATIONS, SUMS

UNLIKELY = 0.02
"""Players whose highest Kribbel number is less likely than this play as those with the nearest likely one."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What players do in a row, by what they see."""

    marks: Chances
    """The chance of each mark, for those who throw: sights x marks."""
    after: Chances
    """The chance of each situation afterwards: sights x filled x marks."""
    dodges: Chances
    """The chance of each mark in each Kribbel row of the area, entered by dodging: sights x fields x marks."""


def outcome(play: Play, worths: Chances, situations: Chances) -> Outcome:
    """What comes of turns played for `worths`, when players come to the row in these situations."""
    count = len(worths)
    found = Outcome(np.zeros((count, MARKS)), np.zeros((count, *SITUATIONS)), np.zeros((count, FILLED - 1, MARKS)))
    coming = np.zeros((count, *SITUATIONS)) + situations
    for filled in range(FILLED):
        if filled not in play.throwers:
            found.after[:, filled] += coming[:, filled]
            continue
        sights, highest = lanes = _lanes(coming[:, filled])
        if not len(sights):
            continue
        likely = _likely(coming[:, filled].sum(axis=0)) if len(play.highest(filled)) > 1 else np.zeros(MARKS, int)
        kinds, kind = np.unique(sights * MARKS + likely[highest], return_inverse=True)
        ends = play.ends(filled, kinds // MARKS, kinds % MARKS, worths)
        chances = play.turns.chances(play.row, ends)[:, kind] * coming[sights, filled, highest]
        if play.turns.task(play.row) is None:
            _kribbel(play, filled, lanes, chances, found)
        else:
            _task(filled, lanes, chances, found)
            dodging = play.dodges(filled, sights, highest, worths)
            _dodge(play, filled, lanes, np.where(dodging, chances[:SUMS], 0.0), found, coming)
            _strike(filled, lanes, np.where(dodging, 0.0, chances[:SUMS]).sum(axis=0), found)
    throwing = situations[list(play.throwers)].sum()
    return Outcome(found.marks / throwing, found.after, found.dodges)


def _lanes(coming: Chances) -> tuple[Lanes, Lanes]:
    """The sights and highest Kribbel numbers that occur."""
    sights, highest = np.nonzero(coming)
    return sights, highest


def _likely(weights: Chances) -> NDArray[np.int64]:
    """For each mark, the nearest one that is likely."""
    likely = np.flatnonzero(weights >= min(UNLIKELY * weights.sum(), weights.max()))
    distance = np.abs(np.arange(len(weights))[:, None] - likely)
    return np.asarray(likely[distance.argmin(axis=1)])


def _count(counts: Chances, where: Any, chances: Chances) -> None:
    """Add these chances where they belong, which may be the same place many times."""
    np.add.at(counts, where, chances)


_EVERY_SUM = np.arange(1, MARKS)[:, None]


def _kribbel(play: Play, filled: int, lanes: tuple[Lanes, Lanes], chances: Chances, found: Outcome) -> None:
    """Count the ends of a Kribbel row: a sum that rises is written, any other is an X."""
    sights, highest = lanes
    written = np.where(play.turns.rises[:, highest], chances, 0.0)
    _count(found.marks, (sights, _EVERY_SUM), written)
    _count(found.after, (sights, filled + 1, play.turns.after[:, None]), written)
    _strike(filled + 1, lanes, (chances - written).sum(axis=0), found)


def _task(filled: int, lanes: tuple[Lanes, Lanes], chances: Chances, found: Outcome) -> None:
    """Count the ends that meet the task."""
    _count(found.marks, (lanes[0], _EVERY_SUM), chances[SUMS:])
    _count(found.after, (lanes[0], filled, lanes[1]), chances[SUMS:].sum(axis=0))


def _strike(filled: int, lanes: tuple[Lanes, Lanes], chances: Chances, found: Outcome) -> None:
    """Count an X."""
    _count(found.marks, (lanes[0], 0), chances)
    _count(found.after, (lanes[0], filled, lanes[1]), chances)


def _dodge(
    play: Play, filled: int, lanes: tuple[Lanes, Lanes], chances: Chances, found: Outcome, coming: Chances
) -> None:
    """Count the sums entered by dodging; those players come to the task again, with a row more filled."""
    if filled + 1 < FILLED:
        _count(found.dodges, (lanes[0], filled, _EVERY_SUM), chances)
        _count(coming, (lanes[0], filled + 1, play.turns.after[:, None]), chances)
