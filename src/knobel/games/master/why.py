"""Reasons for moves in Master: the effects of an action on the board, and the tasks that dice are held for."""

from functools import partial
from typing import Any

from knobel.coach.aims import Aim, Aims, compared, hoped, likely
from knobel.coach.choices import listed, scene_of
from knobel.coach.why import Decision
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


def prospects(decision: Decision, move: Any) -> tuple[Text, ...]:
    """The effects of an action, or what the held dice may become, each played for alone."""
    if not isinstance(move, Keep):
        return _effects(decision, move, "why.gets")
    aims = _aims(decision, move)
    tasks = likely(aims)
    return (*hoped(aims, held=bool(move.holds)), own_text("why.played_for", aims=tasks)) if tasks else ()


def reasons(decision: Decision, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    match chosen, best:
        case Keep(), Keep():
            return compared(_aims(decision, chosen), _aims(decision, best))
    better = prospects(decision, best) if isinstance(best, Keep) else _effects(decision, best, "why.brings")
    return (*_effects(decision, chosen, "why.you_get"), *better)


def _effects(decision: Decision, move: Any, key: str) -> tuple[Text, ...]:
    """The effects of an action on the board; none for other moves."""
    choices = [choice for choice in scene_of(decision.game, decision.state).choices if choice.move == str(move)]
    effects = [effect for choice in choices for effect in choice.effects]
    return (own_text(key, what=listed(effects)),) if effects else ()


def _aims(decision: Decision, move: Keep) -> Aims:
    """The open tasks, and three dice for each row that may move."""
    board, tray = decision.state.boards[decision.seat], decision.state.tray
    wishes: dict[str, tuple[Text, Wish, float]] = {
        task.key: (label(decision.game, task.key), task.meets, float(task.stars))
        for task, done in zip(TASKS, board.tasks, strict=True)
        if not done
    }
    wishes |= {
        f"row_{number}": (own_text("why.row_dice", number=number), _ROWS[number], 1.0)
        for number in NUMBERS
        if may_use(board, number)
    }
    held = tray.keep(move.holds).dice
    odds = chances(decision.game.pool, [wish for _, wish, _ in wishes.values()], held, THROWS - tray.throws)
    return {
        key: Aim(words, chance, weight) for (key, (words, _, weight)), chance in zip(wishes.items(), odds, strict=True)
    }


def _moves(number: int, faces: Faces) -> bool:
    return faces.count(number) >= ROW


_ROWS = {number: partial(_moves, number) for number in NUMBERS}
