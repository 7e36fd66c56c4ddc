"""Reasons for moves in Master: the effects of an action on the board, and the tasks that dice are held for."""

from functools import partial
from typing import Any

from knobel.coach.aims import Aim, Aims, compared, hoped, likely
from knobel.coach.choices import listed, scene_of
from knobel.coach.why import Case
from knobel.core.dice import Faces
from knobel.games.holding.tray import Keep
from knobel.games.master.rules.board import NUMBERS, TASKS, may_use
from knobel.games.master.rules.game import THROWS
from knobel.games.master.scene import own_text
from knobel.scene import label
from knobel.scene.text import Text
from knobel.solve.kernel.turn import Wish, chances

ROW = 3
"""How many dice of a number are a good move in its row."""


def prospects(case: Case, move: Any) -> tuple[Text, ...]:
    """The effects of an action, or what the held dice may become, each played for alone."""
    if not isinstance(move, Keep):
        return _effects(case, move, "why.gets")
    aims = _aims(case, move)
    found = likely(aims)
    return (*hoped(aims, held=bool(move.positions)), own_text("why.played_for", aims=found)) if found else ()


def reasons(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    match chosen, best:
        case Keep(), Keep():
            return compared(_aims(case, chosen), _aims(case, best))
    better = prospects(case, best) if isinstance(best, Keep) else _effects(case, best, "why.brings")
    return (*_effects(case, chosen, "why.you_get"), *better)


def _effects(case: Case, move: Any, key: str) -> tuple[Text, ...]:
    """The effects of an action on the board; none for other moves."""
    choices = [choice for choice in scene_of(case.game, case.state).choices if choice.move == str(move)]
    effects = [effect for choice in choices for effect in choice.effects]
    return (own_text(key, what=listed(effects)),) if effects else ()


def _aims(case: Case, move: Keep) -> Aims:
    """The open tasks, and three dice for each row that may move."""
    board, tray = case.state.boards[case.seat], case.state.tray
    wishes: dict[str, tuple[Text, Wish, float]] = {
        task.key: (label(case.game, task.key), task.meets, float(task.stars))
        for task, done in zip(TASKS, board.tasks, strict=True)
        if not done
    }
    wishes |= {
        f"row_{number}": (own_text("why.row_dice", number=number), _ROWS[number], 1.0)
        for number in NUMBERS
        if may_use(board, number)
    }
    held = tray.keep(move.positions).dice
    found = chances(case.game.pool, [wish for _, wish, _ in wishes.values()], held, THROWS - tray.throws)
    return {
        key: Aim(words, chance, weight) for (key, (words, _, weight)), chance in zip(wishes.items(), found, strict=True)
    }


def _moves(number: int, faces: Faces) -> bool:
    return faces.count(number) >= ROW


_ROWS = {number: partial(_moves, number) for number in NUMBERS}
