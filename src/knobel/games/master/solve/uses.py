"""The boards that may follow a board of Master with each roll, in plain Python.

Most rolls differ only in what an action ignores: the action is computed once for all rolls that are the same to it.
"""

from functools import cache, lru_cache

from knobel.core.dice import Faces
from knobel.games.master.rules.actions import Action, Coins, RowCoins, Rows, act, allowed_actions
from knobel.games.master.rules.board import TASKS, Board
from knobel.games.master.rules.game import Master
from knobel.solve.kernel.lattice import lattice

REMEMBERED = 256
"""How many boards are cached."""


@lru_cache(maxsize=REMEMBERED)
def uses(board: Board) -> tuple[list[Board], list[tuple[int, ...]]]:
    """All boards that may follow a board without the race, and which of them each roll may lead to.

    A roll that cannot be used leaves the board unchanged.
    """
    deeds, rolls = _distinct_actions()
    after = [act(board, action, faces) for action, faces in deeds]
    boards = list(dict.fromkeys([*filter(None, after), board]))
    numbers = {result: at for at, result in enumerate(boards)}
    leads_to = [None if result is None else numbers[result] for result in after]
    nothing = (numbers[board],)
    of_rolls = [
        tuple(dict.fromkeys([at for deed in deeds_of_roll if (at := leads_to[deed]) is not None])) or nothing
        for deeds_of_roll in rolls
    ]
    return boards, of_rolls


@cache
def _distinct_actions() -> tuple[list[tuple[Action, Faces]], list[tuple[int, ...]]]:
    """All distinct actions with dice, each with a roll that makes it, and the numbers of those of each roll."""
    numbers: dict[tuple[Action, Faces], int] = {}
    deeds: list[tuple[Action, Faces]] = []
    rolls = []
    for faces in lattice(Master.pool).falls:
        numbers_of_roll = []
        for action in allowed_actions(tuple(sorted(faces))):
            deed = action, _part_that_counts(action, faces)
            if deed not in numbers:
                numbers[deed] = len(deeds)
                deeds.append((action, faces))
            numbers_of_roll.append(numbers[deed])
        rolls.append(tuple(numbers_of_roll))
    return deeds, rolls


def _part_that_counts(action: Action, faces: Faces) -> Faces:
    """The part of the dice that an action depends on: how many show its numbers, or which tasks they meet."""
    match action:
        case Rows(numbers):
            return tuple(faces.count(number) for number in numbers)
        case RowCoins(number, _):
            return (faces.count(number),)
        case Coins("task"):
            return tuple(int(task.meets(faces)) for task in TASKS)
    return ()
