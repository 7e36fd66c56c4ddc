"""Solving a scorecard game: the expected points still to come, in every position, with perfect play."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard import Card
from knobel.solve import plain
from knobel.solve.fill import entries, fill
from knobel.solve.positions import Positions, positions
from knobel.solve.rules import card_of, rules
from knobel.solve.tables import BadTable, Identity
from knobel.solve.work import Plan, Progress, Report, execute, starts

EXACT = 1 << 24
"""Tables up to this size are kept in double precision."""


def identity(place: Positions) -> Identity:
    """The identity of the table of all these positions."""
    card = place.rules.card
    dtype = "<f8" if place.count <= EXACT else "<f4"
    chunks = starts(place.layers, int(np.prod(place.shape[1:])))
    return Identity(card.key, "score", place.rules.digest, place.shape, dtype, chunks)


def verify(place: Positions, values: NDArray[Any], samples: int = 24, seed: int = 0) -> None:
    """Work out sampled positions again with the plain kernel; raise an error if one differs."""
    random = Random(seed)
    count = place.shape[2]
    tolerance = 1e-9 if values.dtype == np.float64 else 2e-6
    for _ in range(samples):
        row = random.randrange(place.shape[0])
        lanes = np.array(sorted(random.sample(range(count), min(count, 8))))
        best = [
            entries(place, values, values[row], int(place.subsets[row]), chips, lanes)
            for chips in range(place.chips + 1)
        ]
        again = plain.turn(place.rules.lattice, best, place.rules.throws)
        found = values[row][:, lanes]
        if not np.allclose(found, again, rtol=tolerance, atol=tolerance):
            raise BadTable(f"row {row} of the table does not agree with the plain kernel")


def plan(card: Card) -> Plan:
    """How a card is solved for the expected score."""
    place = positions(rules(card))
    compute = fill(place.count)

    def fill_rows(values: NDArray[Any], out: NDArray[Any], first: int) -> None:
        compute(place, values, out, first)

    def value(values: NDArray[Any]) -> float:
        return float(values[place.find(range(len(card.boxes)), 0, card.chips)])

    sizes = np.full(place.shape[0], int(np.prod(place.shape[1:])))
    return Plan(identity(place), place.layers, sizes, fill_rows, lambda values: verify(place, values), value)


def solve_card(
    card: Card, out: Path | None = None, jobs: int = 1, progress: Progress | None = None, *, again: bool = False
) -> Report:
    """Solve a card for the expected score; `solve` by key says more."""
    return execute(plan(card), out, jobs, progress, again=again)


def solve(
    game_key: str,
    objective: str = "score",
    out: Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    again: bool = False,
) -> Report:
    """Solve a game exactly; with `out`, keep its table there.

    A run that was interrupted goes on where it stopped. A finished table of the same rules is not solved `again`
    unless asked: the report is then the one of its making.
    """
    if objective != "score":
        raise BadSetup(f"{game_key} has no objective {objective[:60]!r}; it has score")
    return solve_card(card_of(game_key), out, jobs, progress, again=again)
