"""Random playouts per second: Classic compared with two public engines, then every game of Knobel.

Run it with `make bench`. All contestants choose uniformly among their legal moves, in one process and one thread.
The contestants of a group take turns in short slices, so that other work on the machine slows all of them alike, and
ratios are taken within each round. Seconds are seconds of processor time.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.metadata import version
from io import StringIO
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from lab.bench.common import duration, print_table, python, shown, tell, times

from knobel import AnyGame, Decide, Fell, Moved, Source, Throw, games, make, seeded, step

ROUNDS = 5
SEED = 1
RIVALS = ("open-spiel", "gym-yahtzee")
YACHT_REROLLS = 32
"""Yacht's actions below this are sets of dice to throw again, one bit for each die; those above are boxes."""
HEADS = ("", "seats", "games/s", "moves/game", "throws/game", "steps/s", "classic ÷ this", "low – high", "by steps")


class Count(NamedTuple):
    """The counts of one game."""

    moves: int
    throws: int


class Slice(NamedTuple):
    """The work of one contestant in one slice."""

    games: int
    moves: int
    throws: int
    seconds: float

    @property
    def pace(self) -> float:
        """Games per second."""
        return self.games / self.seconds

    @property
    def steps(self) -> float:
        """Moves and throws per second."""
        return (self.moves + self.throws) / self.seconds


@dataclass(frozen=True)
class Contestant:
    """Something that can play a whole random game, and its measurements so far."""

    name: str
    seats: int
    play: Callable[[], Count]
    slices: list[Slice] = field(default_factory=list)

    def each(self, happenings: Callable[[Slice], int]) -> float:
        """The mean count per game, over all slices."""
        return sum(map(happenings, self.slices)) / sum(one.games for one in self.slices)


@dataclass(frozen=True)
class Group:
    """Contestants compared with each other; ratios refer to the one at `base`."""

    title: str
    contestants: tuple[Contestant, ...]
    base: int = 0


def trusting(game: AnyGame, source: Source, random: Random) -> Count:
    """Play one game through the rules as a bot does: moves come from the game, so they are not checked."""
    state, pool, moves, throws = game.start(), game.pool, 0, 0
    while True:
        match game.pending(state):
            case Throw(_, dice):
                state = game.land(state, source([pool[position] for position in dice]))
                throws += 1
            case Decide(seats):
                seat = seats[0]
                state = game.play(state, seat, random.choice(game.moves(state, seat)))
                moves += 1
            case _:
                return Count(moves, throws)


def checked(game: AnyGame, source: Source, random: Random) -> Count:
    """Play one game with every event checked, as at a table of people."""
    state, pool, moves, throws = game.start(), game.pool, 0, 0
    while True:
        match game.pending(state):
            case Throw(_, dice):
                state = step(game, state, Fell(source([pool[position] for position in dice])))
                throws += 1
            case Decide(seats):
                seat = seats[0]
                state = step(game, state, Moved(seat, random.choice(game.moves(state, seat))))
                moves += 1
            case _:
                return Count(moves, throws)


def yacht(game: Any, fall: Callable[[Any], int], random: Random) -> Count:
    """Play one game of OpenSpiel's yacht; `fall` picks the outcome of a throw."""
    state, moves, throws = game.new_initial_state(), 0, 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(fall(state))
            throws += 1
        else:
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    state.returns()
    return Count(moves, throws)


def yacht_by_number(game: Any, random: Random) -> Count:
    """Play one game of yacht without asking for outcomes: n dice in the cup have the outcomes 0 to 6ⁿ - 1."""
    state, moves, throws, ways = game.new_initial_state(), 0, 0, 6**5
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.random() * ways))
            throws += 1
        else:
            action = random.choice(state.legal_actions())
            ways = 6 ** action.bit_count() if action < YACHT_REROLLS else 6**5
            state.apply_action(action)
            moves += 1
    state.returns()
    return Count(moves, throws)


def gym_yahtzee(env: Any, random: Random) -> Count:
    """Play one game of gym-yahtzee; it throws by itself, on reset and after every move, including the last."""
    env.reset()
    moves, done = 0, False
    while not done:
        done = env.step(random.choice(env.pyhtzee.get_possible_actions()))[2]
        moves += 1
    return Count(moves, moves + 1)


def knobel(key: str, seats: int, play: Callable[..., Count] = trusting, suffix: str = "") -> Contestant:
    """One of our games."""
    return Contestant(key + suffix, seats, partial(play, make(key, seats=seats), seeded(SEED), Random(SEED)))


def beside_yacht() -> Group:
    """Classic and yacht with two seats each, with three ways to throw yacht's dice."""
    game = import_module("pyspiel").load_game("yacht")
    random = Random(SEED)
    ways: dict[str, Callable[[], Count]] = {
        "chance_outcomes()": partial(yacht, game, lambda state: random.choice(state.chance_outcomes())[0], random),
        "legal_actions()": partial(yacht, game, lambda state: random.choice(state.legal_actions()), random),
        "outcome by number": partial(yacht_by_number, game, random),
    }
    rivals = [Contestant(f"yacht, {way}", game.num_players(), play) for way, play in ways.items()]
    return Group("Classic beside OpenSpiel's yacht, two seats", (knobel("classic", 2), *rivals))


def beside_gym_yahtzee() -> Group:
    """Classic and gym-yahtzee, both solo."""
    with redirect_stderr(StringIO()):  # gym prints a notice on import
        module = import_module("gym_yahtzee.envs.yahtzee_env")
    rival = Contestant("gym-yahtzee", 1, partial(gym_yahtzee, module.YahtzeeSingleEnv(), Random(SEED)))
    ours = (knobel("classic", 1), knobel("classic", 1, checked, ", checked"))
    return Group("Classic beside gym-yahtzee, solo", (*ours, rival))


def all_games() -> Group:
    """Every game with its fewest and its most seats."""
    tables = [(info.key, seats) for info in games() for seats in (info.seats[0], info.seats[-1])]
    contestants = tuple(knobel(key, seats) for key, seats in tables)
    return Group("All games, fewest and most seats", contestants, tables.index(("classic", 1)))


def run_slice(contestant: Contestant, seconds: float) -> None:
    """Let a contestant play whole games, at least one, until the time is up."""
    count = moves = throws = 0
    start = process_time()
    while True:
        played = contestant.play()
        count += 1
        moves += played.moves
        throws += played.throws
        spent = process_time() - start
        if spent >= seconds:
            break
    contestant.slices.append(Slice(count, moves, throws, spent))


def run(groups: Sequence[Group], seconds: float) -> None:
    """Run all slices, group by group and round by round, after one game of each contestant to warm up."""
    everybody = [contestant for group in groups for contestant in group.contestants]
    for contestant in everybody:
        contestant.play()
    turns = [contestant for group in groups for _ in range(ROUNDS) for contestant in group.contestants]
    for at in shown([contestant.name for contestant in turns]):
        run_slice(turns[at], seconds)


def ratios(base: Contestant, other: Contestant, rate: Callable[[Slice], float]) -> list[float]:
    """In each round, how many times as fast as the other the base was."""
    return [rate(ours) / rate(theirs) for ours, theirs in zip(base.slices, other.slices, strict=True)]


def row(base: Contestant, one: Contestant) -> dict[str, Any]:
    """The figures of one contestant."""
    by_games = ratios(base, one, lambda part: part.pace)
    return {
        "name": one.name,
        "seats": one.seats,
        "games_per_second": median(part.pace for part in one.slices),
        "moves_per_game": one.each(lambda part: part.moves),
        "throws_per_game": one.each(lambda part: part.throws),
        "steps_per_second": median(part.steps for part in one.slices),
        "ratio": median(by_games),
        "ratio_low": min(by_games),
        "ratio_high": max(by_games),
        "ratio_by_steps": median(ratios(base, one, lambda part: part.steps)),
    }


def report(groups: Sequence[Group], seconds: float) -> dict[str, Any]:
    """All figures, with the conditions of the measurement."""
    return {
        "python": python(),
        "rivals": {name: version(name) for name in RIVALS},
        "rounds": ROUNDS,
        "seconds": seconds,
        "groups": [
            {
                "title": group.title,
                "rows": [row(group.contestants[group.base], one) for one in group.contestants],
            }
            for group in groups
        ],
    }


def cells(figures: dict[str, Any]) -> tuple[str, ...]:
    """The figures of one contestant as texts, in the order of the headings."""
    return (
        figures["name"],
        str(figures["seats"]),
        f"{figures['games_per_second']:.1f}",
        f"{figures['moves_per_game']:.1f}",
        f"{figures['throws_per_game']:.1f}",
        f"{figures['steps_per_second']:.0f}",
        times(figures["ratio"]),
        f"{times(figures['ratio_low'])} – {times(figures['ratio_high'])}",
        times(figures["ratio_by_steps"]),
    )


def print_report(figures: dict[str, Any]) -> None:
    """Print everything for people."""
    rivals = ", ".join(f"{name} {number}" for name, number in figures["rivals"].items())
    print(f"{figures['python']}; {rivals}; median of {figures['rounds']} rounds of {figures['seconds']:g} s slices")
    print("classic ÷ this: how many games Classic plays while this plays one; by steps: the same for moves and throws")
    for group in figures["groups"]:
        print_table(group["title"], [HEADS, *map(cells, group["rows"])])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Random play-outs per second of Knobel and of two public engines.")
    parser.add_argument("--seconds", type=duration, default=1.0, help="processor time of a slice (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    try:
        groups = (beside_yacht(), beside_gym_yahtzee(), all_games())
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is missing here; `make bench` runs this with all it needs")
    try:
        run(groups, options.seconds)
    except KeyboardInterrupt:
        sys.exit("\nstopped before all was measured")
    figures = report(groups, options.seconds)
    tell(figures, print_report, as_json=options.json)


if __name__ == "__main__":
    main()
