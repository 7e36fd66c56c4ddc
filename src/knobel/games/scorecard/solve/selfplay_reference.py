"""A turn of many games with the plain kernel; `selfplay_fast` does the same compiled."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.solve.fill import entries
from knobel.games.scorecard.solve.positions import Positions
from knobel.games.scorecard.solve.selfplay_games import Group, Turn, shape, slack
from knobel.solve.kernel import reference
from knobel.solve.kernel.cup import Ints, cup

LANES = 128
"""So many positions at once: some megabytes for the largest lattice."""

Values = NDArray[np.float64]


def play_plain(place: Positions, values: NDArray[Any], group: Group, turn: Turn) -> None:
    """Play a turn of these games with the best moves."""
    for first in range(0, len(group.rows), LANES):
        starts = group.starts[first : first + LANES + 1]
        rows, states = group.rows[first : first + LANES], group.states[first : first + LANES]
        games = np.arange(starts[0], starts[-1])
        lanes = np.repeat(np.arange(len(rows)), np.diff(starts))
        entry, stages = _stages(place, values, rows, states, group.chips)
        _throws(place, (entry, stages), games, lanes, turn, slack(values))
        chips = group.chips - (turn.trail[games, -1] >= 0)
        _write(place, values, games, (chips, rows[lanes], states[lanes]), turn)


def _stages(
    place: Positions, values: NDArray[Any], rows: Ints, states: Ints, chips: int
) -> tuple[Values, list[Values]]:
    """The worth of writing each roll (rolls x lanes), and of each holding after each throw (holdings x lanes)."""
    lattice = place.rules.lattice

    def best(chips: int) -> Values:
        some = [
            entries(place, values, values[row], int(place.subsets[row]), chips, states[rows == row])
            for row in np.unique(rows)
        ]
        return np.hstack(some)

    stages: list[Values] = []
    entry = last = best(chips)
    if chips:
        stages.append(reference.expect(lattice, best(chips - 1)))
        last = np.maximum(last, reference.choose(lattice, stages[-1]))
    for _ in range(place.rules.throws - 1):
        stages.append(reference.expect(lattice, last))
        last = reference.choose(lattice, stages[-1])
    return entry, stages[::-1]


def _throws(
    place: Positions, worths: tuple[Values, list[Values]], games: Ints, lanes: Ints, turn: Turn, slack: float
) -> None:
    """Throw, hold and throw again as long as that is better than writing."""
    dice = cup(place.rules.lattice)
    rolls = dice.throw(np.zeros(len(games), np.int64), turn.words[games, 0])
    turn.trail[games, 0] = rolls
    entry, stages = worths
    for throw, stage in enumerate(stages, 1):
        holds = dice.holds[rolls]
        worth = np.where(holds >= 0, stage[holds, lanes[:, None]], -np.inf)
        best = worth.max(axis=1)
        held = holds[np.arange(len(games)), (worth >= best[:, None] - slack).argmax(axis=1)]
        on = best > entry[rolls, lanes] + slack
        games, lanes, held = games[on], lanes[on], held[on]
        rolls = dice.throw(held, turn.words[games, throw])
        turn.trail[games, 2 * throw - 1], turn.trail[games, 2 * throw] = held, rolls


def _write(place: Positions, values: NDArray[Any], games: Ints, at: tuple[Ints, Ints, Ints], turn: Turn) -> None:
    """Write the last roll of each game into the best box."""
    upper, worths, (chips, rows, states) = place.upper, place.rules.worths, at
    last = (turn.trail[games] >= 0).sum(axis=1) - 1
    rolls = turn.trail[games, last]
    boxes = np.array([*upper.boxes, *place.lower])
    gain = np.full((len(boxes), len(games)), -np.inf)
    after_rows, after_states = np.tile(rows, (len(boxes), 1)), np.tile(states, (len(boxes), 1))
    for box in range(len(upper.boxes)):
        kinds = upper.kind[rolls, box]
        gain[box], after_states[box] = upper.gain[box, kinds, states], upper.after[box, kinds, states]
    for box, bit in enumerate(1 << np.arange(len(place.lower), dtype=np.uint64), len(upper.boxes)):
        subsets = place.subsets[rows]
        gain[box] = np.where(subsets & bit, worths[rolls, boxes[box]], -np.inf)
        after_rows[box] = place.rows[subsets & ~bit]
    worth = gain + values[after_rows, chips, after_states]
    choice = (worth >= worth.max(axis=0) - slack(values)).argmax(axis=0)
    every = np.arange(len(games))
    turn.boxes[games] = boxes[choice]
    turn.points[games] = worths[rolls, boxes[choice]]
    turn.bonus[games] = gain[choice, every] - turn.points[games]
    turn.after[games] = np.ravel_multi_index(
        (chips, after_rows[choice, every], after_states[choice, every]), shape(place)
    )
