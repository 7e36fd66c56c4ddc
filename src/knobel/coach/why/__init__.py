"""Why: what a choice is for, and why another is better, in words. One module for each kind of game."""

from types import ModuleType
from typing import Any

from knobel.bots.judges.duel import DuelJudge
from knobel.bots.judges.kribbeln import KribbelnJudge
from knobel.bots.judges.scorecard import ScorecardJudge
from knobel.coach.why import kribbeln, krisskross, master, scorecard
from knobel.coach.why.case import Case
from knobel.games.krisskross import KrissKross
from knobel.games.master.game import Master
from knobel.scene.text import Text, text


def _module(case: Case) -> ModuleType | None:
    """The module that explains a case; None if there is no insight into its judge."""
    match case.judge, case.game:
        case ScorecardJudge() | DuelJudge(), _:
            return scorecard
        case KribbelnJudge(), _:
            return kribbeln
        case _, Master():
            return master
        case _, KrissKross():
            return krisskross
    return None


def prospects(case: Case, move: Any) -> tuple[Text, ...]:
    """What a move is for, and how likely it gets there."""
    module = _module(case)
    found: tuple[Text, ...] = module.prospects(case, move) if module else ()
    return found


def reasons(case: Case, chosen: Any, best: Any) -> tuple[Text, ...]:
    """Why the best move is better than the chosen one."""
    module = _module(case)
    found: tuple[Text, ...] = module.reasons(case, chosen, best) if module else ()
    return found or (text("coach.why.worth_more"),)
