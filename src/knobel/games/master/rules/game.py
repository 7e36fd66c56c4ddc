"""Master for a number of seats: turns, actions, the race and the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from knobel.core.dice import D6, Faces
from knobel.core.game import Over, Pending, decides, rank, throws
from knobel.games.holding.roll import read_roll
from knobel.games.holding.starting import FIRST, Begins, Starting, answers, begins_option, opening
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


Move = Keep | Action | Pass | Begins


@dataclass(frozen=True, slots=True)
class State:
    """All boards, the seat on turn, the round, and the dice of the turn."""

    boards: tuple[Board, ...]
    seat: int
    round: int
    tray: Tray
    first: int = 0
    """The seat that begins a round."""
    again: int = 0
    """The extra round that everybody plays because the last seat reached the goal; 0 if there is none."""
    starting: Starting | None = None
    """How it is decided who begins, until that is known."""


def with_tray(state: State, tray: Tray) -> State:
    """The state with another tray; `replace` would take a tenth of the time of a random game."""
    return State(state.boards, state.seat, state.round, tray, state.first, state.again)


@dataclass(frozen=True)
class Master:
    """Master for 2 to 4 seats, or for one as training, without a race."""

    seats: int
    once_more: bool = False
    """Whether everybody plays an extra round if the last seat of a round is the first to reach the goal."""
    steps: tuple[tuple[str, int], ...] = ()
    """Coin steps that differ from the default, by their option."""
    begins: str = FIRST
    key = "master"
    pool = (D6,) * DICE

    @property
    def options(self) -> Mapping[str, str]:
        # Defaults are left out: records from before there was a choice stay the same.
        last = {"last_round": "again"} if self.once_more else {}
        return {**last, **{name: str(steps) for name, steps in self.steps}, **begins_option(self.begins)}

    @property
    def usual(self) -> bool:
        """Whether boards are worth what they are by the default coin steps."""
        return not self.steps

    @cached_property
    def coins(self) -> Mapping[str, int]:
        """The coin steps of each option."""
        return {**COINS, **dict(self.steps)}

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*keeps(DICE), *ACTIONS, Pass(), *answers(self.begins, self.seats))

    def start(self) -> State:
        return State((Board(),) * self.seats, 0, 1, fresh(DICE), starting=opening(self.begins, self.seats))

    def pending(self, state: State) -> Pending:
        if state.starting:
            return state.starting.pending
        cup = state.tray.cup
        if not cup:
            return decides(state.seat)
        if state.seat == state.first and state.round > state.again and max(self.scores(state)) >= GOAL:
            return Over(rank(self.scores(state)))
        return throws(state.seat, cup)

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        if state.starting:
            return state.starting.moves if seat == 0 else ()
        if seat != state.seat or None in state.tray.dice:
            return ()
        ending: list[Move] = [action for action, _ in actions(state.boards[seat], state.tray.faces, self.coins)]
        held = keeps(DICE) if state.tray.throws < THROWS else ()
        return [*held, *(ending or [Pass()])]

    def land(self, state: State, faces: Faces) -> State:
        if state.starting:
            starting = state.starting.land(faces[0])
            return self._begun(starting) if isinstance(starting, int) else replace(state, starting=starting)
        return with_tray(state, state.tray.land(faces))

    def _begun(self, first: int) -> State:
        """The start of the game with this seat beginning."""
        return State((Board(),) * self.seats, first, 1, fresh(DICE), first)

    def play(self, state: State, seat: int, move: Move) -> State:
        boards = state.boards
        match move:
            case Begins(first):
                return self._begun(first)
            case Keep(positions):
                return with_tray(state, state.tray.keep(positions))
            case Pass():
                pass
            case _:
                boards = (*boards[:seat], self.results(state, seat)[move], *boards[seat + 1 :])
        following = (seat + 1) % self.seats
        begun = state.round + (following == state.first)
        after = State(boards, following, begun, fresh(DICE), state.first, state.again)
        return replace(after, again=after.round) if self._once_more(state, after) else after

    def _once_more(self, before: State, after: State) -> bool:
        """Whether the last seat of the round is the first to have reached the goal, just now."""
        ends = self.once_more and self.seats > 1 and after.seat == after.first and not after.again
        return ends and max(self.scores(before)) < GOAL <= max(self.scores(after))

    def results(self, state: State, seat: int) -> dict[Action, Board]:
        """This seat's board after each action possible now, the race included."""
        before = state.boards[seat]
        rivals = (*state.boards[:seat], *state.boards[seat + 1 :])
        return {
            action: race(before, after, rivals) if rivals else after
            for action, after in actions(before, state.tray.faces, self.coins)
        }

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple([stars(board) for board in state.boards])


def appraise(game: Master, texts: Sequence[str]) -> dict[str, int]:
    """The worth of a roll on a blank board: stars of tasks, steps of rows, steps of coin options."""
    faces = read_roll(game, texts)
    tasks = {task.key: task.stars if task.meets(faces) else 0 for task in TASKS}
    rows = {f"row_{number}": count if (count := faces.count(number)) >= 2 else 0 for number in NUMBERS}
    coins = {f"coins_{key}": game.coins[key] if allowed else 0 for key, allowed in coin_options(faces).items()}
    return {**tasks, **rows, **coins}


def build(*, seats: int, last_round: str, begins: str, **coins: str) -> Master:
    """Build Master for `seats` seats, with readings of the rules and coin steps."""
    steps = tuple((name, int(steps)) for name, steps in coins.items() if int(steps) != COINS[name])
    return Master(seats, last_round == "again", steps, begins)


def turns_taken(state: State, seat: int) -> int:
    """How many turns this seat has finished; for one seat, few are better."""
    seats = len(state.boards)
    return state.round - 1 + ((seat - state.first) % seats < (state.seat - state.first) % seats)
