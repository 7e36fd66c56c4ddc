"""Chances to win at tables of Master in plain Python, as in `contest` and `races`."""

from collections.abc import Sequence
from functools import lru_cache
from math import erfc, expm1, floor, prod, sqrt

from knobel.games.master.rules.board import GOAL, RACE, Board, add_coins, race, stars
from knobel.games.master.rules.game import THROWS, Master
from knobel.games.master.solve.backend import Turns
from knobel.games.master.solve.pace import HASTE, MIN_SPREAD, NODES, ROW_RATES, SPREAD, TASK_RATES, WORTH
from knobel.games.master.solve.uses import uses
from knobel.solve.kernel.lattice import lattice
from knobel.solve.kernel.turn import Turn
from knobel.solve.kernel.uses import Kinds, Outcomes, Rolls

Table = tuple[Board, ...]
Rates = tuple[float, ...]
REMEMBERED = 8192
"""How many boards among others are cached."""
RARELY = 1e-12
ROOT = sqrt(2)


class PlainTables:
    """Chances to win at tables, from solo values of boards."""

    def __init__(self, book: Turns) -> None:
        self._book = book
        self._nearer = lru_cache(maxsize=REMEMBERED)(self._turns)

    def opened(self, table: Table, seat: int, waiting: Sequence[bool], *, every: bool) -> tuple[Rolls, Outcomes]:
        """The worth of each roll to a seat in its best use, and the chances of all seats then."""
        own, rivals = table[seat], (*table[:seat], *table[seat + 1 :])
        boards, rolls = uses(own)
        tables = [(*table[:seat], race(own, board, rivals), *table[seat + 1 :]) for board in boards]
        chances = self.chances(tables, waiting, every=every)
        best = [max(reached, key=lambda at: chances[at][seat]) for reached in rolls]
        return [chances[at][seat] for at in best], Outcomes(Kinds(best), chances)

    def chances(self, tables: Sequence[Table], waiting: Sequence[bool], *, every: bool) -> list[list[float]]:
        """The chance of every seat to win at each table.

        `waiting` seats still have their turn in this round; after somebody is at the goal they play it, or with
        `every`, all seats play one more.
        """
        left = [seat for seat, waits in enumerate(waiting) if every or waits]
        by_table = {table: self._chances(table, waiting, left) for table in set(tables)}
        return [by_table[table] for table in tables]

    def _chances(self, table: Table, waiting: Sequence[bool], left: Sequence[int]) -> list[float]:
        shining = [stars(board) for board in table]
        if max(shining) >= GOAL:
            return self._last_round(table, shining, left)
        return first_at_goal(self.turns_to_come(table), waiting)

    def turns_to_come(self, table: Table) -> list[float]:
        """The expected turns to the goal of every seat, races included."""
        rates = [_rates(board) for board in table]
        return [self._nearer(board, (*rates[:seat], *rates[seat + 1 :])) for seat, board in enumerate(table)]

    def _turns(self, board: Board, rivals: tuple[Rates, ...]) -> float:
        """The expected turns to the goal of a seat against others with these rates."""
        turns = self._book.of(board)
        if turns <= 0:
            return 0.0
        steps = WORTH * coins_to_come(_rates(board), rivals, turns)
        whole = floor(steps)
        nearer, further = (self._book.of(add_coins(board, coins)) for coins in (whole, whole + 1))
        return max(nearer + (steps - whole) * (further - nearer), min(turns, 1.0))

    def _last_round(self, table: Table, shining: Sequence[int], left: Sequence[int]) -> list[float]:
        """The chances when somebody is at the goal and these seats have one turn left: exact with at most one."""
        most = max(shining)
        first = [own == most for own in shining]
        if not left:
            return [own / sum(first) for own in first]
        taken = {seat: _overtakes(table, seat, most, _ties(shining, seat, most)) for seat in left}
        # Leaders keep the chance that nobody overtakes; those who may overtake share the rest in proportion.
        untaken = prod(1 - chance for chance in taken.values())
        stays = [own and seat not in taken for seat, own in enumerate(first)]
        leads = sum(stays)
        shares = [untaken / leads if own else 0.0 for own in stays]
        given = (1 - untaken if leads else 1.0) / max(sum(taken.values()), RARELY)
        return [chance + taken.get(seat, 0.0) * given for seat, chance in enumerate(shares)]


def _ties(shining: Sequence[int], seat: int, most: int) -> int:
    """The number of others with the most stars."""
    return sum(own == most for at, own in enumerate(shining) if at != seat)


@lru_cache(maxsize=1024)
def _overtakes(table: Table, seat: int, most: int, ties: int) -> float:
    """The share of the win of a seat's last turn against the most stars: a win, or its share of a tie."""
    own, rivals = table[seat], (*table[:seat], *table[seat + 1 :])
    boards, rolls = uses(own)
    shining = [stars(race(own, board, rivals)) for board in boards]
    worths = [1.0 if one > most else 1 / (1 + ties) if one == most else 0.0 for one in shining]
    if not any(worths):
        return 0.0
    endings = [max(worths[at] for at in reached) for reached in rolls]
    return Turn(lattice(Master.pool), endings, THROWS).start


@lru_cache(maxsize=1024)
def _rates(board: Board) -> Rates:
    """The rate per turn of each race of a board, tasks and then rows: 0 if it is over there."""
    tasks = [0.0 if done else rate for done, rate in zip(board.tasks, TASK_RATES, strict=True)]
    return (*tasks, *[ROW_RATES[field] for field in board.rows])


def coins_to_come(own: Rates, rivals: Sequence[Rates], until: float) -> float:
    """The expected coin steps of a seat from the open races, before its own last turn."""
    coins = 0.0
    best, second = RACE
    for mine, *others in zip(own, *rivals, strict=True):
        ahead = others.count(0.0)
        if not mine or ahead >= len(RACE):
            continue
        every = mine + sum(others)
        # The chance to do it before the others, and in time.
        none = mine / every * -expm1(-every * until)
        if ahead:
            coins += second * none
            continue
        one = 0.0
        # Most of the others have the same rate.
        for other in set(others):
            rest = every - other
            one += others.count(other) * (mine / rest * -expm1(-rest * until) - none)
        coins += best * none + second * one
    return coins


def first_at_goal(turns: Sequence[float], waiting: Sequence[bool]) -> list[float]:
    """The chance of every seat to be the first at the goal; `waiting` seats still have their turn in this round."""
    ends = [own - waits * (1 + HASTE * own**2) for own, waits in zip(turns, waiting, strict=True)]
    spread = [sqrt(MIN_SPREAD**2 + SPREAD**2 * own) for own in turns]
    if len(turns) == 2:
        mine = _below((ends[1] - ends[0]) / sqrt(spread[0] ** 2 + spread[1] ** 2))
        return [mine, 1 - mine]
    chances = []
    # Called thousands of times in a review, so twice the upper tail of the normal distribution is computed inline.
    scales = [1 / (its * ROOT) for its in spread]
    for seat, (end, wide) in enumerate(zip(ends, spread, strict=True)):
        rivals = [pair for rival, pair in enumerate(zip(ends, scales, strict=True)) if rival != seat]
        chance = 0.0
        for node, share in NODES:
            at, alive = end + node * wide, share
            for other, scale in rivals:
                alive *= erfc((at - other) * scale)
            chance += alive
        chances.append(chance)
    whole = sum(chances)
    return [chance / whole for chance in chances]


def _below(deviations: float) -> float:
    """The normal distribution function; in `races` it is accurate to 1e-4."""
    return erfc(-deviations / ROOT) / 2
