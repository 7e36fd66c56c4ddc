"""Perfect play: exact solvers on one turn kernel, tables of values, and compact values made of them."""

from concurrent.futures import Executor
from pathlib import Path

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.registry import made
from knobel_lab.facets import solve_facet
from knobel_lab.solving.run import Progress, Report, execute
from knobel_lab.solving.run_remote import Solving, remote_workers

__all__ = ["Progress", "Report", "solve", "table_file"]


def solve(
    game: str | AnyGame,
    objective: str | None = None,
    out: Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    again: bool = False,
    executor: Executor | None = None,
) -> Report:
    """Solve a game exactly, for its default objective unless one is named; with `out`, write its table there.

    An interrupted run resumes where it stopped. A finished table of the same rules is not solved `again` unless asked:
    the report is then that of its solution. Work is done in threads, or by the workers of an executor, all of which
    must see the folder of `out`; the table is the same.
    """
    rules = made(game)
    goal = objective or solve_facet(rules).objective(rules)
    plan = solve_facet(rules).plan(rules, goal, jobs)
    if executor and plan.in_order:
        raise BadSetup(f"in {rules.key} each step needs the one before, so a cluster does not help; use --jobs")
    helpers = remote_workers(executor, Solving(rules, goal)) if executor else None
    return execute(plan, out, jobs, progress, again=again, workers=helpers)


def table_file(game: AnyGame, objective: str | None = None) -> Path:
    """The default path of the table of a game."""
    goal = objective or solve_facet(game).objective(game)
    path: Path = solve_facet(game).path(game, goal)
    return path
