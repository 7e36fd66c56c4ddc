"""Many games at once, the same for a seed whatever the batches and workers."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame
from knobel.core.record import Record
from knobel.games.kribbeln.game import Kribbeln
from knobel.games.krisskross import KrissKross
from knobel.games.master.game import Master
from knobel.games.scorecard import Scorecard
from knobel.library import make
from knobel.sim.plain import Policy, play, results
from knobel.sim.played import Played, Results, join
from knobel.sim.policies import NAMES, policy_of
from knobel.sim.sheets import SEAT, play_sheets, story
from knobel.sim.words import check_seed
from knobel.solve.jit import COMPILED

BATCH = 1 << 18
"""So many games are played at once unless said: compiled code needs some hundred bytes for each."""

PLAIN_BATCH = 1 << 10
"""And so many through the rules themselves, where a game is a list of its events."""

COMPILED_POLICIES = ("random", "greedy")

Chosen = str | Policy


@dataclass(frozen=True, slots=True)
class Part:
    """Some games that follow each other; it can be sent to another process."""

    game: AnyGame
    policies: tuple[Chosen, ...]
    """One for each seat."""
    seed: int
    first: int
    count: int
    compiled: bool

    @property
    def numbers(self) -> range:
        """The numbers of these games."""
        return range(self.first, self.first + self.count)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The policies, if all of them are known by name."""
        names = tuple(policy for policy in self.policies if isinstance(policy, str))
        return names if len(names) == len(self.policies) else None

    def play(self) -> Results:
        """What these games come to."""
        if isinstance(self.game, Scorecard) and self.names:
            return play_sheets(self.game, self.names, self.seed, self.numbers, compiled=self.compiled)
        kernel = _kernel(self.game) if self.compiled and self.fit_to_compile else None
        if kernel:
            greedy = np.array([policy == "greedy" for policy in self.policies])
            return kernel(self.game, greedy, self.seed, np.arange(self.first, self.first + self.count, dtype=np.uint64))
        return results(self.game, play(self.game, self.asked(), self.seed, self.numbers))

    @property
    def fit_to_compile(self) -> bool:
        """There is compiled code for these policies, in a game that has any."""
        return all(policy in COMPILED_POLICIES for policy in self.policies)

    def asked(self) -> list[Policy]:
        """The policies as functions."""
        return [policy_of(policy, self.game) if isinstance(policy, str) else policy for policy in self.policies]


def _kernel(game: AnyGame) -> Callable[..., Results] | None:
    """The compiled code of a game."""
    match game:
        case KrissKross():
            from knobel.sim.krisskross_fast import play as play_krisskross

            return play_krisskross
        case Master():
            from knobel.sim.master_fast import play as play_master

            return play_master
        case Kribbeln():
            from knobel.sim.kribbeln_fast import play as play_kribbeln

            return play_kribbeln
    return None


def simulate(
    game: str | AnyGame,
    policy: Chosen | Sequence[Chosen] = "random",
    games: int | range = 1_000,
    seed: int = 0,
    *,
    batch: int | None = None,
    executor: Executor | None = None,
    compiled: bool = COMPILED,
    **wishes: Any,
) -> Played:
    """Play so many games: a policy for all seats or one for each, by name or a function.

    A game given by its key is made with `wishes`: `seats` and options. Games are numbered from 0 on, or have the
    numbers of a range; each depends on the seed and its number only. Work goes to the executor in batches, if there is
    one.
    """
    part = _part(game, policy, seed, wishes, compiled=compiled)
    numbers = range(games) if isinstance(games, int) else games
    if not numbers or numbers.step != 1 or (batch is not None and batch < 1):
        raise BadSetup("there must be at least one game, in batches of at least one")
    _check_number(numbers[0])
    _check_number(numbers[-1])
    fast = part.compiled and part.names is not None and (isinstance(part.game, Scorecard) or part.fit_to_compile)
    size = batch or (BATCH if fast else PLAIN_BATCH)
    parts = [
        Part(part.game, part.policies, seed, start, min(size, numbers.stop - start), part.compiled)
        for start in range(numbers.start, numbers.stop, size)
    ]
    found = list(executor.map(Part.play, parts)) if executor else [one.play() for one in parts]
    return Played(part.game, seed, join(found))


def record(
    game: str | AnyGame, policy: Chosen | Sequence[Chosen] = "random", number: int = 0, seed: int = 0, **wishes: Any
) -> Record:
    """The game with this number, told throw by throw and move by move, each checked by the rules."""
    part = _part(game, policy, seed, wishes, compiled=False)
    _check_number(number)
    if isinstance(part.game, Scorecard) and part.names:
        events = list(story(part.game, part.names, seed, number))
    else:
        events = play(part.game, part.asked(), seed, [number])[0].events
    told = Record(part.game)
    for event in events:
        told.append(event)
    return told


def _check_number(number: int) -> None:
    if not 0 <= number < SEAT:
        raise BadSetup(f"games are numbered from 0 to 2^40 - 1, not {number}")


def _part(game: str | AnyGame, policy: Chosen | Sequence[Chosen], seed: int, wishes: Any, *, compiled: bool) -> Part:
    """What is to be played, checked."""
    if wishes and not isinstance(game, str):
        raise BadSetup("seats and options are wishes for a game given by its key; this one is made already")
    made = make(game, **wishes) if isinstance(game, str) else game
    chosen = (policy,) * made.seats if isinstance(policy, str) or callable(policy) else tuple(policy)
    if len(chosen) != made.seats:
        raise BadSetup(f"{made.seats} seats need one policy for all or {made.seats}, not {len(chosen)}")
    part = Part(made, chosen, check_seed(seed), 0, 0, compiled and COMPILED)
    for name in chosen:
        if isinstance(name, str) and (name not in NAMES or not isinstance(made, Scorecard)):
            policy_of(name, made)
    if isinstance(made, Scorecard) and part.names is None and any(name in ("greedy", "optimal") for name in chosen):
        raise BadSetup("on scorecards greedy and optimal sheets are played apart; they do not sit beside a function")
    return part
