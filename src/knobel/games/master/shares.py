"""What a turn of Master may become: the tasks, rows and coins it ends with, and the coins of the race."""

from functools import lru_cache
from typing import Any, NamedTuple

from knobel.coach.terms import Share, Shares, collected
from knobel.coach.why import Decision
from knobel.games.holding.tray import Keep, fresh
from knobel.games.master.judge import MasterJudge
from knobel.games.master.rules.board import TASKS, Board, race
from knobel.games.master.rules.game import DICE, THROWS, Pass, State, turns_taken, with_tray
from knobel.games.master.scene import own_text
from knobel.games.master.solve.uses import uses
from knobel.scene import label
from knobel.scene.text import Text
from knobel.solve.kernel.uses import Kinds

COINS, NOTHING, RACE = "coins", "nothing", "race"


REMEMBERED = 16
"""How many moves have what they may become cached."""


class End(NamedTuple):
    """A board that a turn may end with, and what that is worth."""

    board: Board
    worth: float
    """The value after it, without the coins of the race."""
    race: float
    """The worth of the coins of the race."""


@lru_cache(maxsize=REMEMBERED)
def shares(decision: Decision, move: Any) -> Shares:
    """What a move may become, if the turn goes on optimally; cached, since several sentences are about it."""
    before = decision.state.boards[decision.seat]
    if not isinstance(move, Keep):
        after = before if isinstance(move, Pass) else decision.game.results(decision.state, decision.seat)[move]
        return collected(_named(decision, End(after, decision.ratings[move], 0.0), 1.0))
    judge: Any = decision.judge
    tray = decision.state.tray
    turn = judge.turn(decision.game, decision.state, decision.seat)
    kinds, ends = _ends(judge, decision.game, _resting(decision.state), decision.seat)
    levels = turn.chances([(kinds, len(ends))] * (THROWS - tray.throws), tray.throws, tray.held(move.holds))
    parts = (
        part
        for chances in levels
        for end, chance in zip(ends, chances, strict=True)
        if chance
        for part in _named(decision, end, chance)
    )
    return collected(parts)


def nothing(decision: Decision) -> float:
    """The value of a turn that leaves the board as it is."""
    board = decision.state.boards[decision.seat]
    return _worths(decision.judge, decision.game, _resting(decision.state), decision.seat, (board,))[0]


def thing(before: Board, after: Board) -> str:
    """The key of what a turn mainly does: a task, a row, coins or nothing."""
    for task, was, done in zip(TASKS, before.tasks, after.tasks, strict=True):
        if done and not was:
            return task.key
    moved = [number for number, (was, to) in enumerate(zip(before.rows, after.rows, strict=True), 1) if to != was]
    if moved:
        return "_".join(["row", *map(str, moved)])
    return COINS if after.coins != before.coins else NOTHING


def _named(decision: Decision, end: End, chance: float) -> list[tuple[str, Share]]:
    """The shares of an end with this chance."""
    key = thing(decision.state.boards[decision.seat], end.board)
    shares = [(key, Share(_name(decision, key), chance, chance * end.worth))]
    if end.race:
        shares.append((RACE, Share(own_text("why.race.name"), chance, chance * end.race, effect=True)))
    return shares


def _name(decision: Decision, key: str) -> Text:
    if key in {COINS, NOTHING}:
        return own_text(f"why.{key}.name")
    if key.count("_") == 2 and key.startswith("row_"):
        _, one, other = key.split("_")
        return own_text("why.rows.name", one=one, other=other)
    return label(decision.game, key)


def _resting(state: State) -> State:
    """The table without the dice of the turn, by which ends of turns are cached."""
    return with_tray(state, fresh(DICE))


@lru_cache(maxsize=16)
def _ends(judge: Any, game: Any, state: State, seat: int) -> tuple[Kinds, tuple[End, ...]]:
    """The best end of each roll of a turn, by number, and all ends."""
    own, rivals = state.boards[seat], (*state.boards[:seat], *state.boards[seat + 1 :])
    boards, rolls = uses(own)
    # Alone, and where a judge ignores the others, there is no race.
    raced = boards if isinstance(judge, MasterJudge) else [race(own, board, rivals) for board in boards]
    different = tuple(dict.fromkeys([*boards, *raced]))
    worths = dict(zip(different, _worths(judge, game, state, seat, different), strict=True))
    # What a roll is worth is what the judge says of it: compact values of a board may differ by how it is looked up.
    ending = judge.turn(game, state, seat).ending
    numbers: dict[End, int] = {}
    labels = []
    for roll, reached in enumerate(rolls):
        at = max(reached, key=lambda at: worths[raced[at]])
        gained = worths[raced[at]] - worths[boards[at]]
        end = End(raced[at], float(ending[roll]) - gained, gained)
        labels.append(numbers.setdefault(end, len(numbers)))
    return Kinds(labels), tuple(numbers)


def _worths(judge: Any, game: Any, state: State, seat: int, boards: tuple[Board, ...]) -> list[float]:
    """The value of a turn that ends with each of these boards."""
    if isinstance(judge, MasterJudge):
        before = turns_taken(state, seat)
        return [-(before + 1 + judge.to_come(board)) for board in boards]
    return [chances[seat] for chances in judge.judged(game, state, boards)]
