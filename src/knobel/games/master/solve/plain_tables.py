"""What tables of Master are worth to everybody, in plain Python: chances to win, as `contest` and `races` have them."""

from collections.abc import Sequence
from functools import lru_cache
from math import erfc, expm1, floor, prod, sqrt

from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.board import GOAL, RACE, ROW_LENGTH, TASKS, Board, add_coins, race, stars
from knobel.games.master.rules.game import THROWS, Master
from knobel.games.master.solve.best import Turns
from knobel.games.master.solve.pace import HASTE, LEAST, NODES, ROW_RATES, SPREAD, TASK_RATES, WORTH
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import lay_open
from knobel.solve.kernel.ways import Ends, Rolls

Table = tuple[Board, ...]
RARELY = 1e-12
ROOT = sqrt(2)


class PlainTables:
    """Who knows what boards are worth alone, and so against each other."""

    def __init__(self, book: Turns) -> None:
        self._book = book

    def opened(self, table: Table, seat: int, waiting: Sequence[bool], *, every: bool) -> tuple[Rolls, Ends]:
        """What each roll is worth to a seat in its best use, and what it brings to everybody then."""
        own, rivals = table[seat], (*table[:seat], *table[seat + 1 :])
        boards, rolls = _uses(own)
        tables = [(*table[:seat], race(own, board, rivals), *table[seat + 1 :]) for board in boards]
        brings = self.chances(tables, waiting, every=every)
        labels = [max(some, key=lambda at: brings[at][seat]) for some in rolls]
        return [brings[at][seat] for at in labels], Ends(labels, brings)

    def chances(self, tables: Sequence[Table], waiting: Sequence[bool], *, every: bool) -> list[list[float]]:
        """The chance of every seat to win at each table.

        `waiting` seats have their turn in this round yet; who is at the goal leaves them that, or every seat one more.
        """
        left = [seat for seat, waits in enumerate(waiting) if every or waits]
        found = {table: self._chances(table, waiting, left) for table in set(tables)}
        return [found[table] for table in tables]

    def _chances(self, table: Table, waiting: Sequence[bool], left: Sequence[int]) -> list[float]:
        shining = [stars(board) for board in table]
        if max(shining) >= GOAL:
            return self._last_round(table, shining, left)
        return first_at_goal(self.turns_to_come(table), waiting)

    def turns_to_come(self, table: Table) -> list[float]:
        """The turns that every seat may expect to the goal, races included."""
        found = []
        alone = [self._book.of(board) for board in table]
        for board, turns, more in zip(table, alone, coins_to_come(table, alone), strict=True):
            steps = WORTH * more
            whole = floor(steps)
            some, further = (self._book.of(add_coins(board, coins)) for coins in (whole, whole + 1))
            nearer = some + (steps - whole) * (further - some)
            found.append(max(nearer, min(turns, 1.0)) if turns > 0 else 0.0)
        return found

    def _last_round(self, table: Table, shining: Sequence[int], left: Sequence[int]) -> list[float]:
        """Chances when somebody is at the goal, and these seats have one turn left: exact if it is one at most."""
        most = max(shining)
        first = [own == most for own in shining]
        if not left:
            return [own / sum(first) for own in first]
        taken = {seat: _overtakes(table, seat, most, _ties(shining, seat, most)) for seat in left}
        # Who leads keeps what nobody takes; those who may overtake share the rest by their chances.
        kept = prod(1 - chance for chance in taken.values())
        stays = [own and seat not in taken for seat, own in enumerate(first)]
        leads = sum(stays)
        found = [kept / leads if own else 0.0 for own in stays]
        given = (1 - kept if leads else 1.0) / max(sum(taken.values()), RARELY)
        return [chance + taken.get(seat, 0.0) * given for seat, chance in enumerate(found)]


def _ties(shining: Sequence[int], seat: int, most: int) -> int:
    """How many others have the most stars."""
    return sum(own == most for at, own in enumerate(shining) if at != seat)


@lru_cache(maxsize=256)
def _uses(board: Board) -> tuple[list[Board], list[tuple[int, ...]]]:
    """All boards that may follow a board without the race, and which of them each roll may lead to.

    A roll that can be used for nothing leaves it as it is.
    """
    numbers: dict[Board, int] = {}
    rolls = []
    for faces in lattice(Master.pool).falls:
        after = [numbers.setdefault(one, len(numbers)) for _, one in actions(board, faces)]
        rolls.append(tuple(dict.fromkeys(after)) or (numbers.setdefault(board, len(numbers)),))
    return list(numbers), rolls


@lru_cache(maxsize=1024)
def _overtakes(table: Table, seat: int, most: int, ties: int) -> float:
    """What one last turn of a seat brings it against so many stars: a win, or its share of a tie."""
    own, rivals = table[seat], (*table[:seat], *table[seat + 1 :])
    boards, rolls = _uses(own)
    shining = [stars(race(own, board, rivals)) for board in boards]
    worths = [1.0 if one > most else 1 / (1 + ties) if one == most else 0.0 for one in shining]
    if not any(worths):
        return 0.0
    ends = [max(worths[at] for at in some) for some in rolls]
    return lay_open(lattice(Master.pool), ends, THROWS, plain=True).start


def _done(board: Board) -> list[bool]:
    """Which races are over for a board: tasks, then rows."""
    return [*board.tasks, *(field == ROW_LENGTH for field in board.rows)]


def coins_to_come(table: Table, turns: Sequence[float]) -> list[float]:
    """The coin steps that every seat may expect of the open races, before its own last turn."""
    done = [_done(board) for board in table]
    rates = [
        [0.0 if over else rate for over, rate in zip(some, _rates(board), strict=True)]
        for some, board in zip(done, table, strict=True)
    ]
    found = [0.0] * len(table)
    best, second = RACE
    for at in range(len(done[0])):
        ahead = sum(some[at] for some in done)
        rate = [some[at] for some in rates]
        total = sum(rate)
        for seat, own in enumerate(rate):
            if own and ahead < len(RACE):
                none = _first(own, total, turns[seat])
                if ahead:
                    found[seat] += second * none
                    continue
                others = [other for rival, other in enumerate(rate) if rival != seat and other]
                # Most of the others are as quick as each other.
                one = sum(
                    others.count(other) * (_first(own, total - other, turns[seat]) - none) for other in set(others)
                )
                found[seat] += best * none + second * one
    return found


def _rates(board: Board) -> list[float]:
    return [*TASK_RATES[: len(TASKS)], *(ROW_RATES[field] for field in board.rows)]


def _first(own: float, every: float, until: float) -> float:
    """The chance to do something before others, and in time."""
    return own / max(every, RARELY) * -expm1(-every * until)


def first_at_goal(turns: Sequence[float], waiting: Sequence[bool]) -> list[float]:
    """The chance of every seat to be the first at the goal; `waiting` seats still have their turn in this round."""
    ends = [own - waits * (1 + HASTE * own**2) for own, waits in zip(turns, waiting, strict=True)]
    spread = [sqrt(LEAST**2 + SPREAD**2 * own) for own in turns]
    if len(turns) == 2:
        mine = _below((ends[1] - ends[0]) / sqrt(spread[0] ** 2 + spread[1] ** 2))
        return [mine, 1 - mine]
    found = []
    # Asked for thousands of times in a review: the share above so many deviations is worked out in place.
    scales = [1 / (its * ROOT) for its in spread]
    for seat, (end, wide) in enumerate(zip(ends, spread, strict=True)):
        rivals = [pair for rival, pair in enumerate(zip(ends, scales, strict=True)) if rival != seat]
        chance = 0.0
        for node, share in NODES:
            at, alive = end + node * wide, share
            for other, scale in rivals:
                alive *= erfc((at - other) * scale) / 2
            chance += alive
        found.append(chance)
    whole = sum(found)
    return [chance / whole for chance in found]


def _below(deviations: float) -> float:
    """The share of a normal shape below so many deviations; `races` has it to 1e-4."""
    return erfc(-deviations / ROOT) / 2
