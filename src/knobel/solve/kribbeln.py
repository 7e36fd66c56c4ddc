"""Solving Kribbeln: the rank points to come in every situation of one's own, among players of the same strength."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.games.kribbeln.game import THROWS, Kribbeln
from knobel.games.kribbeln.sheet import ROWS
from knobel.solve.kribbeln_contest import ROUNDS, Contest
from knobel.solve.kribbeln_row import Play
from knobel.solve.kribbeln_turns import SITUATIONS, Turns, dice, kinds, worths_plain
from knobel.solve.tables import BadTable, Identity, read_table, table_path
from knobel.solve.work import Plan, Progress, Report, execute

OBJECTIVE = "rank points"
TOLERANCE = 2e-6
"""How far values may be from those of the plain kernel: turns are worked out in single precision."""


def kribbeln_path(game: Kribbeln) -> Path:
    """The usual file of a game's table."""
    sheet = f"sheet{game.sheet}" if game.sheet else Turns(game.tasks, game.beginner).digest
    return table_path(game.key, "-".join([sheet, str(game.seats), *["beginner"] * game.beginner]))


def contest(game: Kribbeln, jobs: int = 1, rounds: int = ROUNDS) -> Contest:
    """The contest of the players of a game."""
    return Contest(Turns(game.tasks, game.beginner, jobs), game.seats, rounds)


def identity(asked: Contest) -> Identity:
    """The identity of the table of a contest."""
    rules = f"{asked.turns.digest}-{asked.players}-{asked.rounds}"
    shape = (asked.records, asked.record.size)
    return Identity(Kribbeln.key, OBJECTIVE, rules, shape, "<f8", tuple(range(asked.records + 1)))


def verify(asked: Contest, values: NDArray[Any], samples: int = 12, seed: int = 0) -> None:
    """Work out sampled turns again with the plain kernel; raise an error if one differs."""
    random = Random(seed)
    for _ in range(samples):
        turn, row = random.randrange(asked.rounds + 1), random.randrange(len(ROWS))
        play = asked.play(values, turn, row)
        worths = asked.record.part(values[asked.worths_at(turn, row)], "worths")
        filled = random.choice(play.throwers)
        sight, highest = random.randrange(asked.seen.count), random.choice(play.highest(filled))
        ends = play.ends(filled, np.array([sight]), np.array([highest]), worths)
        task = asked.turns.task(row)
        again = worths_plain(dice(task), kinds(task), ends, THROWS)[0]
        if play.plain_task(filled):
            again += play.following[filled, highest]
        if not np.isclose(worths[sight, filled, highest], again, rtol=TOLERANCE, atol=TOLERANCE):
            raise BadTable(f"round {turn} of row {row} does not agree with the plain kernel")


def plan(asked: Contest) -> Plan:
    """How a contest is carried out; the value is what each of the players expects."""
    row_sizes = [_turns(asked, row) for row in range(len(ROWS))]
    sizes = [*reversed(row_sizes), *row_sizes] * asked.rounds + row_sizes[::-1]
    layers = tuple(range(asked.records + 1))
    return Plan(
        identity(asked),
        layers,
        np.array(sizes, np.int64),
        asked.fill,
        lambda values: verify(asked, values),
        asked.value,
    )


def _turns(asked: Contest, row: int) -> int:
    """How many different turns a row has, by what is seen and by one's own situation."""
    play = Play(asked.turns, row, (), np.zeros(SITUATIONS))
    return asked.seen.count * sum(len(play.highest(filled)) for filled in play.throwers)


def solve_kribbeln(
    game: Kribbeln, out: Path, jobs: int = 1, progress: Progress | None = None, *, rounds: int = ROUNDS
) -> Report:
    """Let the players of a game learn the best responses to each other, and keep the table.

    The value of the report is what each of them expects; its gain, how much more a best responder would.
    """
    asked = contest(game, jobs, rounds)
    report = execute(plan(asked), out, jobs, progress)
    return replace(report, gain=asked.gain(read_table(out, identity(asked).rules).values))
