"""A row that has been scored tells who beats whom."""

import pytest

from knobel import Record
from knobel.scene import look
from knobel.scene.text import say
from tests.games.kribbeln.test_example import RECORD


def told(record: Record, language: str) -> list[list[str]]:
    """What each row that has been scored says, for each seat."""
    sheets = look(record.game, record.state).sheets
    rows = zip(*[[cell for cell in sheet.cells if cell.points is not None] for sheet in sheets], strict=True)
    return [[say(cell.reason, language, record.names) for cell in row if cell.reason] for row in rows]


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", [["Anna: 21 beats nobody, 1 point", "Ben: 24 beats Anna, 2 points"]]),
        ("de", [["Anna: 21 schlägt niemanden, 1 Punkt", "Ben: 24 schlägt Anna, 2 Punkte"]]),
    ],
)
def test_points_come_with_their_reason(language: str, rows: list[list[str]]) -> None:
    assert told(Record.read(RECORD), language)[:1] == rows


def test_an_x_earns_nothing_and_is_beaten_by_any_sum() -> None:
    assert told(Record.read(RECORD), "en")[1] == ["Anna: 19 beats Ben, 2 points", "Ben: an X, no points"]


def test_rows_that_are_not_scored_yet_have_no_such_reason() -> None:
    start = Record.read(RECORD.partition("- ")[0])
    assert told(start, "en") == []


def test_everybody_who_is_beaten_is_named() -> None:
    head = RECORD.partition("- ")[0].replace("seat 1 Ben\n", "seat 1 Ben\nseat 2 Cleo\n")
    low, high = "- 4 4 6 4 2 1\n", "- 2 4 6 2 4 6\n"
    record = Record.read(f"{head}{low}0 write\n{high}1 write\n{low}2 write\n")
    assert told(record, "en") == [
        ["Anna: 21 beats nobody, 1 point", "Ben: 24 beats Anna and Cleo, 3 points", "Cleo: 21 beats nobody, 1 point"]
    ]
