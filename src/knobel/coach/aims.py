"""Aims: what the dice that are held may become, how often when the turn goes on as well as it can, and in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knobel.coach.choices import listed
from knobel.coach.numbers import percent
from knobel.scene.text import Text, text
from knobel.solve.kernel import reference
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.turn import Turn

Chances = NDArray[np.float64]
Index = NDArray[np.int64]


@lru_cache(maxsize=4)
def holdings(lattice: Lattice) -> Index:
    """The rows of all that may be held of each roll: rolls x ways, some of them the same."""
    rows = np.zeros((len(lattice.rolls), 1), np.int64)
    rest = lattice.rolls
    parts = []
    for axis in reversed(lattice.axes):
        rest, at = np.divmod(rest, axis.size)
        parts.append(at)
    for axis, at in zip(lattice.axes, reversed(parts), strict=True):
        full = [held for held in axis.index if len(held) == len(axis.layers) - 1]
        ways = {
            axis.index[held]: [axis.index[some] for n in range(len(held) + 1) for some in combinations(held, n)]
            for held in full
        }
        own = np.array([ways[int(number)] for number in at], np.int64)
        rows = (rows[:, :, None] * axis.size + own[:, None, :]).reshape(len(rows), -1)
    return rows


def aims(turn: Turn, ends: Sequence[Chances], throws: int, held_dice: Sequence[Sequence[int | None]]) -> Chances:
    """The chance of each kind of ending once the dice in the cup (None) are thrown, for each of these holdings.

    They are held after so many throws; what they may become is worked out once for all of them. `ends[k]` tells which
    kinds of ending each roll is after `throws + k + 1` throws, if the turn ends there.
    """
    lattice = turn.lattice
    last = throws + len(ends)
    rolls = ends[-1]
    for fallen in reversed(range(throws + 1, last)):
        held = reference.expect(lattice, rolls)
        worths = turn.holding[fallen][holdings(lattice)]
        best = worths.argmax(axis=1)
        every = np.arange(len(best))
        stops = turn.ending >= worths[every, best]
        rolls = np.where(stops[:, None], ends[fallen - throws - 1], held[holdings(lattice)[every, best]])
    return np.asarray(reference.expect(lattice, rolls)[[lattice.row(dice) for dice in held_dice]])


TOLD = 3
"""How many aims are told."""

WORTH_TELLING = 0.04
"""Aims that are reached less often are left out."""

CLEAR = 0.02
"""Chances that differ by less are as good as equal."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something the dice may become: how often, and what it counts."""

    label: Text
    chance: float
    weight: float = 1.0
    fails: bool = False
    """It is what happens if nothing comes of the dice."""


Aims = Mapping[str, Aim]
"""Aims by a key of their own."""


def likely(aims: Aims) -> Text | None:
    """The likeliest aims with their odds, then how often all fails; None if there is nothing to aim at."""
    ordered = sorted((aim for aim in aims.values() if aim.chance), key=lambda aim: (aim.fails, -aim.chance))
    aimed = [aim for aim in ordered if not aim.fails]
    told = [aim for aim in aimed if aim.chance >= WORTH_TELLING][:TOLD] or aimed[:1]
    failed = [aim for aim in ordered if aim.fails and aim.chance >= WORTH_TELLING]
    if not told:
        return None
    return listed([text("coach.aim", what=aim.label, odds=percent(aim.chance)) for aim in (*told, *failed)])


def compared(chosen: Aims, best: Aims) -> tuple[Text, ...]:
    """What the best holding reaches more often, and what the chosen one was better for."""
    gains = {key: (best[key].chance - chosen[key].chance) * best[key].weight for key in best}
    more, less = (pick(gains, key=lambda key: gains[key]) for pick in (max, min))
    words = []
    if best[more].chance - chosen[more].chance >= CLEAR:
        words.append(_instead("coach.why.better_for", best[more], chosen[more]))
    if chosen[less].chance - best[less].chance >= CLEAR:
        words.append(_instead("coach.why.worse_for", chosen[less], best[less]))
    return tuple(words)


def _instead(key: str, aim: Aim, other: Aim) -> Text:
    return text(key, what=aim.label, odds=percent(aim.chance), less=percent(other.chance))
