"""What is left of somebody who wants to be forgotten: their moves, without a name."""

from collections.abc import Iterable, Sequence

from knobel.server.row import Row


def blanked(rows: Iterable[Row], seats: Sequence[int]) -> list[Row]:
    """The rows that name the people at these seats, with another name."""
    return [
        Row(row.seq, row.kind, _without(row), row.seat, row.at)
        for row in rows
        if row.seat in seats and row.kind in {"name", "join"}
    ]


def nobody(seat: int | None) -> str:
    """What somebody is called who is forgotten."""
    return f"Player {(seat or 0) + 1}"


def _without(row: Row) -> str:
    return nobody(row.seat) if row.kind == "name" else f"{row.text.partition(' ')[0]} {nobody(row.seat)}"
