"""Searches: the highest rate that a server sustains, and how the cost of a command grows."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from .trial import Plan, Result, Watch, housed

LIMIT = 0.150
"""The limit for 99 % of commands, in seconds."""
TRIALS = 8
"""The largest number of rates tried."""
_NEAR = 1.06
"""The search ends when the lowest failing rate is no more than this many times the highest good one."""
_HIGHEST = 1000.0


@dataclass
class Search:
    """The state of a search for the highest rate."""

    good: float = 0.0
    """The highest rate that passed."""
    bad: float | None = None
    """The lowest rate that failed."""
    results: list[Result] = field(default_factory=list)
    logged: tuple[int, int] = (0, 0)
    """How many acknowledged commands are in the logs, of how many."""
    faults: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the result is precise enough."""
        return bool(self.bad and self.good and self.bad / self.good <= _NEAR) or self.good >= _HIGHEST

    def next_rate(self, first: float) -> float:
        """Double the rate until one fails, then take the geometric mean."""
        if self.bad is None:
            return 2 * self.good if self.good else first
        return math.sqrt(self.good * self.bad) if self.good else self.bad / 2

    def add(self, result: Result) -> None:
        """Add the result of a trial."""
        self.results.append(result)
        if held(result):
            self.good = max(self.good, result.plan.rate)
        else:
            self.bad = min(self.bad or result.plan.rate, result.plan.rate)

    def text(self) -> str:
        """The result in one line."""
        if self.bad is None:
            return f"{self.good:.0f} commands a second, and maybe more"
        return f"{self.good:.0f} commands a second, and not {self.bad:.0f}"


def share(times: Sequence[float], part: float) -> float:
    """A percentile of sorted times."""
    return times[min(len(times) - 1, int(len(times) * part))] if times else math.inf


def held(result: Result) -> bool:
    """Whether all commands could be sent when due, none was refused, and 99 % were answered in time."""
    return not result.late and not result.faults and share(result.commands, 0.99) < LIMIT


async def highest_rate(plan: Plan, search: Search, watch: Watch) -> None:
    """Try rates on one server with all its streams open, beginning with that of the plan."""
    async with housed(plan, watch, commands=int(4 * plan.rate * plan.seconds * TRIALS)) as house:
        for number in range(TRIALS):
            rate = search.next_rate(plan.rate)

            def tell(_: str, done: float, number: int = number, rate: float = rate) -> None:
                watch(f"{rate:.0f} a second", (number + done) / TRIALS)

            search.add(await house.measure(rate, tell))
            if search.over:
                break
        search.logged = await house.audit(watch), sum(len(one.commands) for one in search.results)
        search.faults = list(house.faults)


def growing(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """Plans that differ from this one in one parameter each, and its name."""
    for streams in (plan.streams // 10, plan.streams // 2, plan.streams):
        yield "streams", replace(plan, streams=streams)
    for seats in (4, 6):
        yield "seats", replace(plan, streams=plan.streams // 2, seats=seats)
    yield "tables", replace(plan, streams=plan.streams // 2, tables=5 * plan.streams)
