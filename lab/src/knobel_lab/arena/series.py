"""A series: some games of the same players, played by one worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knobel.coach.values import values_of
from knobel.core.entry import write_entry
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Moved, Over, apply
from knobel.core.playout import next_event
from knobel.core.record import Record
from knobel.library import make
from knobel.version import __version__
from knobel_lab.arena.dice import GameDice, game_dice
from knobel_lab.arena.journal import GameRow
from knobel_lab.arena.participant import Entrant, Participant, ParticipantPool
from knobel_lab.arena.program import Failed, Limits


def values_used(game: AnyGame) -> tuple[str, ...]:
    """The files of values that levels decide by on this computer, in words."""
    return tuple(map(str, values_of(game)))


def seatings(table: Sequence[Entrant]) -> tuple[tuple[Entrant, ...], ...]:
    """All rotations of a table, in which every player sits in every seat once."""
    return tuple((*table[first:], *table[:first]) for first in range(len(table)))


@dataclass(frozen=True, slots=True)
class Series:
    """Some games for one worker; it can be pickled."""

    key: str
    options: tuple[tuple[str, str], ...]
    seatings: tuple[tuple[Entrant, ...], ...]
    numbers: tuple[int, ...]
    """The numbers, each played in every seating."""
    seed: int
    dice: str
    """`common`, `fresh` or `stream`, as in `knobel_lab.arena.dice`."""
    limits: Limits
    values: tuple[str, ...] = ()
    """The values that levels must decide by; empty if any will do."""

    def play(self) -> list[GameRow]:
        """Play these games, number by number."""
        game = make(self.key, len(self.seatings[0]), **dict(self.options))
        if self.values and values_used(game) != self.values:
            raise BadSetup(
                f"the arena decides by {', '.join(self.values)}, this computer by {', '.join(values_used(game))}; "
                "play with the same tables, or with none: KNOBEL_TABLES names their folder"
            )
        with ParticipantPool(self.limits) as pool:
            return [self._game(game, pool, seats, number) for number in self.numbers for seats in self.seatings]

    def _game(self, game: AnyGame, pool: ParticipantPool, seats: tuple[Entrant, ...], number: int) -> GameRow:
        names = tuple(entrant.name for entrant in seats)
        dice = game_dice(self.dice, game, self.seed, number, names)
        seated: list[Participant] = []
        at = 0
        try:
            for at, entrant in enumerate(seats):
                seed = dice.player_seed(at)
                seated.append(pool.acquire(entrant, game, seed))
                seated[-1].tell(f"{Record(game, names).header()}you {at}\nseed {seed}\n")
        except Failed as error:
            pool.release()
            blank = game.scores(game.start())
            return GameRow(number, names, blank, _forfeited(game, at), 0, at, str(error), __version__)
        return _play(game, seated, pool, dice, (number, names))


def _play(
    game: AnyGame,
    seats: Sequence[Participant],
    pool: ParticipantPool,
    dice: GameDice,
    key: tuple[int, tuple[str, ...]],
) -> GameRow:
    """Play one game to its end, or until somebody fails."""
    state, moves, mover = game.start(), 0, 0

    def ask(game: AnyGame, state: Any, seat: int) -> Any:
        nonlocal mover
        mover = seat
        return seats[seat].move(game, state, seat)

    players = [ask] * game.seats
    try:
        while event := next_event(game, state, players, dice.throw):
            dice.happened(game, state, event)
            state = apply(game, state, event)
            moves += isinstance(event, Moved)
            _tell(seats, write_entry(game, event))
    except Failed as error:
        places = _forfeited(game, mover)
        _tell(seats, _end(places))
        pool.release(seats[mover])
        return GameRow(*key, game.scores(state), places, moves, mover, str(error), __version__)
    over = game.pending(state)
    assert isinstance(over, Over)
    _tell(seats, _end(over.places))
    pool.release()
    return GameRow(*key, game.scores(state), over.places, moves, version=__version__)


def _tell(seats: Sequence[Participant], line: str) -> None:
    for seat in seats:
        seat.tell(f"{line}\n")


def _end(places: Sequence[int]) -> str:
    """The last line of a game in the protocol."""
    return f"over {' '.join(map(str, places))}"


def _forfeited(game: AnyGame, loser: int) -> tuple[int, ...]:
    """The places when one seat forfeits: it is last, and all others share the first place."""
    return tuple(game.seats if seat == loser else 1 for seat in range(game.seats))
