"""Master for a number of seats: turns, actions, the race and the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from knobel.core.dice import D6, Faces
from knobel.core.errors import BadDice
from knobel.core.game import Decide, Over, Pending, Throw, rank
from knobel.games.holding.tray import Keep, Tray, fresh, keeps
from knobel.games.master.rules.actions import ACTIONS, Action, actions, coin_options
from knobel.games.master.rules.board import COINS, GOAL, NUMBERS, TASKS, Board, race, stars

THROWS = 3
DICE = 5


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, since no action is possible."""

    def __str__(self) -> str:
        return "pass"


Move = Keep | Action | Pass


@dataclass(frozen=True, slots=True)
class State:
    """Everybody's board, whose turn it is in which round, and the dice of that turn."""

    boards: tuple[Board, ...]
    seat: int
    round: int
    tray: Tray


@dataclass(frozen=True)
class Master:
    """Master for 2 to 4 seats, or alone as training: then there is no race."""

    seats: int
    key = "master"
    pool = (D6,) * DICE

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*keeps(DICE), *ACTIONS, Pass())

    def start(self) -> State:
        return State((Board(),) * self.seats, 0, 1, fresh(DICE))

    def pending(self, state: State) -> Pending:
        cup = state.tray.cup
        if not cup:
            return Decide((state.seat,))
        if state.seat == 0 and max(self.scores(state)) >= GOAL:
            return Over(rank(self.scores(state)))
        return Throw(state.seat, cup)

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        if seat != state.seat or None in state.tray.dice:
            return ()
        ending: list[Move] = [action for action, _ in actions(state.boards[seat], state.tray.faces)]
        held = keeps(DICE) if state.tray.throws < THROWS else ()
        return [*held, *(ending or [Pass()])]

    def land(self, state: State, faces: Faces) -> State:
        return State(state.boards, state.seat, state.round, state.tray.land(faces))

    def play(self, state: State, seat: int, move: Move) -> State:
        boards = state.boards
        match move:
            case Keep(positions):
                return State(boards, seat, state.round, state.tray.keep(positions))
            case Pass():
                pass
            case _:
                boards = (*boards[:seat], self.results(state, seat)[move], *boards[seat + 1 :])
        following = (seat + 1) % self.seats
        return State(boards, following, state.round + (following == 0), fresh(DICE))

    def results(self, state: State, seat: int) -> dict[Action, Board]:
        """This seat's board after each action possible now, the race included."""
        before = state.boards[seat]
        rivals = (*state.boards[:seat], *state.boards[seat + 1 :])
        return {
            action: race(before, after, rivals) if rivals else after
            for action, after in actions(before, state.tray.faces)
        }

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([stars(board) for board in state.boards])


def appraise(game: Master, texts: Sequence[str]) -> dict[str, int]:
    """What a roll is worth on a blank board: stars of tasks, steps of rows, steps of coin options."""
    if len(texts) != DICE:
        raise BadDice(f"a roll of {game.key} has {DICE} dice, not {len(texts)}")
    faces = tuple(die.read(text) for die, text in zip(game.pool, texts, strict=True))
    tasks = {task.key: task.stars if task.meets(faces) else 0 for task in TASKS}
    rows = {f"row_{number}": count if (count := faces.count(number)) >= 2 else 0 for number in NUMBERS}
    coins = {f"coins_{key}": COINS[key] if allowed else 0 for key, allowed in coin_options(faces).items()}
    return {**tasks, **rows, **coins}


def build(*, seats: int) -> Master:
    """Master for so many seats."""
    return Master(seats)


def turns_taken(state: State, seat: int) -> int:
    """How many turns this seat has ended; alone, few are what counts."""
    return state.round - 1 + (seat < state.seat)
