"""What a turn of Kribbeln may become: a sum in the row, a dodge, or an X."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import Any

from knobel.coach.terms import Share, Shares, collected
from knobel.coach.why import Decision
from knobel.games.holding.tray import Keep
from knobel.games.kribbeln.judge import ArrangedJudge
from knobel.games.kribbeln.numbered import number_dice
from knobel.games.kribbeln.rules.game import THROWS, Dodge, Write
from knobel.games.kribbeln.rules.sheet import ROWS, highest_kribbel
from knobel.games.kribbeln.scene import own_text
from knobel.games.kribbeln.solve.opponents import LOWEST
from knobel.games.kribbeln.solve.rolls import SUMS, classes
from knobel.solve.kernel.uses import Kinds

REMEMBERED = 16
"""How many moves have what they may become cached."""

MADE, DODGED, STRUCK = "made", "dodged", "struck"

NOISE = 1e-9
"""Differences that are only due to rounding."""


@lru_cache(maxsize=REMEMBERED)
def shares(decision: Decision, move: Any) -> Shares:
    """What a move may become, if the turn goes on optimally; cached, since several sentences are about it."""
    decision, (move,) = numbered(decision, [move])
    return _of_keep(decision, move) if isinstance(move, Keep) else _of_ending(decision, move)


def nothing(decision: Decision) -> float:
    """The value of an X in the row."""
    decision, _ = numbered(decision, ())
    judge: Any = decision.judge
    ends = judge.endings(decision.game, decision.state, decision.seat)
    return float(min(worth for move, worth in ends.items() if not isinstance(move, Write | Dodge)))


def numbered(decision: Decision, moves: Sequence[Any]) -> tuple[Decision, tuple[Any, ...]]:
    """The decision and moves, converted to numbered dice."""
    if not isinstance(decision.judge, ArrangedJudge):
        return decision, tuple(moves)
    table = number_dice(decision.game, decision.state)
    judge = decision.judge.of(table.square)
    return Decision(judge, table.game, table.state, decision.seat), tuple(map(table.numbered_move, moves))


def worths_of_sums(decision: Decision) -> dict[int, float]:
    """The value after each sum that may be written in the row."""
    decision, _ = numbered(decision, ())
    _, ends = _ends(decision)
    return {int(share.gain or 0): worth for key, share, worth in ends if key == MADE}


def _of_ending(decision: Decision, move: Any) -> Shares:
    """A move that ends the throwing; a dodge is worth what its second try is worth."""
    key = MADE if isinstance(move, Write) else DODGED if isinstance(move, Dodge) else STRUCK
    total = float(sum(decision.state.tray.faces)) if key == MADE else None
    return collected([(key, _share(key, 1.0, decision.ratings[move], total))])


def _of_keep(decision: Decision, move: Keep) -> Shares:
    """Where the turn ends if these dice are held."""
    judge: Any = decision.judge
    tray = decision.state.tray
    turn = judge.turn(decision.game, decision.state, decision.seat)
    kinds, ends = _ends(decision)
    levels = turn.chances([(kinds, len(ends))] * (THROWS - tray.throws), tray.throws, tray.held(move.holds))
    return collected(
        (key, _share(key, chance, chance * worth, share.gain))
        for chances in levels
        for (key, share, worth), chance in zip(ends, chances, strict=True)
        if chance
    )


def _ends(decision: Decision) -> tuple[Kinds, list[tuple[str, Share, float]]]:
    """The class of each roll as the end of a turn in the row, and what each class is: its key, share and value."""
    judge: Any = decision.judge
    game, state, seat = decision.game, decision.state, decision.seat
    task = ROWS[state.row].task
    turn = judge.turn(game, state, seat)
    kinds = classes(None if task is None else game.tasks[task], judge.square)
    worths = {kind: float(turn.ending[roll]) for kind, roll in kinds.examples.items()}
    # Classes of rolls that meet the task come after all sums that do not.
    highest = LOWEST - 1 if game.beginner else max(LOWEST - 1, highest_kribbel(state.sheets[seat]))
    lowest = SUMS if task is not None else highest - LOWEST + 1
    # An X is worth the same with any dice: rolls without a sum that are worth more are for dodging.
    struck = min((worth for kind, worth in worths.items() if kind < lowest), default=inf)
    ends = []
    for kind in range(2 * SUMS if task is not None else SUMS):
        worth = worths.get(kind, struck)
        key = MADE if kind >= lowest else DODGED if worth > struck + NOISE else STRUCK
        total = float(kind % SUMS + LOWEST) if key == MADE else None
        ends.append((key, _share(key, 1.0, worth, total), worth))
    return kinds, ends


def _share(key: str, chance: float, total: float, gain: float | None) -> Share:
    return Share(own_text(f"why.{key}.name"), chance, total, gain)
