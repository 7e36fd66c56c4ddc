"""The judges of Kribbeln: by the chance to win, and by the rank points to expect among players of the same strength."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.holding.starting import FIRST
from knobel.games.kribbeln.plain import plain
from knobel.games.kribbeln.rules.arrangement import ANY, OURS, Square, read_square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import KRIBBEL_ROWS, ROWS
from knobel.games.kribbeln.scene import own_text
from knobel.games.kribbeln.solve.book import TWICE, KribbelnBook, best_kribbeln
from knobel.games.kribbeln.solve.opponents import MARKS, Chances, mark
from knobel.games.kribbeln.solve.rivalry import rivalry_of
from knobel.games.kribbeln.solve.turns import SITUATIONS, Play, dice, fields, kinds
from knobel.games.kribbeln.win import KribbelnWinJudge
from knobel.players.judge import Judge
from knobel.scene.text import Text
from knobel.solve.kernel.turn import Turn, lay_open


def judge(game: Kribbeln, objective: str | None, _endgames: int) -> Judge:
    """By the chance to win, or if they are asked for by the expected rank points."""
    known = _rank_judge if objective == "rank_points" else _win_judge
    plainly = replace(game, arrangement="", begins=FIRST)
    return ArrangedJudge(lambda square: known(plainly, square)) if game.arrangement else known(plainly, OURS)


@lru_cache(maxsize=16)
def _rank_judge(game: Kribbeln, square: Square) -> "KribbelnJudge":
    return KribbelnJudge(best_kribbeln(game), square)


@lru_cache(maxsize=16)
def _win_judge(game: Kribbeln, square: Square) -> KribbelnWinJudge:
    return KribbelnWinJudge(rivalry_of(best_kribbeln(game)), square)


def objectives(_game: Kribbeln) -> tuple[str, ...]:
    """What may be played for: to win, or for many points."""
    return "win", "rank_points"


def caveats(game: Kribbeln) -> tuple[Text, ...]:
    """What is taken for granted of dice that nobody described, and of those that are not ours in later rows."""
    if game.arrangement == ANY:
        return (own_text("caveat.any"),)
    ours = not game.arrangement or set(read_square(game.arrangement)) == set(OURS)
    return () if ours else (own_text("caveat.described"),)


def approximation(_seats: int, objective: str) -> str:
    """What values are where they are not exact."""
    return "chances" if objective == "win" else "expected"


@dataclass(frozen=True, eq=False)
class _Known:
    """The points to expect in a row, with what stands in it known: there is one sight only."""

    points: Chances
    points_ahead: Chances


@dataclass(frozen=True, eq=False)
class KribbelnJudge(rating.TurnJudge):
    """Rates by the expected rank points in the end.

    The turn is worked out exactly for what others have written; what they will write, and what later rows bring, are
    expectations among players of the same strength. Who begins a row is taken to be chance.
    """

    book: KribbelnBook
    square: Square = OURS
    """The dice."""
    start: Callable[[int, Chances], float] | None = None
    """A faster way to work out what a turn in a row is worth, from its ends by class of roll."""
    objective = "rank_points"
    _turns: rating.Memory[Turn] = field(default_factory=rating.Memory)
    _seconds: rating.Memory[float] = field(default_factory=rating.Memory)
    """What second turns are worth, those after a dodge."""

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """Never, for nobody knows what others do."""
        return False

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn of this seat in the row, as if it came now."""
        assert isinstance(game, Kribbeln)
        return self._turns.get((state.row, state.sheets, seat), lambda: self._lay_open(game, state, seat))

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The expected rank points after each way to end the throwing."""
        assert isinstance(game, Kribbeln)
        total = mark(sum(state.tray.faces))
        play, now = self._play(state, seat), self._banked(game, state, seat)
        filled, highest = self.book.situation(state.sheets[seat], state.row)
        known = play.lines[state.row].points[0]
        if ROWS[state.row].task is None:
            after = play.following[filled + 1]
            risen = 0 if self.book.turns.beginner else total
            return {WRITE: now + known[total] + after[risen], STRIKE: now + after[highest]}
        found = {
            WRITE: now + known[total] + play.following[filled, highest],
            STRIKE: now + play.following[filled, highest],
        }
        if filled < len(fields(state.row)):
            again = self._again(play, state, seat, filled)
            ahead = play.lines[fields(state.row)[filled]].points_ahead
            found[DODGE] = now + ahead[total] + again[0 if self.book.turns.beginner else total]
        return found

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        """The expected rank points of a seat without dice: its turn is still to come in this row, or over."""
        assert isinstance(game, Kribbeln)
        now = self._banked(game, state, seat)
        if state.row == len(ROWS):
            return now
        sheet = state.sheets[seat]
        if sheet[state.row] is None:
            return self.turn(game, state, seat).start
        return now + float(self.book.following(state.row)[self.book.situation(sheet, state.row)])

    def _banked(self, game: Kribbeln, state: State, seat: int) -> float:
        """The points of rows that are scored, and those to expect for what stands in later ones."""
        sheet = state.sheets[seat]
        expected = float(sum(row[seat] for row in game.points(state)))
        for row in range(state.row, len(ROWS)):
            entry = sheet[row]
            if entry:
                others = _others(state, seat, row)
                points = self.book.points(row, others) if row == state.row else self.book.points_ahead(row, others)
                expected += float(points[mark(entry)])
        return expected

    def _play(self, state: State, seat: int) -> Play:
        """The turns of this seat in the row, with what stands in it known."""
        nothing = np.zeros((1, MARKS))
        lines = [
            _Known(
                self.book.points(row, _others(state, seat, row))[None] if row == state.row else nothing,
                self.book.points_ahead(row, _others(state, seat, row)) if row in KRIBBEL_ROWS else nothing[0],
            )
            for row in range(len(ROWS))
        ]
        return Play(self.book.turns, state.row, lines, self.book.following(state.row))

    def _again(self, play: Play, state: State, seat: int, filled: int) -> Chances:
        """What is still to come after a dodge, by the number entered: marks."""
        row = state.row
        if row in TWICE and filled == 0:
            return self.book.after_dodge(row, _others(state, seat, row))
        again = self._seconds.get((row, state.sheets, seat), lambda: self._second(play, filled))
        return np.asarray(again + play.following[filled + 1])

    def _second(self, play: Play, filled: int) -> float:
        """What the turn after a dodge is worth, but for the number that was entered by it."""
        ends = play.ends(filled + 1, np.zeros(1, int), np.zeros(1, int), np.zeros((1, *SITUATIONS)))[:, 0]
        return self.start(play.row, ends) if self.start else self._opened(play.row, ends).start

    def _opened(self, row: int, ends: Chances) -> Turn:
        task = self.book.turns.task(row)
        return lay_open(dice(task), ends[kinds(task, self.square)], THROWS)

    def _lay_open(self, game: Kribbeln, state: State, seat: int) -> Turn:
        return self._opened(state.row, self.ends(game, state, seat))

    def ends(self, game: Kribbeln, state: State, seat: int) -> Chances:
        """What each end of a turn is worth, by class of roll."""
        play = self._play(state, seat)
        filled, highest = self.book.situation(state.sheets[seat], state.row)
        worths = np.zeros((1, *SITUATIONS))
        task = self.book.turns.task(state.row)
        if task is not None and not play.plain_task(filled):
            worths[0, filled + 1] = self._again(play, state, seat, filled)
        ends = play.ends(filled, np.zeros(1, int), np.array([highest]), worths)[:, 0]
        if play.plain_task(filled):
            ends = ends + play.following[filled, highest]
        return np.asarray(ends + self._banked(game, state, seat))


def _others(state: State, seat: int, row: int) -> tuple[int, ...]:
    """What others have written in a row, lowest first."""
    return tuple(
        sorted(entry for at, sheet in enumerate(state.sheets) if at != seat and (entry := sheet[row]) is not None)
    )


@dataclass(frozen=True, eq=False)
class ArrangedJudge:
    """Rates with dice of another arrangement: turns as they are with these dice, later rows as with ours."""

    of: Callable[[Square], "KribbelnJudge | KribbelnWinJudge"]
    """The judge of a set of dice."""

    @property
    def objective(self) -> str:
        return self.of(OURS).objective

    def exact(self, game: AnyGame, state: State, seat: int) -> bool:
        """Where colours do not matter any more it may be."""
        return self.of(OURS).exact(game, state, seat)

    def rate(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The value of each move."""
        assert isinstance(game, Kribbeln)
        known, moves = plain(game, state), game.moves(state, seat)
        asked = [known.move(move) for move in moves]
        found = self.of(known.square).rated(known.game, known.state, seat, asked)
        return {move: found[same] for move, same in zip(moves, asked, strict=True)}

    def value(self, game: AnyGame, state: State, seat: int) -> float:
        """The value of a seat."""
        assert isinstance(game, Kribbeln)
        if rates := self.rate(game, state, seat):
            return max(rates.values())
        known = plain(game, state)
        return self.of(known.square).value(known.game, known.state, seat)
