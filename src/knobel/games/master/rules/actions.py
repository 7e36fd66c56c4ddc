"""The actions of Master: what ends a turn, when it is possible, and what it does to the board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from knobel.core.dice import Faces
from knobel.games.holding.roll import alike, pairs
from knobel.games.master.rules.board import COINS, NUMBERS, TASKS, Board, add_coins, fulfil, move_rows


@dataclass(frozen=True, slots=True)
class Fulfil:
    """Fulfil an open task."""

    task: str

    def __str__(self) -> str:
        return f"task {self.task}"


@dataclass(frozen=True, slots=True)
class Rows:
    """Move one or two number rows by all dice of their numbers."""

    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"rows {' '.join(map(str, self.numbers))}"


@dataclass(frozen=True, slots=True)
class Coins:
    """Use the dice in the coin row, as this option."""

    option: str

    def __str__(self) -> str:
        return f"coins {self.option}"


@dataclass(frozen=True, slots=True)
class RowCoins:
    """Move one number row, and use a group of another number in the coin row."""

    number: int
    option: str

    def __str__(self) -> str:
        return f"row {self.number} coins {self.option}"


Action = Fulfil | Rows | Coins | RowCoins

ACTIONS: tuple[Action, ...] = (
    *(Fulfil(task.key) for task in TASKS),
    *(Rows((number,)) for number in NUMBERS),
    *(Rows(numbers) for numbers in combinations(NUMBERS, 2)),
    *(Coins(option) for option in COINS),
    *(RowCoins(number, option) for number in NUMBERS for option in ("pair", "triple")),
)
_TASK_INDEX = {task.key: index for index, task in enumerate(TASKS)}


def coin_options(faces: Faces) -> dict[str, bool]:
    """Whether the dice allow each coin option except the repeated task; a larger group serves as a smaller one."""
    return {
        "pair": alike(faces, 2),
        "two_pairs": pairs(faces) >= 2,
        "triple": alike(faces, 3),
        "quad": alike(faces, 4),
    }


def _allowed(action: Action, faces: Faces) -> bool:
    """Whether the dice allow the action."""
    match action:
        case Fulfil(key):
            return TASKS[_TASK_INDEX[key]].meets(faces)
        case Rows(numbers):
            return all(faces.count(number) >= 2 for number in numbers)
        case Coins("task"):
            return any(task.meets(faces) for task in TASKS)
        case Coins(option):
            return coin_options(faces)[option]
        case RowCoins(number, option):
            needed = 3 if option == "triple" else 2
            other = any(faces.count(group) >= needed for group in NUMBERS if group != number)
            return other and faces.count(number) >= 2


@cache
def allowed_actions(ordered: Faces) -> tuple[Action, ...]:
    """The actions that these sorted dice allow."""
    return tuple(action for action in ACTIONS if _allowed(action, ordered))


def act(board: Board, action: Action, faces: Faces, coins: Mapping[str, int] = COINS) -> Board | None:
    """The board after an action that the dice allow, or None if the board does not."""
    match action:
        case Fulfil(key):
            index = _TASK_INDEX[key]
            return None if board.tasks[index] else fulfil(board, index)
        case Rows(numbers):
            return move_rows(board, numbers, faces)
        case Coins("task"):
            again = any(done and task.meets(faces) for task, done in zip(TASKS, board.tasks, strict=True))
            return add_coins(board, coins["task"]) if again else None
        case Coins(option):
            return add_coins(board, coins[option])
        case RowCoins(number, option):
            after = move_rows(board, (number,), faces)
            return after and add_coins(after, coins[option])


def actions(board: Board, faces: Faces, coins: Mapping[str, int] = COINS) -> Iterator[tuple[Action, Board]]:
    """Every action these dice allow on this board, with the board after it; without the race."""
    for action in allowed_actions(tuple(sorted(faces))):
        after = act(board, action, faces, coins)
        if after is not None:
            yield action, after
