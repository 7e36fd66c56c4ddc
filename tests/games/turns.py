"""Short ways to say what happened at a table. Holds no rules."""

from collections.abc import Iterable, Sequence
from typing import Any

from knobel import AnyGame, Fell, Moved, Pending, Record, find, make, step
from knobel.core.entry import read_entry


def follow(game: AnyGame, state: Any, *lines: str) -> Any:
    """The state after these lines of a record, each checked."""
    for line in lines:
        entry = read_entry(game, line)
        assert isinstance(entry, Fell | Moved)
        state = step(game, state, entry)
    return state


def awaited(record: Record) -> Pending:
    """What the table waits for; a call, so that a type checker does not believe it stays so."""
    return record.pending


def allowed(record: Record, seat: int = 0) -> list[str]:
    """The notation of every move the seat may make but holding dice."""
    moves = [str(move) for move in record.game.moves(record.state, seat)]
    return [move for move in moves if not move.startswith("keep")]


def may_throw_again(record: Record, seat: int = 0) -> bool:
    """The seat may hold some dice and throw the others."""
    return any(str(move).startswith("keep") for move in record.game.moves(record.state, seat))


def fill_in(record: Record, entries: Iterable[tuple[str, str]]) -> None:
    """Turns of one throw each, round the table: the faces that fall, and the box they are written in."""
    for faces, box in entries:
        seat = record.state.seat
        record.fell(*(die.read(text) for die, text in zip(record.game.pool, faces.split(), strict=True)))
        record.moved(seat, f"write {box}")


def filled(key: str, entries: Iterable[tuple[str, str]], seats: int = 1) -> Record:
    """A fresh table of a scorecard game after these turns."""
    record = Record(make(key, seats=seats))
    fill_in(record, entries)
    return record


def worths(key: str, faces: str | Sequence[str]) -> dict[str, int | bool]:
    """What the faces are worth in the boxes where they are worth anything."""
    texts = faces.split() if isinstance(faces, str) else faces
    return {box: worth for box, worth in find(key).appraise(make(key), texts).items() if worth}
