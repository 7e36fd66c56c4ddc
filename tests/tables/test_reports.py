"""What was done at a table, told to whoever comes later."""

from knobel.core.game import Moved
from knobel.tables.reports import moves_made
from knobel.tables.table import Table
from tests.tables.test_correct import do, own_table


def played() -> Table:
    """Two turns: dice are held and thrown again before the second one ends."""
    tables, name = own_table("classic")
    for line, seat in [
        ("- 3 3 3 2 2", 0),
        ("write full_house", 0),
        ("- 1 2 3 4 6", 1),
        ("keep 1 2 3 4", 1),
        ("- 5", 1),
        ("write large_straight", 1),
    ]:
        do(tables, name, line, seat)
    return tables.tables[name]


def test_the_last_moves_are_told_by_their_labels_and_none_that_held_dice() -> None:
    told = [(one["seat"], one["label"]["values"]["worth"]) for one in moves_made(played())]
    assert told == [(0, 25), (1, 40)]


def test_of_many_moves_the_last_ones_are_told_with_the_numbers_of_their_entries() -> None:
    table = played()
    (one,) = moves_made(table, most=1)
    number, event = table.record.standing[-1]
    assert isinstance(event, Moved)
    assert (one["number"], one["seat"]) == (number, event.seat)
