"""The boards that may follow a board of Master with each roll, in plain Python.

Most rolls differ only in what an action ignores: the action is computed once for all rolls that are the same to it.
"""

from functools import cache, lru_cache

from knobel.core.dice import Faces
from knobel.games.master.rules.actions import Action, Coins, RowCoins, Rows, act, suiting
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
    deeds, rolls = _deeds()
    after = [act(board, action, faces) for action, faces in deeds]
    numbers = {one: at for at, one in enumerate(dict.fromkeys([*filter(None, after), board]))}
    led = [None if one is None else numbers[one] for one in after]
    nothing = (numbers[board],)
    found = [tuple(dict.fromkeys([at for deed in some if (at := led[deed]) is not None])) or nothing for some in rolls]
    return list(numbers), found


@cache
def _deeds() -> tuple[list[tuple[Action, Faces]], list[tuple[int, ...]]]:
    """All distinct actions with dice, each with a roll that makes it, and the numbers of those of each roll."""
    numbers: dict[tuple[Action, Faces], int] = {}
    deeds: list[tuple[Action, Faces]] = []
    rolls = []
    for faces in lattice(Master.pool).falls:
        some = []
        for action in suiting(tuple(sorted(faces))):
            deed = action, _looked_at(action, faces)
            if deed not in numbers:
                numbers[deed] = len(deeds)
                deeds.append((action, faces))
            some.append(numbers[deed])
        rolls.append(tuple(some))
    return deeds, rolls


def _looked_at(action: Action, faces: Faces) -> Faces:
    """The part of the dice that an action depends on: how many show its numbers, or which tasks they meet."""
    match action:
        case Rows(numbers):
            return tuple(faces.count(number) for number in numbers)
        case RowCoins(number, _):
            return (faces.count(number),)
        case Coins("task"):
            return tuple(int(task.meets(faces)) for task in TASKS)
    return ()
