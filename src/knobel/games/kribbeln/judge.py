"""The judges of Kribbeln: by the chance to win, and by expected rank points among players of the same strength."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from knobel.coach.judge import Judge
from knobel.core.game import AnyGame
from knobel.games.holding import rating
from knobel.games.holding.starting import FIRST
from knobel.games.kribbeln.numbered import number_dice
from knobel.games.kribbeln.rules.arrangement import ANY, OURS, Square, read_square
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.scene import own_text
from knobel.games.kribbeln.solve.book import SHIPPED, best_ranks
from knobel.games.kribbeln.solve.opponents import MARKS, mark
from knobel.games.kribbeln.solve.ranks import RankBook
from knobel.games.kribbeln.solve.rivalry import rivalry_of
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.games.kribbeln.solve.turns import TWO_DODGE_ROWS, area_fields
from knobel.games.kribbeln.win import TURNS, KribbelnWinJudge
from knobel.scene.text import Text
from knobel.solve.kernel.turn import Turn, best_worths
from knobel.solve.kernel.uses import Use


def judge(game: Kribbeln, objective: str | None, _endgames: int) -> Judge:
    """A judge of the chance to win, or of the expected rank points."""
    judge_of = _rank_judge if objective == "rank_points" else _win_judge
    with_ours = replace(game, arrangement="", begins=FIRST)
    return ArrangedJudge(lambda square: judge_of(with_ours, square)) if game.arrangement else judge_of(with_ours, OURS)


@lru_cache(maxsize=16)
def _rank_judge(game: Kribbeln, square: Square) -> "KribbelnJudge":
    return KribbelnJudge(best_ranks(game), square)


@lru_cache(maxsize=16)
def _win_judge(game: Kribbeln, square: Square) -> KribbelnWinJudge:
    return KribbelnWinJudge(rivalry_of(best_ranks(game)), square)


def objectives(_game: Kribbeln) -> tuple[str, ...]:
    """The objectives: the chance to win, or rank points."""
    return ("win", "rank_points")


def value_files(game: Kribbeln) -> tuple[str, ...]:
    """The file of the book of this sheet; typed tasks borrow from the shipped ones."""
    book = best_ranks(replace(game, arrangement="", begins=FIRST))
    return (book.source,) if Path(book.source).exists() else (str(SHIPPED),)


def caveats(game: Kribbeln) -> tuple[Text, ...]:
    """What judges assume about typed dice, and about later rows with dice that differ from ours."""
    if game.arrangement == ANY:
        return (own_text("caveat.any"),)
    ours = not game.arrangement or set(read_square(game.arrangement)) == set(OURS)
    return () if ours else (own_text("caveat.described"),)


def approximation(_seats: int, objective: str) -> str:
    """The kind of values where they are not exact."""
    return "chances" if objective == "win" else "expected"


@dataclass(frozen=True, eq=False)
class KribbelnJudge(rating.TurnJudge):
    """Rates by the expected rank points at the end.

    The turn is solved exactly, given what others have written; what they will write, and the points of later rows, are
    expectations among players of the same strength. Who begins a row is treated as random.
    """

    book: RankBook
    square: Square = OURS
    """The set of dice."""
    start: Callable[[int, Sequence[float]], float] | None = None
    """A faster function for the worth of a turn in a row, from the worths of its endings by class of roll."""
    objective = "rank_points"
    _turns: rating.Memory[Turn] = field(default_factory=lambda: rating.Memory(TURNS))
    _seconds: rating.Memory[float] = field(default_factory=rating.Memory)
    """The worth of second turns, those after a dodge."""

    def exact(self, game: AnyGame, state: Any, seat: int) -> bool:
        """False: the moves of others are only estimated."""
        return False

    def turn(self, game: AnyGame, state: State, seat: int) -> Turn:
        """The turn of this seat in the row, as if it came now."""
        assert isinstance(game, Kribbeln)
        return self._turns.get(
            (state.row, state.sheets, seat), lambda: self._opened(state.row, self.ends(game, state, seat))
        )

    def endings(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The expected rank points after each way to end the throwing."""
        assert isinstance(game, Kribbeln)
        total, row = mark(sum(state.tray.faces)), state.row
        banked, points = self._banked(game, state, seat), self._points(state, seat)
        following = self.book.following(row)
        filled, highest = self.book.situation(state.sheets[seat], row)
        if ROWS[row].task is None:
            after = following[filled + 1]
            return {
                WRITE: banked + points[total] + after[self.book.turns.risen(total)],
                STRIKE: banked + after[highest],
            }
        struck = following[filled][highest]
        worths = {WRITE: banked + points[total] + struck, STRIKE: banked + struck}
        if filled < len(area_fields(row)):
            worths[DODGE] = banked + self._dodged(state, seat, filled)[total]
        return worths

    def resting(self, game: AnyGame, state: State, seat: int) -> float:
        """The expected rank points of a seat without dice: its turn in this row is still to come, or over."""
        assert isinstance(game, Kribbeln)
        banked = self._banked(game, state, seat)
        if state.row == len(ROWS):
            return banked
        sheet = state.sheets[seat]
        if sheet[state.row] is None:
            return self.turn(game, state, seat).start
        filled, highest = self.book.situation(sheet, state.row)
        return banked + self.book.following(state.row)[filled][highest]

    def ends(self, game: Kribbeln, state: State, seat: int) -> list[float]:
        """The worth of each ending of a turn, by class of roll."""
        row, turns = state.row, self.book.turns
        filled, highest = self.book.situation(state.sheets[seat], row)
        points, following = self._points(state, seat), self.book.following(row)
        if ROWS[row].task is None:
            after = following[filled + 1]
            worths = [
                points[own] + after[turns.risen(own)] if turns.rises(own, highest) else after[highest]
                for own in range(1, MARKS)
            ]
        else:
            struck = following[filled][highest]
            unmet = [struck] * (MARKS - 1)
            if filled < len(area_fields(row)):
                dodged = self._dodged(state, seat, filled)
                unmet = [max(struck, dodged[own]) if turns.rises(own, highest) else struck for own in range(1, MARKS)]
            worths = [*unmet, *(points[own] + struck for own in range(1, MARKS))]
        banked = self._banked(game, state, seat)
        return [banked + worth for worth in worths]

    def _banked(self, game: Kribbeln, state: State, seat: int) -> float:
        """The points of scored rows, and the expected points of entries in later rows."""
        sheet = state.sheets[seat]
        expected = float(sum(row[seat] for row in game.points(state)))
        for row in range(state.row, len(ROWS)):
            entry = sheet[row]
            if entry:
                others = _others(state, seat, row)
                points = self.book.points(row, others) if row == state.row else self.book.points_ahead(row, others)
                expected += points[mark(entry)]
        return expected

    def _points(self, state: State, seat: int) -> list[float]:
        """The expected points of each mark in the row, given the entries in it."""
        return self.book.points(state.row, _others(state, seat, state.row))

    def _dodged(self, state: State, seat: int, filled: int) -> list[float]:
        """The expected points a dodge with each mark adds, the turn after it included."""
        row, field_row = state.row, area_fields(state.row)[filled]
        ahead = self.book.points_ahead(field_row, _others(state, seat, field_row))
        if row in TWO_DODGE_ROWS and filled == 0:
            after_first = self.book.after_dodge(row, _others(state, seat, row))
            return [entered + after_first[self.book.turns.risen(own)] for own, entered in enumerate(ahead)]
        # The turn after the last dodge does not depend on the number that was entered.
        second = self._seconds.get((row, _others(state, seat, row)), lambda: self._second(state, seat))
        after = self.book.following(row)[filled + 1]
        return [entered + second + after[self.book.turns.risen(own)] for own, entered in enumerate(ahead)]

    def _second(self, state: State, seat: int) -> float:
        """The expected points that the turn after the last dodge adds."""
        points = self._points(state, seat)
        ends = [*[0.0] * (MARKS - 1), *points[1:]]
        return self.start(state.row, ends) if self.start else self._opened(state.row, ends).start

    def _opened(self, row: int, ends: list[float]) -> Turn:
        task = self.book.turns.task(row)
        return Turn(dice(task), best_worths([Use(row, classes(task, self.square), ends)]), THROWS)


def _others(state: State, seat: int, row: int) -> tuple[int, ...]:
    """The entries of others in a row, lowest first."""
    return tuple(
        sorted(entry for at, sheet in enumerate(state.sheets) if at != seat and (entry := sheet[row]) is not None)
    )


@dataclass(frozen=True, eq=False)
class ArrangedJudge:
    """Rates with dice of another arrangement: the current turn with these dice, later rows as with ours."""

    of: Callable[[Square], KribbelnJudge | KribbelnWinJudge]
    """The judge for a set of dice."""

    @property
    def objective(self) -> str:
        return self.of(OURS).objective

    def exact(self, game: AnyGame, state: State, seat: int) -> bool:
        """Whether ratings are exact, which they may be where colours no longer matter."""
        return self.of(OURS).exact(game, state, seat)

    def rate(self, game: AnyGame, state: State, seat: int) -> Mapping[Any, float]:
        """The value of each move."""
        assert isinstance(game, Kribbeln)
        numbered_table, moves = number_dice(game, state), game.moves(state, seat)
        numbered_moves = [numbered_table.numbered_move(move) for move in moves]
        ratings = self.of(numbered_table.square).rated(numbered_table.game, numbered_table.state, seat, numbered_moves)
        return {move: ratings[numbered] for move, numbered in zip(moves, numbered_moves, strict=True)}

    def value(self, game: AnyGame, state: State, seat: int) -> float:
        """The value of a seat."""
        assert isinstance(game, Kribbeln)
        if rates := self.rate(game, state, seat):
            return max(rates.values())
        numbered_table = number_dice(game, state)
        return self.of(numbered_table.square).value(numbered_table.game, numbered_table.state, seat)
