"""A best response, for two, to players of Kribbeln who play to win: measures how far they can be exploited.

It learns from games against them, round after round: what they write given what they see, and the worth of rows still
to come, is corrected by what happened. It then plays for the chance to win as they do, but with better estimates. Its
gain is a lower bound on that of any best response.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import exp, pi, sqrt
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.games.kribbeln.rules.game import Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.solve.last_rows import THIRD
from knobel.games.kribbeln.solve.opponents import MARKS, mark
from knobel.games.kribbeln.solve.ranks import Margins
from knobel.games.kribbeln.solve.rivalry import Rivalry
from knobel.games.kribbeln.solve.rolls import SUMS
from knobel.games.kribbeln.solve.standings import normal_below
from knobel.games.kribbeln.solve.turns import SITUATIONS
from knobel_lab.games.kribbeln.book import by_sight, entries_of
from knobel_lab.games.kribbeln.lines import Chances
from knobel_lab.games.kribbeln.match import CHUNK, Ends, Players, best_players, dodging, gains_of, shares
from knobel_lab.games.kribbeln.measure import means
from knobel_lab.solving.match import Floats, MatchResult, MatchSettings, Note, ignored, play_match
from knobel_lab.solving.run import Progress

ROUNDS = 2
"""The number of training rounds; in each the responder plays as well as it can so far."""
KNOTS = (0, mark(17), mark(21), mark(25), mark(30))
"""Corrections of worths are piecewise linear between these highest Kribbel numbers."""
SURE = 12.0
"""The weight of the prior about what others write, in numbers of turns."""
LESSONS = 1_000_000
"""The first number of training games, so that their dice are not used again."""
NOISE = 0.1
"""The standard deviation of a game's result without luck."""
LIKELY = 0.15, 0.1
"""The prior standard deviation of corrections: of points, and of the relative deviation of differences."""

HATS = len(KNOTS)
FILLED = SITUATIONS[0] - 1
PARTS = HATS + FILLED + 2
"""The corrections of a row: by highest Kribbel number, by filled Kribbel rows, for the order, and for the deviation."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """Training data: what others wrote, by row and sight, and the sums of a least squares fit of corrections."""

    wrote: Chances = field(default_factory=lambda: np.zeros((len(ROWS), 1 + MARKS, MARKS)))
    squares: Chances = field(default_factory=lambda: np.zeros((len(ROWS), PARTS, PARTS)))
    missed: Chances = field(default_factory=lambda: np.zeros((len(ROWS), PARTS)))

    def record_turn(self, players: Players, state: State, seat: int) -> Chances:
        """Record a turn of another player: the chances of its endings; returns their worths."""
        ends = players.win(state, seat)
        book, row = players.rivalry.book, state.row
        chances = players.compiled_turns.chances(row, ends)
        seen = state.sheets[1 - seat][row]
        wrote = self.wrote[row, 0 if seen is None else 1 + mark(seen)]
        if ROWS[row].task is None:
            highest = book.situation(state.sheets[seat], row)[1]
            rises = np.array([book.turns.rises(own, highest) for own in range(1, MARKS)])
            wrote[1:] += np.where(rises, chances, 0.0)
            wrote[0] += chances[~rises].sum()
        else:
            # After a dodge one throws again: that is another turn.
            wrote[1:] += chances[SUMS:]
            wrote[0] += chances[:SUMS][~dodging(ends)].sum()
        return ends

    def record_game(self, rivalry: Rivalry, begun: Mapping[int, tuple[State, float]], seat: int, chance: float) -> None:
        """Record a game: the tables at the start of rows, each with the luck so far, and the result without luck."""
        for row, (state, before) in begun.items():
            if 0 < row < THIRD:
                expected, parts = corrections(rivalry, state, seat)
                self.squares[row] += np.outer(parts, parts)
                self.missed[row] += parts * (chance + before - expected)


def _described(rivalry: Rivalry, state: State, seat: int) -> Floats:
    """The features of a seat's situation when a row begins."""
    filled, highest = rivalry.book.situation(state.sheets[seat], state.row)
    hats = [np.interp(highest, KNOTS, hat) for hat in np.eye(HATS)]
    return np.array([*hats, *(filled == count for count in range(1, 1 + FILLED))], float)


def corrections(rivalry: Rivalry, state: State, seat: int) -> tuple[float, Floats]:
    """The chance of a seat when a row begins, and its gradient with respect to the corrections."""
    row, margins = state.row, rivalry.margins
    points, deviation = means(rivalry, state.sheets, row), margins.deviations[row]
    nobody_wrote = state.sheets[0][row] is None and state.sheets[1][row] is None
    begins = (1 if state.seat == seat else -1) if nobody_wrote else 0
    ahead = points[seat] - points[1 - seat] - begins * (margins.order[row][1] - margins.order[row][0])
    away = ahead / deviation
    steep = exp(-(away**2) / 2) / sqrt(2 * pi)
    situations = _described(rivalry, state, seat) - _described(rivalry, state, 1 - seat)
    parts = [*(situations / deviation), begins / deviation, away]
    return normal_below(away), steep * np.array(parts)


def learned(rivalry: Rivalry, lesson: Lesson) -> Rivalry:
    """The rivalry updated by a lesson: posterior entries, and corrections by ridge regression."""
    lines = []
    for line, wrote in zip(rivalry.book.lines, lesson.wrote, strict=True):
        entries = (SURE * entries_of(line) + wrote) / (SURE + wrote.sum(axis=1, keepdims=True))
        lines.append(replace(line, entries=by_sight(entries)))
    values, order, deviations = (np.array(part) for part in vars(rivalry.margins).values())
    doubt = NOISE**2 / np.array([LIKELY[0]] * (PARTS - 1) + [LIKELY[1]]) ** 2
    for row in range(1, THIRD):
        corrected = np.linalg.solve(lesson.squares[row] + np.diag(doubt), lesson.missed[row])
        hats, filled, (begins, moves) = np.split(corrected, [HATS, HATS + FILLED])
        by_mark = np.interp(np.arange(MARKS), KNOTS, hats)
        values[row] += by_mark + np.array([0.0, *filled])[:, None]
        order[row] += np.array([begins, -begins]) / 2
        deviations[row] /= 1 + moves
    margins = Margins(values.tolist(), order.tolist(), deviations.tolist())
    return Rivalry(replace(rivalry.book, lines=tuple(lines)), margins)


def _begun(rows: dict[int, tuple[State, float]], seat: int, state: State, luck: Floats) -> None:
    """Remember the table when a row begins, and the luck so far."""
    rows.setdefault(state.row, (state, float(luck[seat])))


def collect_lesson(
    others: Players, responder: Players, seed: int, numbers: range, progress: Progress | None = None
) -> Lesson:
    """Collect training data from the games with these numbers, with the responder in both seats in turn."""
    lesson, start = Lesson(), perf_counter()
    for done, number in enumerate(numbers, 1):
        for seat in range(2):
            rows: dict[int, tuple[State, float]] = {}
            ends_by_seat: list[Ends] = [partial(lesson.record_turn, others)] * 2
            ends_by_seat[seat] = responder.win
            end, luck = others.play(ends_by_seat, seed, number, (seat,), partial(_begun, rows, seat))
            chance = shares(others.game, end)[seat] - luck[seat]
            lesson.record_game(responder.rivalry, rows, seat, float(chance))
        if progress:
            progress(done, len(numbers), perf_counter() - start)
    return lesson


def _parts(rivalry: Rivalry) -> list[NDArray[np.float64]]:
    """The learned arrays of a rivalry."""
    return [
        np.stack([entries_of(line) for line in rivalry.book.lines]),
        *(np.array(part) for part in vars(rivalry.margins).values()),
    ]


def flat(rivalry: Rivalry) -> list[float]:
    """The learned numbers of a rivalry, as a flat list."""
    return [float(number) for part in _parts(rivalry) for number in part.ravel()]


def read_flat(usual: Rivalry, numbers: list[float]) -> Rivalry:
    """Restore a rivalry from its flat list."""
    shapes = [part.shape for part in _parts(usual)]
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    if len(numbers) != ends[-1]:
        raise BadSetup("the responder in --out was trained by another version; choose another --out")
    parts = [part.reshape(shape) for part, shape in zip(np.split(np.array(numbers), ends[:-1]), shapes, strict=True)]
    lines = [replace(line, entries=by_sight(entries)) for line, entries in zip(usual.book.lines, parts[0], strict=True)]
    return Rivalry(replace(usual.book, lines=tuple(lines)), Margins(*(part.tolist() for part in parts[1:])))


def respond(
    game: Kribbeln,
    games: int,
    seed: int = 0,
    earlier: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
    lessons: int = 200,
) -> MatchResult:
    """Train a responder with `lessons` games a round, then play a match; `earlier` is what was noted before.

    Rounds are noted with numbers below zero.
    """
    if game.seats != 2:
        raise BadSetup("a responder is trained for two seats")
    others = best_players(game)
    played, rivalry = dict(earlier or {}), others.rivalry
    for turn in range(ROUNDS):
        if -1 - turn in played:
            rivalry = read_flat(rivalry, played.pop(-1 - turn))
            continue
        numbers = range(LESSONS + turn * lessons, LESSONS + (turn + 1) * lessons)
        rivalry = learned(rivalry, collect_lesson(others, Players(game, rivalry), seed, numbers, progress))
        note(-1 - turn, flat(rivalry))
    responder = Players(game, rivalry)

    def gains(numbers: range) -> Floats:
        return np.array([gains_of(others, others.win, responder.win, seed, number) for number in numbers])

    return play_match(game, MatchSettings(games, seed, CHUNK), gains, played, note, progress)
