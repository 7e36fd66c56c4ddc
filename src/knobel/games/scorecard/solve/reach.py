"""The best chance to reach at least a given number of points, when playing only for that, and its judge.

Perfect play for points takes no risk for a record and none to save a lead. Here only the goal counts: a position has a
chance for each number of points still needed, and a turn is solved for all of them at once.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.scorecard.rules import Card, Sheet, State, Write, open_boxes, points, upper
from knobel.games.scorecard.solve.book import MAX_WORK, TooMany, check_position
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import Rules, rules
from knobel.solve.kernel import numpy_kernel
from knobel.solve.kernel.lattice import Lattice
from knobel.solve.kernel.turn import Turn
from knobel.solve.scores import blank_reach

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CHANCES_AT_ONCE = 1 << 21
"""How many chances times holdings are processed at once: some tens of megabytes."""

SolveTurns = Callable[[Lattice, Floats, int], Floats]
"""Solves turns of so many throws: from the chances after each roll, chips x rolls x lanes, to chips x lanes."""


def numpy_turn(lattice: Lattice, chances: Floats, throws: int) -> Floats:
    """The chance of each lane before the first throw."""
    return numpy_kernel.turn(lattice, list(chances), throws)


@dataclass(eq=False)
class Reach:
    """The best chance of at least 0, 1, 2, ... `need` more points, in every position that can follow one."""

    place: Positions
    need: int
    """The largest number of points that can be asked for."""
    _chances: dict[tuple[int, int], Floats] = field(default_factory=dict)
    """By open lower boxes and number of open upper ones: chips x upper situations x needs."""

    @property
    def work(self) -> int:
        """The amount of work: positions times needs times holdings."""
        return self.place.count * (self.need + 1) * self.place.rules.lattice.size

    def solve(self, turn: SolveTurns = numpy_turn) -> None:
        """Solve all positions."""
        batch = _Batch(turn, self.place.rules)
        for layer in self.place.by_open_boxes():
            for subset, level in layer:
                states = self.place.upper.situations(level)
                out = np.zeros((self.place.chips + 1, len(states), self.need + 1))
                # More than the most points of all boxes is out of reach.
                needs = np.arange(min(self.need, self._most(subset, level)) + 1)
                size = max(1, batch.lanes // len(needs))
                for first in range(0, len(states) if subset or level else 0, size):
                    best = self._entries(subset, level, states[first : first + size], needs)
                    batch.add(best, out[:, first : first + size, : len(needs)])
                self._chances[subset, level] = out
            batch.work()
            for pair in layer:
                # Needing nothing is certain, and rounding must not exceed 1.
                self._chances[pair][..., 0] = 1.0
                np.minimum(self._chances[pair], 1.0, out=self._chances[pair])

    def chance(self, open_boxes: Collection[int], upper: int, need: int, chips: int = 0) -> float:
        """The best chance of `need` more points, with these boxes open, this upper sum and these chips."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        subset, (mask, _) = int(self.place.subsets[row]), self.place.upper.states[state]
        level = mask.bit_count()
        return float(self._chances[subset, level][chip, state - self._start(level), self._clipped(need)])

    def writings(self, open_boxes: Collection[int], upper: int, need: int, chips: int = 0) -> Floats:
        """The best chance after writing each roll into each box of the card: rolls x boxes; closed boxes have -1."""
        row, chip, state = self.place.find(open_boxes, upper, chips)
        subset, (mask, _) = int(self.place.subsets[row]), self.place.upper.states[state]
        chances_written = np.full(self.place.rules.worths.shape, -1.0)
        needs = np.array([self._clipped(need)])
        for box, chances in self._writings(subset, mask.bit_count(), chip, np.array([state]), needs):
            chances_written[:, box] = chances[:, 0, 0]
        return chances_written

    def _clipped(self, need: int) -> int:
        """A need, clipped to those that were solved."""
        if need > self.need:
            raise BadSetup(f"chances were worked out for up to {self.need} points, not {need}")
        return max(0, need)

    def _start(self, level: int) -> int:
        """The first upper situation with `level` open boxes."""
        return int(self.place.upper.levels[level])

    def _most(self, subset: int, level: int) -> int:
        """The most points of these lower boxes, of `level` upper ones, and of the bonus."""
        worths = self.place.rules.different
        lower = sum(worths[box][-1] for at, box in enumerate(self.place.lower) if subset >> at & 1)
        upper = sorted((worths[box][-1] for box in self.place.upper.boxes), reverse=True)
        return lower + sum(upper[:level]) + self.place.rules.bonus

    def _entries(self, subset: int, level: int, states: Ints, needs: Ints) -> Floats:
        """The chance after writing each roll into the best box: chips x rolls x situations x needs."""
        best = np.zeros((self.place.chips + 1, len(self.place.rules.lattice.falls), len(states), len(needs)))
        for chip, entry in enumerate(best):
            for _, chances in self._writings(subset, level, chip, states, needs):
                np.maximum(entry, chances, out=entry)
        return best

    def _writings(self, subset: int, level: int, chip: int, states: Ints, needs: Ints) -> Iterator[tuple[int, Floats]]:
        """Each box that is open in any of these situations, with the chances after it: rolls x situations x needs."""
        upper, worths = self.place.upper, self.place.rules.worths
        for at, box in enumerate(self.place.lower):
            if subset >> at & 1:
                kinds, which = np.unique(worths[:, box], return_inverse=True)
                gain = np.tile(kinds[:, None], (1, len(states)))
                after = np.tile(states - self._start(level), (len(kinds), 1))
                yield box, _chances_after(self._chances[subset ^ 1 << at, level][chip], after, gain, needs)[which]
        for at, box in enumerate(upper.boxes):
            gain = upper.gain[at][:, states]
            fits = np.isfinite(gain)
            if fits.any():
                start = self._start(level - 1)
                after = np.where(fits, upper.after[at][:, states], start).astype(np.int64) - start
                gained = np.where(fits, gain, 0).astype(np.int64)
                written = _chances_after(self._chances[subset, level - 1][chip], after, gained, needs)
                yield box, np.where(fits[:, :, None], written, -1.0)[upper.kind[:, at]]


def _chances_after(chances: Floats, after: Ints, gain: Ints, needs: Ints) -> Floats:
    """The chances (kinds x situations x needs) of what is still needed after a gain, in the situations after it."""
    return np.asarray(chances[after[:, :, None], np.maximum(0, needs - gain[:, :, None])])


class _Batch:
    """Turns that are solved together: a kernel call costs as much as hundreds of chances."""

    def __init__(self, turn: SolveTurns, rules: Rules) -> None:
        self._turn, self._rules = turn, rules
        self._waiting: list[tuple[Floats, Floats]] = []
        self.lanes = CHANCES_AT_ONCE // rules.lattice.size
        """How many chances are solved at once."""

    def add(self, best: Floats, out: Floats) -> None:
        """Queue a turn, which fills `out` (chips x situations x needs) from the chance after each roll."""
        self._waiting.append((best.reshape(*best.shape[:2], -1), out))
        if sum(best.shape[2] for best, _ in self._waiting) >= self.lanes:
            self.work()

    def work(self) -> None:
        if not self._waiting:
            return
        best = np.concatenate([best for best, _ in self._waiting], axis=2)
        starts = self._turn(self._rules.lattice, best, self._rules.throws)
        start = 0
        for _, out in self._waiting:
            out[:] = starts[:, start : start + out[0].size].reshape(out.shape)
            start += out[0].size
        self._waiting.clear()


def reach(
    card: Card,
    open_boxes: Collection[int],
    upper: int,
    need: int,
    chips: int = 0,
    *,
    turn: SolveTurns = numpy_turn,
    most: int = MAX_WORK,
) -> Reach:
    """The chances of all positions that can follow one; raises an error if that is more work than `most`."""
    check_position(card, open_boxes, upper, chips)
    place = positions(rules(card), open_boxes, upper, chips)
    chances = Reach(place, min(max(0, need), place.most_points() + 1))
    if chances.work > most:
        raise with_technical_text(
            TooMany(f"with {len(open_boxes)} open boxes this takes too long to calculate; use fewer"),
            "open_boxes",
            n=len(open_boxes),
        )
    chances.solve(turn)
    return chances


def reach_of(
    card: Card,
    open_boxes: Collection[str],
    upper: int,
    need: int,
    chips: int = 0,
    solve: Callable[[Card, Collection[int], int, int, int], Reach] = reach,
) -> float:
    """The best chance of at least `need` more points, including a bonus still to be won.

    `open_boxes` are the keys of the boxes still open, `upper` is the sum so far that counts for the bonus. For a blank
    sheet the shipped chances are used, if there are any.
    """
    boxes = {rules(card).box(key) for key in open_boxes}
    if len(boxes) == len(card.boxes) and not upper and chips == card.chips and (blank := blank_reach(card.key)):
        return blank[max(0, need)] if need < len(blank) else 0.0
    solved = solve(card, boxes, upper, need, chips)
    return solved.chance(boxes, upper, min(need, solved.need), chips)


@dataclass(frozen=True, eq=False)
class ReachJudge(rating.TurnJudge):
    """Rates by the chance to reach a score; the other seats make no difference."""

    card: Card
    score: int
    """The score to reach."""
    objective = "reach"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _books: rating.Memory[Reach] = field(default_factory=rating.Memory)

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        return True

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        sheet = state.sheets[seat]
        return self._turns.get(sheet, lambda: self._solve_turn(sheet))

    def _solve_turn(self, sheet: Sheet) -> Turn:
        tables = rules(self.card)
        bought = self._writings(sheet, sheet.chips - 1).max(axis=1) if sheet.chips else None
        return Turn(tables.lattice, self._writings(sheet, sheet.chips).max(axis=1), tables.throws, bought)

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        sheet = state.sheets[seat]
        chances = self._writings(sheet, sheet.chips)[rules(self.card).lattice.number(state.tray.dice)]
        return {Write(self.card.boxes[box].key): float(chances[box]) for box in open_boxes(sheet)}

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        sheet = state.sheets[seat]
        book = self._book(sheet)
        need = min(self._need(sheet), book.need)
        return book.chance(open_boxes(sheet), upper(self.card, sheet), need, sheet.chips)

    def _need(self, sheet: Sheet) -> int:
        """The points that are still needed."""
        return self.score - points(self.card, sheet)

    def _writings(self, sheet: Sheet, chips: int) -> NDArray[np.float64]:
        """The chances after each roll is written into each box, with `chips` chips left: rolls x boxes."""
        book = self._book(sheet)
        need = min(self._need(sheet), book.need)
        return book.writings(open_boxes(sheet), upper(self.card, sheet), need, chips)

    def _book(self, sheet: Sheet) -> Reach:
        """The chances of all positions that can follow this sheet."""
        place = tuple(open_boxes(sheet)), upper(self.card, sheet), self._need(sheet), sheet.chips
        return self._books.get(place, lambda: reach(self.card, *place))
