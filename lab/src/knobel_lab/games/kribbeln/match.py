"""A match of Kribbeln: one plays to win among others who play for points, with the same dice.

Random numbers depend on seat, row, try and number of the game, die by die, so that all tables with a number have the
same dice. Results are counted without the luck of throws as a judge sees it (a control variate): its mean is zero, and
its variance is much larger than the difference between players.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup
from knobel.core.game import Over, Throw
from knobel.games.holding.rating import Memory
from knobel.games.holding.starting import FIRST
from knobel.games.holding.tray import Tray
from knobel.games.kribbeln.judge import KribbelnJudge
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.rules.tasks import DICE
from knobel.games.kribbeln.solve.book import best_ranks
from knobel.games.kribbeln.solve.opponents import LOWEST
from knobel.games.kribbeln.solve.rivalry import Rivalry, rivalry_of
from knobel.games.kribbeln.solve.rolls import SUMS, classes, dice
from knobel.games.kribbeln.solve.standings import Shares, shares_of_turn
from knobel.games.kribbeln.solve.turns import Turns
from knobel_lab.games.kribbeln import match_compiled as fast
from knobel_lab.games.kribbeln.lines import Chances, Ints
from knobel_lab.solving.kernel.cup import words
from knobel_lab.solving.match import Floats, MatchResult, MatchSettings, Note, ignored, play_match
from knobel_lab.solving.run import Progress

CHUNK = 10
"""How many games are played and noted together."""
TRIES = 4
"""An upper bound on the tries in a row."""
STREAMS = 8
"""The stride of random streams, which are numbered by row, try and seat; there are fewer seats."""
DODGES = 64
"""How many turns with a dodge are cached."""

Ends = Callable[[State, int], Chances]
"""Called with a table and the seat on turn; gives the worth of each ending of the turn to it, by class of roll."""


Watch = Callable[[State, Floats], None]
"""Called before the first throw of each turn, with the table and the luck so far."""


class CompiledTurns:
    """Turns at a table, compiled."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self._stages = np.zeros((THROWS, fast.HOLDINGS), np.float32)
        self._plan = np.zeros_like(self._stages), np.zeros((THROWS - 1, fast.HOLDINGS), np.int32)
        lattice = dice(turns.tasks[0])
        self._lattice = lattice.rolls, tuple(walk.bases for walk in lattice.walks)
        self._classes, self._class_of = [], []
        for row in range(len(ROWS)):
            # In a Kribbel row colours do not matter, but the same lattice can be used.
            task = turns.task(row)
            kinds = classes(task).array if task else classes(turns.tasks[0]).array % SUMS
            class_by_holding = np.zeros(fast.HOLDINGS, np.int64)
            class_by_holding[lattice.rolls] = kinds
            self._classes.append(kinds)
            self._class_of.append(class_by_holding)

    def start(self, row: int, ends: Sequence[float] | Chances) -> float:
        """The worth of a turn before its first throw, from the worths of its endings."""
        worths = np.asarray(ends, np.float32)
        return float(fast.worth(worths, self._classes[row], self._lattice, self._stages[0]))

    def open(self, row: int, ends: Chances) -> None:
        """Solve a turn."""
        fast.solve_turn(ends.astype(np.float32), self._classes[row], self._lattice, self._plan)

    def played(self, row: int, ends: Sequence[Shares], seat: int) -> Shares:
        """The worth of a turn to every seat; the rest is shared among the others as after the endings in total."""
        return shares_of_turn(ends, seat, self.start(row, [chances[seat] for chances in ends]))

    def play(self, row: int, ends: Chances, faces: Ints) -> int:
        """The class of the last roll of a turn that is played optimally."""
        self.open(row, ends)
        return self.ended(row, faces)

    def ended(self, row: int, faces: Ints) -> int:
        """The class of the last roll of the turn solved last, with other dice."""
        return int(self._class_of[row][fast.play(self._plan[1], faces)])

    def expect(self, row: int, judged: Chances) -> float:
        """The expectation of `judged` for the turn solved last, before its first throw."""
        worths = judged.astype(np.float32)
        return float(fast.follow(self._plan[1], worths, self._classes[row], self._lattice, self._stages))

    def chances(self, row: int, ends: Chances) -> Chances:
        """The chance that a turn ends in each class, if played optimally."""
        self.open(row, ends)
        chances = np.zeros(len(ends))
        fast.endings(self._plan[1], self._classes[row], self._lattice, self._stages[0], chances)
        return chances


@dataclass(frozen=True, eq=False)
class Players:
    """The players of a match: for points, or to win."""

    game: Kribbeln
    rivalry: Rivalry
    _dodged: Memory[tuple[list[Shares] | None]] = field(default_factory=lambda: Memory(DODGES))

    @cached_property
    def compiled_turns(self) -> CompiledTurns:
        return CompiledTurns(self.rivalry.book.turns)

    @cached_property
    def _judge(self) -> KribbelnJudge:
        return KribbelnJudge(self.rivalry.book, start=self.compiled_turns.start)

    def points(self, state: State, seat: int) -> Chances:
        """The expected rank points after each ending of a turn."""
        return np.array(self._judge.ends(self.game, state, seat))

    def win(self, state: State, seat: int) -> Chances:
        """The chance to win after each ending of a turn."""
        ends = self.rivalry.ends(state.sheets, state.row, seat, self.dodged(state, seat))
        return np.array([chances[seat] for chances in ends])

    def dodged(self, state: State, seat: int) -> list[Shares] | None:
        """The chances of all seats after a dodge with each sum; None if one may not dodge."""
        sheets, row = state.sheets, state.row
        key = sheets, row, seat
        return self._dodged.get(key, lambda: (self.rivalry.dodged(sheets, row, seat, self.compiled_turns.played),))[0]

    def judged(self, state: State, seat: int, ends: Chances) -> Chances:
        """The chances of all seats after each ending of a turn that is played for these worths: classes x seats."""
        struck, *written = self.rivalry.written(state.sheets, state.row, seat)
        if ROWS[state.row].task is None:
            return np.array(written)
        unmet, dodged = np.array([struck] * SUMS), self.dodged(state, seat)
        if dodged is not None:
            unmet = np.where(dodging(ends)[:, None], dodged, unmet)
        return np.concatenate([unmet, written])

    def play(
        self,
        ends_by_seat: Sequence[Ends],
        seed: int,
        number: int,
        lucky: Sequence[int] = (),
        watch: Watch | None = None,
    ) -> tuple[State, Floats]:
        """Play a game: the table at its end, and the luck of throws for each of these seats, in chances to win.

        Luck is the chance after a turn minus its expectation before the turn, whoever throws.
        """
        game, state, tries, throws = self.game, self.game.start(), 0, 0
        luck = np.zeros(game.seats)
        while not isinstance(pending := game.pending(state), Over):
            assert isinstance(pending, Throw)
            if state.roll_off:
                fallen = words(seed, STREAMS * TRIES * (len(ROWS) + throws), number, 1)
                throws += 1
                state = game.land(state, (1 + int(fallen[0, 0] % 6),))
                continue
            if watch:
                watch(state, luck)
            row, seat = state.row, state.seat
            fallen = words(seed, STREAMS * (TRIES * row + tries) + seat, number, 1)[0, :THROWS]
            faces = 1 + (fallen[:, None] // 6 ** np.arange(len(DICE), dtype=np.uint64) % 6).astype(np.int64)
            ends = ends_by_seat[seat](state, seat)
            judged = self.judged(state, seat, ends) if lucky else None
            end = self.compiled_turns.play(row, ends, faces)
            if judged is not None:
                for at in lucky:
                    luck[at] += judged[end, at] - self.compiled_turns.expect(row, judged[:, at])
            move, total = self._move(state, seat, end, ends)
            tries = tries + 1 if move == DODGE else 0
            # From here on only the sum of the dice matters.
            lying = Tray(_summing(total), THROWS)
            state = game.play(replace(state, tray=lying), seat, move)
        return state, luck

    def _move(self, state: State, seat: int, end: int, ends: Chances) -> tuple[Any, int]:
        """The move that ends a turn, and the sum of the dice."""
        total, met = end % SUMS + LOWEST, end >= SUMS
        sheet = state.sheets[seat]
        if ROWS[state.row].task is None:
            _, highest = self.rivalry.book.situation(sheet, state.row)
            return (WRITE if self.rivalry.book.turns.rises(end + 1, highest) else STRIKE), total
        if met:
            return WRITE, total
        return (DODGE if dodging(ends)[end] else STRIKE), total


def dodging(ends: Chances) -> NDArray[np.bool_]:
    """The sums with which one dodges; other sums are worth what an X is."""
    return np.asarray(ends[:SUMS] > ends[:SUMS].min() + 1e-9)


@lru_cache(maxsize=64)
def _summing(total: int) -> tuple[int, ...]:
    """Any six dice with this sum."""
    each, more = divmod(total, len(DICE))
    return tuple(each + (at < more) for at in range(len(DICE)))


def shares(game: Kribbeln, state: State) -> Floats:
    """The share of the win of each seat, ties shared."""
    over = game.pending(state)
    assert isinstance(over, Over)
    won = np.array(over.places) == 1
    return np.asarray(won / won.sum())


def match(
    game: Kribbeln,
    games: int,
    seed: int = 0,
    earlier: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match; `earlier` are chunks that were played before, and each new one is passed to `note`."""
    players: list[Players] = []

    def gains(numbers: range) -> Floats:
        if not players:
            players.append(best_players(game))
        usual, other = players[0].points, players[0].win
        return np.array([gains_of(players[0], usual, other, seed, number) for number in numbers])

    return play_match(game, MatchSettings(games, seed, CHUNK), gains, earlier, note, progress)


def best_players(game: Kribbeln) -> Players:
    """Players as good as the best bot."""
    if game.arrangement or game.begins != FIRST:
        raise BadSetup("a match has our dice, and the first seat begins")
    return Players(game, rivalry_of(best_ranks(game)))


def gains_of(players: Players, usual: Ends, other: Ends, seed: int, number: int) -> list[float]:
    """The gain in each seat of one who plays differently from the others, without the luck of throws."""
    game, seats = players.game, range(players.game.seats)
    end, luck = players.play([usual] * len(seats), seed, number, seats)
    before = shares(game, end) - luck
    gains = []
    for seat in seats:
        ends_by_seat = [other if at == seat else usual for at in seats]
        end, luck = players.play(ends_by_seat, seed, number, (seat,))
        gains.append(float(shares(game, end)[seat] - luck[seat] - before[seat]))
    return gains
