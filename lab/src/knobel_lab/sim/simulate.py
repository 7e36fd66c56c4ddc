"""Many games simulated at once, the same for a seed whatever the batches and workers."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame, Event
from knobel.core.record import Record
from knobel.library import made
from knobel_lab.facets import batch_facet
from knobel_lab.sim.play import Played, Policy, Results, join, play, policy_of, results
from knobel_lab.sim.random_bits import check_seed

BATCH = 1 << 18
"""How many games are played at once by default: compiled code needs some hundred bytes for each."""

PLAIN_BATCH = 1 << 10
"""The default through the rules themselves, where a game is a list of its events."""

MOST_GAMES = 1 << 40
"""Games are numbered below this."""

PolicyChoice = str | Policy


@dataclass(frozen=True, slots=True)
class Part:
    """A batch of consecutive games; it can be sent to another process."""

    game: AnyGame
    policies: tuple[PolicyChoice, ...]
    """One for each seat."""
    seed: int
    numbers: range
    compiled: bool

    @property
    def names(self) -> tuple[str, ...] | None:
        """The policies, if all of them are given by name."""
        names = tuple(policy for policy in self.policies if isinstance(policy, str))
        return names if len(names) == len(self.policies) else None

    def play(self) -> Results:
        """The results of these games: by the game's room if it is faster, else through the rules."""
        if self.names and self.fast:
            quick = batch_facet(self.game).play(self.game, self.names, self.seed, self.numbers, compiled=self.compiled)
            if quick is not None:
                return quick
        return results(self.game, play(self.game, self.policy_functions(), self.seed, self.numbers))

    @property
    def fast(self) -> bool:
        """Whether the game's room has its own implementation of these policies."""
        try:
            ways = batch_facet(self.game).policies(self.game, compiled=self.compiled)
        except NotProvided:
            return False
        return self.names is not None and all(name in ways for name in self.names)

    def policy_functions(self) -> list[Policy]:
        """The policies as functions."""
        return [policy_of(policy, self.game) if isinstance(policy, str) else policy for policy in self.policies]


def simulate(
    game: str | AnyGame,
    policy: PolicyChoice | Sequence[PolicyChoice] = "random",
    games: int | range = 1_000,
    seed: int = 0,
    *,
    batch: int | None = None,
    executor: Executor | None = None,
    compiled: bool = True,
    **wishes: Any,
) -> Played:
    """Simulate games: a policy for all seats or one for each, by name or a function.

    A game given by its key is made with `wishes`: `seats` and options. Games are numbered from 0 on, or by a range;
    each depends on the seed and its number only. Work goes to the executor in batches, if there is one.
    """
    part = _part(game, policy, seed, wishes, compiled=compiled)
    numbers = range(games) if isinstance(games, int) else games
    if not numbers or numbers.step != 1 or (batch is not None and batch < 1):
        raise BadSetup("there must be at least one game, in batches of at least one")
    _check_number(numbers[0])
    _check_number(numbers[-1])
    size = batch or (BATCH if part.compiled and part.fast else PLAIN_BATCH)
    starts = range(numbers.start, numbers.stop, size)
    parts = [replace(part, numbers=range(start, min(start + size, numbers.stop))) for start in starts]
    played = list(executor.map(Part.play, parts)) if executor else [one.play() for one in parts]
    return Played(part.game, seed, join(played))


def record(
    game: str | AnyGame,
    policy: PolicyChoice | Sequence[PolicyChoice] = "random",
    number: int = 0,
    seed: int = 0,
    **wishes: Any,
) -> Record:
    """The game with this number as a record of throws and moves, each checked by the rules."""
    part = _part(game, policy, seed, wishes, compiled=False)
    _check_number(number)
    written = Record(part.game)
    for event in _events(part, number):
        written.append(event)
    return written


def _events(part: Part, number: int) -> Sequence[Event]:
    """The events of a game: from the game's room, or through the rules."""
    if part.names:
        try:
            return list(batch_facet(part.game).events(part.game, part.names, part.seed, number))
        except NotProvided:
            pass
    return play(part.game, part.policy_functions(), part.seed, [number])[0].events


def _check_number(number: int) -> None:
    if not 0 <= number < MOST_GAMES:
        raise BadSetup(f"games are numbered from 0 to 2^40 - 1, not {number}")


def _part(
    game: str | AnyGame, policy: PolicyChoice | Sequence[PolicyChoice], seed: int, wishes: Any, *, compiled: bool
) -> Part:
    """Check the arguments, and make a part without games."""
    rules = made(game, **wishes)
    chosen = (policy,) * rules.seats if isinstance(policy, str) or callable(policy) else tuple(policy)
    if len(chosen) != rules.seats:
        raise BadSetup(f"{rules.seats} seats need one policy for all or {rules.seats}, not {len(chosen)}")
    part = Part(rules, chosen, check_seed(seed), range(0), compiled)
    if not part.fast:
        for name in chosen:
            if isinstance(name, str):
                policy_of(name, rules)
    return part
