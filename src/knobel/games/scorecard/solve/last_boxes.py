"""The last boxes of two players, solved exactly: the chance to win, ties shared, if both play to win.

A situation is two sheets, who moves, and the lead. Only reachable leads are solved, those of sheets with equally many
open boxes together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.games.scorecard.rules import Card, Sheet, open_boxes, points, upper
from knobel.games.scorecard.solve.outlook import Box, boxes_of
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.uses import Kinds, Use

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_WORK = 4_000_000
"""The limit of leads of situations times holdings to be solved: about a second."""


class Spot(NamedTuple):
    """The sheet of one player: its position among all that can follow, and its chips."""

    position: int
    chips: int


class Pair(NamedTuple):
    """The sheets of both players, and who moves."""

    sheets: tuple[Spot, Spot]
    mover: int

    def after(self, spot: Spot) -> "Pair":
        """The pair after the mover's sheet has become this one."""
        first, second = self.sheets
        return Pair((spot, second), 1) if self.mover == 0 else Pair((first, spot), 0)


@dataclass(frozen=True, eq=False)
class LastBoxes:
    """All situations that can follow two sheets; leads and chances are those of the first player."""

    places: tuple[Positions, Positions]
    leads: dict[Pair, Ints] = field(default_factory=dict)
    """The reachable leads, in order."""
    chances: dict[Pair, Floats] = field(default_factory=dict)
    """The chance to win with each of these leads."""
    _ways: dict[tuple[int, int], list[Box]] = field(default_factory=dict)

    @property
    def lattice(self) -> Lattice:
        return self.places[0].rules.lattice

    def spot(self, seat: int, sheet: Sheet) -> Spot:
        """The spot of a sheet; raises BadSetup if it cannot follow."""
        place = self.places[seat]
        row, chips, state = place.find(open_boxes(sheet), upper(place.rules.card, sheet), sheet.chips)
        return Spot(row * place.shape[2] + state, chips)

    def includes(self, pair: Pair, lead: int) -> bool:
        """Whether this lead was solved."""
        leads = self.leads.get(pair)
        return leads is not None and bool((leads == lead).any())

    def chance(self, pair: Pair, lead: int) -> float:
        """The chance of the first player."""
        return float(self.chances[pair][np.searchsorted(self.leads[pair], lead)])

    def uses(self, pair: Pair, lead: int, chips: int) -> list[Use]:
        """The open boxes of the mover as ways to use a roll, by the mover's chance with `chips` chips left."""
        leads = np.array([lead])
        return [
            Use(number, Kinds(box.kinds), chances[:, 0].tolist())
            for number, box, chances in self._writings(pair, leads, chips)
        ]

    def _writings(self, pair: Pair, leads: Ints, chips: int) -> Iterator[tuple[int, Box, Floats]]:
        """Each open box of the mover, with the chances of the mover after each of its worths: worths x leads."""
        sign = 1 - 2 * pair.mover
        for number, box in self._open(pair):
            rows = []
            for gain, position in zip(box.gains[:, 0].tolist(), box.after[:, 0].tolist(), strict=True):
                after = pair.after(Spot(position, chips))
                at = np.searchsorted(self.leads[after], leads + sign * gain)
                rows.append(self.chances[after][at])
            first_chances = np.array(rows)
            yield number, box, first_chances if sign > 0 else 1 - first_chances

    def _open(self, pair: Pair) -> list[tuple[int, Box]]:
        """The open boxes of the mover."""
        place, position = self.places[pair.mover], pair.sheets[pair.mover].position
        key = pair.mover, position
        if key not in self._ways:
            self._ways[key] = boxes_of(place, np.array([position]))
        numbers = (*place.upper.boxes, *place.lower)
        return [(number, box) for number, box in zip(numbers, self._ways[key], strict=True) if box.open[0]]

    def reach(self, pair: Pair, lead: int, most: int) -> list[list[Pair]] | None:
        """Find all reachable leads, layer by layer; return None if there are more than `most`."""
        layers, count = [[pair]], 1
        leads_of: dict[Pair, set[int]] = {pair: {lead}}
        while any(self._open(before) for before in layers[-1]):
            following: dict[Pair, set[int]] = {}
            for before in layers[-1]:
                sign, own = 1 - 2 * before.mover, before.sheets[before.mover].chips
                for _, box in self._open(before):
                    ways = set(zip(box.gains[:, 0].tolist(), box.after[:, 0].tolist(), strict=True))
                    for gain, position in ways:
                        for chips in {own, max(0, own - 1)}:
                            leads = following.setdefault(before.after(Spot(position, chips)), set())
                            leads.update(reached + sign * gain for reached in leads_of[before])
            layers.append(list(following))
            leads_of |= following
            count += sum(map(len, following.values()))
            if count > most:
                return None
        self.leads.update({pair: np.array(sorted(leads)) for pair, leads in leads_of.items()})
        return layers

    def solve(self, layers: list[list[Pair]]) -> None:
        """Solve all situations, the last ones first."""
        for pair in layers[-1]:
            self.chances[pair] = np.sign(self.leads[pair]) / 2 + 0.5
        for layer in reversed(layers[:-1]):
            for bought in (False, True):
                pairs = [pair for pair in layer if bool(pair.sheets[pair.mover].chips) is bought]
                if pairs:
                    self._turns(pairs, bought=bought)

    def _turns(self, pairs: list[Pair], *, bought: bool) -> None:
        """Solve situations whose movers have a chip, or none, together."""
        throws = self.places[0].rules.throws
        last = self._entries(pairs, 0)
        if bought:
            last = np.maximum(last, numpy_kernel.throw(self.lattice, self._entries(pairs, 1)))
        for _ in range(throws - 1):
            last = numpy_kernel.throw(self.lattice, last)
        chances, start = self.lattice.chances @ last, 0
        for pair in pairs:
            own = chances[start : start + len(self.leads[pair])]
            self.chances[pair] = own if pair.mover == 0 else 1 - own
            start += len(own)

    def _entries(self, pairs: list[Pair], less: int) -> Floats:
        """The mover's chance after writing each roll into the best box, with `less` chips fewer: rolls x leads."""
        parts = []
        for pair in pairs:
            ways = self._writings(pair, self.leads[pair], pair.sheets[pair.mover].chips - less)
            parts.append(np.maximum.reduce([chances[box.kinds] for _, box, chances in ways]))
        return np.hstack(parts)


def last_boxes(card: Card, first: Sheet, second: Sheet, mover: int, most: int = MAX_WORK) -> LastBoxes | None:
    """Solve the situations that follow these sheets; None if there are too many."""
    tables = rules(card)
    first_place, second_place = (
        positions(tables, open_boxes(sheet), upper(card, sheet), sheet.chips) for sheet in (first, second)
    )
    situations = LastBoxes((first_place, second_place))
    pair = Pair((situations.spot(0, first), situations.spot(1, second)), mover)
    layers = situations.reach(pair, points(card, first) - points(card, second), most // tables.lattice.size)
    if layers is None:
        return None
    situations.solve(layers)
    return situations
