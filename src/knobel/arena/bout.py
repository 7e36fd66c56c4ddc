"""A bout: the games of some players at one table, each in every seat, with dice known by number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knobel.arena.dice import Dice, number_of
from knobel.arena.entrant import Entrant
from knobel.arena.limits import Limits
from knobel.arena.played import Played
from knobel.arena.program import Failed
from knobel.arena.seat import Room, Seat
from knobel.core.entry import write_entry
from knobel.core.game import AnyGame, Decide, Fell, Moved, Over, Throw
from knobel.core.record import Record
from knobel.library import make
from knobel.version import __version__

COMMON, FRESH = "common", "fresh"


def seatings(table: Sequence[Entrant]) -> list[tuple[Entrant, ...]]:
    """Every player in every seat once, the order round the table unchanged."""
    return [(*table[first:], *table[:first]) for first in range(len(table))]


@dataclass(frozen=True, slots=True)
class Bout:
    """Some games that one worker plays; it can be sent to another process."""

    key: str
    options: tuple[tuple[str, str], ...]
    table: tuple[Entrant, ...]
    numbers: tuple[int, ...]
    """Each is played in every seating."""
    seed: int
    dice: str
    """`common`: games with the same number have the same dice in each seat; `fresh`: every game has its own."""
    limits: Limits

    def play(self) -> list[Played]:
        """What these games came to."""
        game = make(self.key, len(self.table), **dict(self.options))
        with Room(self.limits) as room:
            return [self._game(game, room, seats, number) for number in self.numbers for seats in seatings(self.table)]

    def _game(self, game: AnyGame, room: Room, seats: tuple[Entrant, ...], number: int) -> Played:
        names = tuple(entrant.name for entrant in seats)
        label = [self.key, self.options, self.seed, number, *([] if self.dice == COMMON else names)]
        seated: list[Seat] = []
        at = 0
        try:
            for at, entrant in enumerate(seats):
                own = number_of(*label, "player", entrant.name, at)
                seated.append(room.seat(entrant, game, own))
                seated[-1].tell(f"{Record(game, names).header()}you {at}\nseed {own}\n")
        except Failed as error:
            room.rise()
            blank = game.scores(game.start())
            return Played(number, names, blank, _given_away(game, at), 0, at, str(error), __version__)
        return _play(game, seated, room, Dice(game, label), (number, names))


def _play(game: AnyGame, seats: Sequence[Seat], room: Room, dice: Dice, key: tuple[int, tuple[str, ...]]) -> Played:
    """One game, from the first throw to the last; or up to where somebody fails."""
    state, moves = game.start(), 0
    while True:
        match game.pending(state):
            case Over(places):
                _tell(seats, f"over {' '.join(map(str, places))}")
                room.rise()
                return Played(*key, game.scores(state), places, moves, version=__version__)
            case Throw() as throw:
                faces = dice.fall(state, throw)
                state = game.land(state, faces)
                _tell(seats, write_entry(game, Fell(faces)))
            case Decide((seat, *_)):
                try:
                    move: Any = seats[seat].move(game, state, seat)
                except Failed as error:
                    places = _given_away(game, seat)
                    _tell(seats, f"over {' '.join(map(str, places))}")
                    room.rise(seats[seat])
                    return Played(*key, game.scores(state), places, moves, seat, str(error), __version__)
                state = game.play(state, seat, move)
                moves += 1
                dice.moved(seat, move)
                _tell(seats, write_entry(game, Moved(seat, move)))


def _tell(seats: Sequence[Seat], line: str) -> None:
    for seat in seats:
        seat.tell(f"{line}\n")


def _given_away(game: AnyGame, loser: int) -> tuple[int, ...]:
    """The places when one gives a game away: last, and all others share the first."""
    return tuple(game.seats if seat == loser else 1 for seat in range(game.seats))
