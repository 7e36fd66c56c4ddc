"""Perfect play of many games at once: the points of a sheet if every choice is the best one of a book.

The position of a game is one number, its key: chips x rows x upper situations, numbered consecutively. Games are played
turn by turn in step, so that games in the same position share the work of rating it.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import Book, entries
from knobel.games.scorecard.solve.positions import Positions
from knobel.solve.kernel import numpy_kernel
from knobel_lab.solving.evaluate import Mean
from knobel_lab.solving.kernel.cup import WORDS, Ints, Words, cup, words
from knobel_lab.solving.run import Progress

Shorts = NDArray[np.int16]


def shape(place: Positions) -> tuple[int, int, int]:
    """The shape of keys; games with equally many chips are contiguous."""
    rows, chips, states = place.shape
    return chips, rows, states


@dataclass(frozen=True, eq=False)
class Turn:
    """A turn of many games, with games in the same position contiguous."""

    numbers: Ints
    """The numbers of the games."""
    words: Words
    """The random words of their throws: games x WORDS."""
    trail: NDArray[np.int32]
    """The course of the turn: number of a roll, row of the holding, number of a roll, ...; -1 after the last."""
    boxes: Shorts
    """The box of the card that was written."""
    points: Shorts
    """The points written there."""
    bonus: Shorts
    """The points of the bonus, if it was won."""
    after: Ints
    """The keys of the games after the turn."""


def new_turn(numbers: Ints, words: Words) -> Turn:
    """A turn not played yet."""
    count = len(numbers)
    trail = np.full((count, 2 * WORDS - 1), -1, np.int32)
    boxes, points, bonus = (np.zeros(count, np.int16) for _ in range(3))
    return Turn(numbers, words, trail, boxes, points, bonus, np.zeros(count, np.int64))


@dataclass(frozen=True, eq=False)
class Group:
    """Positions with equally many chips that games are in."""

    chips: int
    rows: Ints
    states: Ints
    starts: Ints
    """The first game of each position, and the number of games."""


def groups(place: Positions, keys: Ints) -> Iterator[Group]:
    """The positions of games whose keys are sorted."""
    starts = np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1])
    chips, rows, states = np.unravel_index(keys[starts], shape(place))
    starts = np.append(starts, len(keys))
    for count in range(place.chips + 1):
        first, end = np.searchsorted(chips, [count, count + 1]).tolist()
        if first < end:
            yield Group(count, rows[first:end], states[first:end], starts[first : end + 1])


Play = Callable[[Positions, NDArray[Any], Group, Turn], None]
"""Plays a turn of the games in a group of positions, given all positions and their values."""


def slack(values: NDArray[Any]) -> float:
    """The tolerance of choices: within it the first is taken, so that rounding does not change a game."""
    return 1e-9 if values.dtype == np.float64 else 1e-5


LANES = 128
"""How many positions are processed at once: some megabytes for the largest lattice."""

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
        entries_by_row = [
            entries(place, values, values[row], int(place.subsets[row]), chips, states[rows == row])
            for row in np.unique(rows)
        ]
        return np.hstack(entries_by_row)

    stages: list[Values] = []
    entry = last = best(chips)
    if chips:
        stages.append(numpy_kernel.expect(lattice, best(chips - 1)))
        last = np.maximum(last, numpy_kernel.choose(lattice, stages[-1]))
    for _ in range(place.rules.throws - 1):
        stages.append(numpy_kernel.expect(lattice, last))
        last = numpy_kernel.choose(lattice, stages[-1])
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
    lanes = np.arange(len(games))
    turn.boxes[games] = boxes[choice]
    turn.points[games] = worths[rolls, boxes[choice]]
    turn.bonus[games] = gain[choice, lanes] - turn.points[games]
    turn.after[games] = np.ravel_multi_index(
        (chips, after_rows[choice, lanes], after_states[choice, lanes]), shape(place)
    )


BATCH = 1 << 18
"""How many games are played in step: more of them share more work, but need more memory (some 200 bytes each)."""


@dataclass(frozen=True, eq=False)
class Played:
    """The results of all games."""

    card: Card
    points: Shorts
    """The points written: games x boxes."""
    bonus: Shorts
    """The points of the bonus."""
    chips: Shorts
    """The number of chips spent."""

    @property
    def totals(self) -> NDArray[np.int64]:
        return np.asarray(self.points.sum(axis=1, dtype=np.int64) + self.bonus)


def per_box(played: Played) -> dict[str, Mean]:
    """The mean points of each box by its key, then of `bonus`, the mean `chips` spent, and the mean `total`."""
    columns: dict[str, NDArray[Any]] = {box.key: played.points[:, at] for at, box in enumerate(played.card.boxes)}
    columns |= {"bonus": played.bonus, "chips": played.chips, "total": played.totals}
    root = len(played.bonus) ** 0.5
    return {key: Mean(float(column.mean()), float(column.std()) / root) for key, column in columns.items()}


def selfplay(
    book: Book,
    games: int,
    seed: int = 0,
    batch: int = BATCH,
    progress: Progress | None = None,
    *,
    jobs: int = 1,
    play: Play | None = None,
) -> Played:
    """Play `games` games perfectly; a seed gives the same games, whatever the batches and jobs.

    `progress` is called with games done, games in all, and seconds spent. `play` plays turns, by default compiled.
    """
    if min(games, batch, jobs) < 1:
        raise BadSetup("there must be at least one game, in batches of at least one, and one job")
    start = time.perf_counter()
    card = book.place.rules.card
    points = np.zeros((games, len(card.boxes)), np.int16)
    bonus, chips = np.zeros(games, np.int16), np.zeros(games, np.int16)
    values = whole(book)

    def play_batch(first: int) -> int:
        end = min(first + batch, games)
        for turn in turns(book.place, values, range(first, end), seed, play):
            points[turn.numbers, turn.boxes] = turn.points
            bonus[turn.numbers] += turn.bonus
            chips[turn.numbers] += turn.trail[:, -1] >= 0
        return end

    with ThreadPoolExecutor(jobs) as pool:
        for end in pool.map(play_batch, range(0, games, batch)):
            if progress:
                progress(end, games, time.perf_counter() - start)
    return Played(card, points, bonus, chips)


def turns(
    place: Positions, values: NDArray[Any], numbers: range, seed: int, play: Play | None = None
) -> Iterator[Turn]:
    """The turns of the games with these numbers, each after all of them have played it; by default compiled."""
    if play is None:
        from knobel_lab.games.scorecard.selfplay_compiled import play_fast

        play = play_fast
    count = len(numbers)
    # Key and index of a game are packed in one number: sorting it is much faster than an argsort.
    bits = count.bit_length()
    packed = (np.prod(shape(place)) - 1 << bits) + np.arange(count)
    for turn in range(len(place.lower) + len(place.upper.boxes)):
        packed.sort()
        games = packed & (1 << bits) - 1
        next_turn = new_turn(games + numbers.start, np.take(words(seed, turn, numbers.start, count), games, axis=0))
        for group in groups(place, packed >> bits):
            play(place, values, group, next_turn)
        packed = (next_turn.after << bits) + games
        yield next_turn


def whole(book: Book) -> NDArray[Any]:
    """All values of a book, every chunk checked."""
    rows = [book.row(row) for row in range(book.place.shape[0])]
    values = np.stack(rows) if book.values is None else book.values.view()
    values.flags.writeable = False
    return values
