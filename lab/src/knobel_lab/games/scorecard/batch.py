"""Scorecard games simulated sheet by sheet: the players do not influence each other.

A random sheet uses the random bits of a game for one. Greedy and perfect sheets are played by `solve.selfplay`; their
dice depend on the seed, the turn and the number of the sheet: the same for both policies.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import Event, Fell, Moved
from knobel.games.holding.starting import FIRST
from knobel.games.holding.tray import Keep, Tray, fresh
from knobel.games.scorecard.rules import Card, Scorecard, Write
from knobel.games.scorecard.solve.positions import Positions, positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.games.scorecard.solve.shipped import book_of
from knobel.solve.kernel.lattice import Lattice
from knobel_lab.games.scorecard.selfplay import play_plain, turns, whole
from knobel_lab.sim.play import NAMES, Ints, Results, play_at_random, ranked, results
from knobel_lab.sim.play import play as play_rules

if TYPE_CHECKING:
    from knobel_lab.envs.many import Tables


def turn_events(lattice: Lattice, trail: Sequence[int]) -> Iterator[Event]:
    """The throws of a turn, and the dice held between them, as events of a game for one."""
    tray = fresh(len(lattice.pool))
    for at, number in enumerate(trail):
        if at % 2:
            keep = _keep(lattice, tray, number)
            tray = tray.keep(keep.holds)
            yield Moved(0, keep)
        else:
            faces = _fallen(lattice, tray, number)
            tray = tray.land(faces)
            yield Fell(faces)


def _keep(lattice: Lattice, tray: Tray, row: int) -> Keep:
    """The move that holds the dice of this holding."""
    positions = []
    for part, axis in zip(reversed(lattice.parts), reversed(lattice.axes), strict=True):
        row, at = divmod(row, axis.size)
        held = list(tuple(axis.index)[at])
        for position in part:
            face = tray.dice[position]
            if face in held:
                held.remove(face)
                positions.append(position)
    return Keep(tuple(sorted(positions)))


def _fallen(lattice: Lattice, tray: Tray, roll: int) -> tuple[int, ...]:
    """How the dice in the cup fell to make this roll with the held ones."""
    fell: dict[int, int] = {}
    for part in lattice.parts:
        faces = [lattice.falls[roll][position] for position in part]
        for position in part:
            face = tray.dice[position]
            if face is not None:
                faces.remove(face)
        fell |= zip([position for position in part if tray.dice[position] is None], faces, strict=True)
    return tuple(fell[position] for position in sorted(fell))


SEAT = 1 << 40
"""Sheet g of the first seat has the number g, of the second SEAT + g, and so on."""


@lru_cache(maxsize=4)
def _rated(card: Card, policy: str) -> tuple[Positions, NDArray[Any]]:
    """All positions, and the values of points still to come by which a policy decides: zeros for the greedy one."""
    if policy == "optimal":
        return book_of(card).place, whole(book_of(card))
    place = positions(rules(card))
    return place, np.broadcast_to(np.zeros(1), place.shape)


def policies(game: Scorecard, *, compiled: bool) -> tuple[str, ...]:
    """The policies whose sheets are simulated independently, compiled or not; house rules go through the rules."""
    return NAMES if game.usual and game.begins == FIRST else ()


def player(game: Scorecard, name: str) -> None:
    """Raises an error: sheets are simulated independently."""
    if not policies(game, compiled=False):
        raise NotProvided(f"{game.key} with house rules is played at random or by its bots")
    raise BadSetup("on scorecards greedy and optimal players cannot sit at a table with a function")


def play(game: Scorecard, policies: tuple[str, ...], seed: int, numbers: range, *, compiled: bool) -> Results:
    """The results of the games with these numbers."""
    results_by_seat = []
    for seat, policy in enumerate(policies):
        sheets = range(numbers.start + seat * SEAT, numbers.stop + seat * SEAT)
        sheets_of = _random if policy == "random" else _best
        results_by_seat.append(sheets_of(game.card, policy, seed, sheets, compiled))
    scores = np.stack([points for points, _ in results_by_seat], axis=1)
    moves = np.sum([moves for _, moves in results_by_seat], axis=0)
    # After every throw there is one move: holding dice, or writing.
    return Results(scores, ranked(scores), moves, moves)


def _random(card: Card, _policy: str, seed: int, sheets: range, compiled: bool) -> tuple[Ints, Ints]:
    """Points and moves of random sheets."""
    if compiled:
        from knobel_lab.games.scorecard.batch_compiled import play as play_fast

        points, moves = play_fast(card, seed, np.arange(sheets.start, sheets.stop, dtype=np.uint64)).T
        return points, moves
    game = Scorecard(card, 1)
    played = results(game, play_rules(game, [play_at_random], seed, sheets))
    return played.scores[:, 0], played.moves


def _best(card: Card, policy: str, seed: int, sheets: range, compiled: bool) -> tuple[Ints, Ints]:
    """Points and moves of sheets played by the best-rated moves."""
    place, values = _rated(card, policy)
    points, moves = np.zeros(len(sheets), np.int64), np.zeros(len(sheets), np.int64)
    for turn in turns(place, values, sheets, seed, None if compiled else play_plain):
        at = turn.numbers - sheets.start
        points[at] += turn.points + turn.bonus
        moves[at] += (turn.trail[:, ::2] >= 0).sum(axis=1)
    return points, moves


def events(game: Scorecard, policies: Sequence[str], seed: int, number: int) -> Iterator[Event]:
    """The events of the game with this number."""
    if not (game.usual and game.begins == FIRST):
        raise NotProvided(f"{game.key} with house rules is played through the rules")
    ways: dict[str, Callable[[Card, str, int, int], Iterator[list[Event]]]] = {"random": _random_turns}
    seats = [
        ways.get(policy, _best_turns)(game.card, policy, seed, number + seat * SEAT)
        for seat, policy in enumerate(policies)
    ]
    for round_of_turns in zip(*seats, strict=True):
        for seat, happened in enumerate(round_of_turns):
            for event in happened:
                yield Moved(seat, event.move) if isinstance(event, Moved) else event


def _random_turns(card: Card, _policy: str, seed: int, sheet: int) -> Iterator[list[Event]]:
    """The turns of a random sheet, as events."""
    (going,) = play_rules(Scorecard(card, 1), [play_at_random], seed, [sheet])
    turn: list[Event] = []
    for event in going.events:
        turn.append(event)
        if isinstance(event, Moved) and isinstance(event.move, Write):
            yield turn
            turn = []


def _best_turns(card: Card, policy: str, seed: int, sheet: int) -> Iterator[list[Event]]:
    """The turns of a sheet played by the best-rated moves, as events."""
    place, values = _rated(card, policy)
    for turn in turns(place, values, range(sheet, sheet + 1), seed):
        trail = [number for number in turn.trail[0].tolist() if number >= 0]
        write = Moved(0, Write(card.boxes[int(turn.boxes[0])].key))
        yield [*turn_events(place.rules.lattice, trail), write]


def vector(game: Scorecard, count: int) -> "Tables":
    """`count` tables side by side, as arrays."""
    from knobel_lab.games.scorecard.vector import ScorecardTables

    return ScorecardTables(game, count)
