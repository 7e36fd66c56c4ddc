"""One who plays Kribbeln to win among others who play for points, with the same dice.

Dice belong to seats, rows, tries and numbers of games, die by die, so that all tables with a number have the same. What
is won is counted without the luck of throws that a judge knows of: that is nothing on average, and moves results
much more than who plays how.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from knobel.core.errors import BadSetup
from knobel.core.game import Over, Throw
from knobel.games.holding.starting import FIRST
from knobel.games.holding.tray import Tray
from knobel.games.kribbeln.judge import KribbelnJudge
from knobel.games.kribbeln.rules.game import DODGE, STRIKE, THROWS, WRITE, Kribbeln, State
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.rules.tasks import DICE
from knobel.games.kribbeln.solve.book import best_kribbeln
from knobel.games.kribbeln.solve.opponents import LOWEST, Chances
from knobel.games.kribbeln.solve.rivalry import Rivalry, rivalry_of
from knobel.games.kribbeln.solve.rolls import SUMS, dice
from knobel.games.kribbeln.solve.turns import Ints, Turns, kinds
from knobel.solve.kernel.cup import words
from knobel.solve.kernel.jit import COMPILED
from knobel.solve.match import Asked, Floats, MatchResult, Note, ignored, play_match
from knobel.solve.run import Progress

CHUNK = 50
"""So many games are worked out and noted together."""
TRIES = 4
"""More than a row may have."""
STREAMS = 8
"""Dice are counted by row, try and seat; there are no more seats."""

Ends = Callable[[State, int], Chances]
"""Called with a table and the seat on turn: what each end of the turn is worth to it, by class of roll."""


class Floor:
    """Turns on a table, compiled."""

    def __init__(self, turns: Turns) -> None:
        from knobel.games.kribbeln.solve import match_compiled as fast

        self._fast = fast
        self._rooms = [np.zeros((THROWS, fast.HOLDINGS), np.float32) for _ in range(2)]
        lattice = dice(turns.tasks[0])
        self._lattice = lattice.rolls, tuple(walk.bases for walk in lattice.walks)
        self._classes, self._class_of = [], []
        for row in range(len(ROWS)):
            # In a Kribbel row colours do not matter, but dice may lie like this all the same.
            task = turns.task(row)
            classes = kinds(task) if task else kinds(turns.tasks[0]) % SUMS
            every = np.zeros(fast.HOLDINGS, np.int64)
            every[lattice.rolls] = classes
            self._classes.append(classes)
            self._class_of.append(every)

    def start(self, row: int, ends: Sequence[float] | Chances) -> float:
        """What a turn is worth before its first throw, from what its ends are."""
        return float(self._open(row, ends, 0)[0][-1, 0])

    def _open(self, row: int, ends: Sequence[float] | Chances, room: int) -> tuple[Any, Any]:
        """A turn laid open in one of the rooms, and its ends."""
        found = self._rooms[room], np.asarray(ends, np.float32)
        self._fast.lay_open(found[1], self._classes[row], self._lattice, found[0])
        return found

    def played(self, row: int, ends: Chances, seat: int) -> Chances:
        """What a turn is worth to whoever plays it; nobody asks for the others."""
        found = np.zeros(ends.shape[1])
        found[seat] = self.start(row, ends[:, seat])
        return found

    def play(self, row: int, ends: Chances, judged: Chances | None, faces: Ints) -> tuple[int, float]:
        """The class of the roll with which a turn ends that is played as well as can be, and its luck.

        `judged` is what the ends are worth to a judge of luck; None if that is what is played for.
        """
        turn = self._open(row, ends, 0)
        values = turn if judged is None else self._open(row, judged, 1)
        end, luck = self._fast.play(turn, values, self._class_of[row], faces)
        return int(end), float(luck)


@dataclass(frozen=True, eq=False)
class Players:
    """Who plays: for points, or to win."""

    game: Kribbeln
    rivalry: Rivalry

    @cached_property
    def floor(self) -> Floor:
        return Floor(self.rivalry.book.turns)

    @cached_property
    def _judge(self) -> KribbelnJudge:
        return KribbelnJudge(self.rivalry.book.ranks, start=self.floor.start)

    def points(self, state: State, seat: int) -> Chances:
        """The rank points to expect after each end of a turn."""
        return np.array(self._judge.ends(self.game, state, seat))

    def win(self, state: State, seat: int) -> Chances:
        """The chance to win after each end of a turn."""
        dodged = self.rivalry.dodged(state.sheets, state.row, seat, self.floor.played)
        return self.rivalry.ends(state.sheets, state.row, seat, dodged)[:, seat]

    def roughly(self, state: State, seat: int) -> Chances:
        """The chance to win after each end of a turn, if nobody dodged."""
        return self.rivalry.ends(state.sheets, state.row, seat, None)[:, seat]

    def play(
        self,
        who: Sequence[Ends],
        seed: int,
        number: int,
        lucky: Sequence[int] = (),
        watch: Callable[[State], None] | None = None,
    ) -> tuple[State, Floats]:
        """The table at the end of a game, and the luck that each of these seats had, in chances to win.

        Each turn is told to `watch` before its first throw.
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
                watch(state)
            row, seat = state.row, state.seat
            fallen = words(seed, STREAMS * (TRIES * row + tries) + seat, number, 1)[0, :THROWS]
            faces = 1 + (fallen[:, None] // 6 ** np.arange(len(DICE), dtype=np.uint64) % 6).astype(np.int64)
            ends = who[seat](state, seat)
            judged = self.roughly(state, seat) if seat in lucky and who[seat] != self.win else None
            end, more = self.floor.play(row, ends, judged, faces)
            luck[seat] += more * (seat in lucky)
            move, total = self._move(state, seat, end, ends)
            tries = tries + 1 if move == DODGE else 0
            # How the dice lie makes no difference any more, only what they sum up to.
            lying = Tray(_summing(total), THROWS)
            state = game.play(replace(state, tray=lying), seat, move)
        return state, luck

    def _move(self, state: State, seat: int, end: int, ends: Chances) -> tuple[Any, int]:
        """What a turn ends with, and the sum of the dice."""
        total, met = end % SUMS + LOWEST, end >= SUMS
        sheet = state.sheets[seat]
        if ROWS[state.row].task is None:
            _, highest = self.rivalry.book.situation(sheet, state.row)
            return (WRITE if self.rivalry.book.turns.rises[end, highest] else STRIKE), total
        if met:
            return WRITE, total
        # Sums with which one may not dodge, and those with which one does not want to, are worth what an X is.
        return (DODGE if ends[end] > ends[:SUMS].min() + 1e-9 else STRIKE), total


@lru_cache(maxsize=64)
def _summing(total: int) -> tuple[int, ...]:
    """Six dice with this sum."""
    each, more = divmod(total, len(DICE))
    return tuple(each + (at < more) for at in range(len(DICE)))


def shares(game: Kribbeln, state: State) -> Floats:
    """What each seat won, ties shared."""
    over = game.pending(state)
    assert isinstance(over, Over)
    won = np.array(over.places) == 1
    return np.asarray(won / won.sum())


def match(
    game: Kribbeln,
    games: int,
    seed: int = 0,
    known: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play so many games; `known` are chunks that were played before, and each new one is told to `note`."""
    if not COMPILED:
        raise BadSetup("so many games need compiled code: pip install 'knobel[fast]'")
    if game.arrangement or game.begins != FIRST:
        raise BadSetup("a match has our dice, and the first seat begins")
    made: list[Players] = []

    def gains(numbers: range) -> Floats:
        if not made:
            made.append(Players(game, rivalry_of(best_kribbeln(game))))
        return np.array([_gains(made[0], seed, number) for number in numbers])

    return play_match(game, Asked(games, seed, CHUNK), gains, known, note, progress)


def _gains(players: Players, seed: int, number: int) -> list[float]:
    """What playing to win gains in each seat, without the luck of throws."""
    game, seats = players.game, range(players.game.seats)
    end, _ = players.play([players.points] * len(seats), seed, number)
    usual = shares(game, end)
    found = []
    for seat in seats:
        who = [players.win if at == seat else players.points for at in seats]
        # Between two, what is luck for one is bad luck for the other. Among more, only one's own is judged.
        lucky = (0, 1) if len(seats) == 2 else (seat,)
        end, luck = players.play(who, seed, number, lucky)
        fortune = luck[seat] - (luck[1 - seat] if len(seats) == 2 else 0.0)
        found.append(float(shares(game, end)[seat] - fortune - usual[seat]))
    return found
