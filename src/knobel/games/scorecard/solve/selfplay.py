"""Perfect play, many games at once: what a sheet brings when every choice is the best one of a book.

Games go turn by turn in step, so that games in the same position share the work of rating it.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.scorecard.rules import Card
from knobel.games.scorecard.solve.book import Book
from knobel.games.scorecard.solve.positions import Positions
from knobel.games.scorecard.solve.selfplay_games import Play, Shorts, Turn, groups, new_turn, shape
from knobel.games.scorecard.solve.selfplay_reference import play_plain
from knobel.solve.compact.evaluate import Mean
from knobel.solve.kernel.cup import words
from knobel.solve.kernel.jit import COMPILED
from knobel.solve.run import Progress

BATCH = 1 << 18
"""So many games go in step: more of them share more work, but need more memory (some 200 bytes each)."""


@dataclass(frozen=True, eq=False)
class Played:
    """What every game brought."""

    card: Card
    points: Shorts
    """What was written: games x boxes."""
    bonus: Shorts
    """The points of the bonus."""
    chips: Shorts
    """How many chips were spent."""

    @property
    def totals(self) -> NDArray[np.int64]:
        """The score of each game."""
        return np.asarray(self.points.sum(axis=1, dtype=np.int64) + self.bonus)


def per_box(played: Played) -> dict[str, Mean]:
    """The mean points of each box by its key, then of `bonus`, the mean `chips` spent, and the mean `total`."""
    columns: dict[str, NDArray[Any]] = {box.key: played.points[:, at] for at, box in enumerate(played.card.boxes)}
    columns |= {"bonus": played.bonus, "chips": played.chips, "total": played.totals}
    root = len(played.bonus) ** 0.5
    return {key: Mean(float(column.mean()), float(column.std()) / root) for key, column in columns.items()}


def selfplay(
    book: Book, games: int, seed: int = 0, batch: int = BATCH, progress: Progress | None = None, *, jobs: int = 1
) -> Played:
    """Play so many games with perfect play; a seed gives the same games, whatever the batches and jobs.

    `progress` is called with games done, games in all, and seconds spent.
    """
    if min(games, batch, jobs) < 1:
        raise BadSetup("there must be at least one game, in batches of at least one, and one job")
    start = time.perf_counter()
    card = book.place.rules.card
    points = np.zeros((games, len(card.boxes)), np.int16)
    bonus, chips = np.zeros(games, np.int16), np.zeros(games, np.int16)
    values = whole(book)

    def play(first: int) -> int:
        end = min(first + batch, games)
        for turn in turns(book.place, values, range(first, end), seed):
            points[turn.numbers, turn.boxes] = turn.points
            bonus[turn.numbers] += turn.bonus
            chips[turn.numbers] += turn.trail[:, -1] >= 0
        return end

    with ThreadPoolExecutor(jobs) as pool:
        for end in pool.map(play, range(0, games, batch)):
            if progress:
                progress(end, games, time.perf_counter() - start)
    return Played(card, points, bonus, chips)


def turns(
    place: Positions, values: NDArray[Any], numbers: range, seed: int, play: Play | None = None
) -> Iterator[Turn]:
    """The turns of the games with these numbers, each once all of them have played it."""
    play, count = play or _play(), len(numbers)
    # A key and the place of its game in one number: sorted by itself, much faster than by an order.
    bits = count.bit_length()
    packed = (np.prod(shape(place)) - 1 << bits) + np.arange(count)
    for turn in range(len(place.lower) + len(place.upper.boxes)):
        packed.sort()
        games = packed & (1 << bits) - 1
        made = new_turn(games + numbers.start, np.take(words(seed, turn, numbers.start, count), games, axis=0))
        for group in groups(place, packed >> bits):
            play(place, values, group, made)
        packed = (made.after << bits) + games
        yield made


def whole(book: Book) -> NDArray[Any]:
    """All values of a book, every chunk checked."""
    rows = [book.row(row) for row in range(book.place.shape[0])]
    values = np.stack(rows) if book.values is None else book.values.view()
    values.flags.writeable = False
    return values


def _play() -> Play:
    """The way to play a turn: compiled where Numba is installed."""
    if not COMPILED:
        return play_plain
    from knobel.games.scorecard.solve.selfplay_compiled import play_fast

    return play_fast
