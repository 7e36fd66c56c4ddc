"""Solving Kribbeln: the expected rank points to come in every situation, among players of the same strength."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, BadTable, NotProvided
from knobel.games.kribbeln.rules.game import THROWS, Kribbeln
from knobel.games.kribbeln.rules.sheet import ROWS
from knobel.games.kribbeln.solve.rolls import classes, dice
from knobel.games.kribbeln.solve.table import ROUNDS, Layout, table_file, table_rules, turns_of
from knobel.games.kribbeln.solve.turns import SITUATIONS
from knobel.solve.tables import Identity
from knobel_lab.games.kribbeln.contest import Contest
from knobel_lab.games.kribbeln.lanes import Lanes, Play, worths_plain
from knobel_lab.solving.run import Plan

OBJECTIVE = "rank points"
TOLERANCE = 2e-6
"""The tolerance against the reference kernel: turns are computed in single precision."""


def path(game: Kribbeln, _objective: str = OBJECTIVE) -> Path:
    """The default path of a game's table."""
    return table_file(game)


def contest(game: Kribbeln, jobs: int = 1, rounds: int = ROUNDS) -> Contest:
    """The contest of the players of a game."""
    return Contest(Lanes(turns_of(game), jobs), Layout(game.seats, rounds))


def identity(contest: Contest) -> Identity:
    """The identity of the table of a contest."""
    layout, rules = contest.layout, table_rules(contest.turns, contest.layout)
    shape = (layout.records, layout.size)
    return Identity(Kribbeln.key, OBJECTIVE, rules, shape, "<f8", tuple(range(layout.records + 1)))


def verify(contest: Contest, values: NDArray[Any], samples: int = 12, seed: int = 0) -> None:
    """Recompute sampled turns with the reference kernel; raise an error if one differs."""
    random = Random(seed)
    for _ in range(samples):
        turn, row = random.randrange(contest.rounds + 1), random.randrange(len(ROWS))
        play = contest.play(values, turn, row)
        worths = contest.part(values[contest.layout.worths_at(turn, row)], "worths")
        filled = random.choice(play.throwers)
        sight, highest = random.randrange(contest.seen.count), random.choice(play.highest(filled))
        ends = play.ends(filled, np.array([sight]), np.array([highest]), worths)
        task = contest.turns.task(row)
        again = worths_plain(dice(task), classes(task).array, ends, THROWS)[0]
        if play.plain_task(filled):
            again += play.following[filled, highest]
        if not np.isclose(worths[sight, filled, highest], again, rtol=TOLERANCE, atol=TOLERANCE):
            raise BadTable(f"round {turn} of row {row} does not agree with the plain kernel")


def contest_plan(contest: Contest) -> Plan:
    """The plan of a contest; its value is the expectation of each player."""
    row_sizes = [_turns(contest, row) for row in range(len(ROWS))]
    sizes = [*reversed(row_sizes), *row_sizes] * contest.rounds + row_sizes[::-1]
    layers = tuple(range(contest.layout.records + 1))
    return Plan(
        identity(contest),
        layers,
        np.array(sizes, np.int64),
        contest.fill,
        lambda values: verify(contest, values),
        contest.value,
        contest.gain,
        in_order=True,
    )


def _turns(contest: Contest, row: int) -> int:
    """The number of different turns of a row, by what is seen and by one's own situation."""
    play = Play(contest.lanes, row, (), np.zeros(SITUATIONS))
    return contest.seen.count * sum(len(play.highest(filled)) for filled in play.throwers)


def objective(_game: Kribbeln) -> str:
    """The objective: rank points among players of the same strength."""
    return OBJECTIVE


def plan(game: Kribbeln, objective: str = OBJECTIVE, jobs: int = 1) -> Plan:
    """The plan by which the players of a game learn best responses to each other.

    The value is the expectation of each of them; the gain, how much more a best response would expect.
    """
    if objective != OBJECTIVE:
        raise BadSetup(f"{game.key} has no objective {objective[:60]!r}; it has {OBJECTIVE}")
    if game.arrangement:
        raise NotProvided(f"{game.key} is solved for dice of our arrangement only")
    return contest_plan(contest(game, jobs))


def pack(_game: Kribbeln, out: Path | None = None) -> tuple[int, Path]:
    """Pack the shipped books of all our sheets, for any number of players; return how many, and the file.

    Their margins are packed beside them.
    """
    from knobel.games.kribbeln.solve.book import SHIPPED
    from knobel_lab.games.kribbeln.book import contests, pack_books
    from knobel_lab.games.kribbeln.measure import measured, pack_margins

    file, games = out or SHIPPED, contests()
    pack_books(games, file)
    about = {(game.seats, game.beginner) for game in games}
    pack_margins({each: measured(*each) for each in sorted(about)}, file.with_name("margins.npz"))
    return len(games), file


def match(game: Kribbeln, *arguments: Any, **options: Any) -> Any:
    """Play a match to win against others who play for points; see `match.match`."""
    from knobel_lab.games.kribbeln.match import match as play_match

    return play_match(game, *arguments, **options)


def respond(game: Kribbeln, *arguments: Any, **options: Any) -> Any:
    """Train a best response to players who play to win, and play against them; see `responder.respond`."""
    from knobel_lab.games.kribbeln.responder import respond as play_match

    return play_match(game, *arguments, **options)
