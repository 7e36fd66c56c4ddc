"""Records: one text for each game, amendments, and what is refused with line and reason."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import BadMove, BadRecord, BadSetup, Decide, Fell, Fix, KnobelError, Moved, Record, Undo, make, read_move
from knobel.core.record import MOST_BYTES, MOST_ENTRIES
from knobel.testing import random_record
from knobel.testing.strategies import record_strategy

TEXT = """\
knobel 1
game extreme
seat 0 Anna
seat 1 Ben
dice own

- 2 2 3 1 4 9
0 keep 1 2
- 5 2 6 2
0 write twos
undo 4
0 write chance
fix 3 - 5 5 5 5
"""


def test_a_record_reads_back_byte_for_byte() -> None:
    record = Record.read(TEXT)
    assert record.text() == TEXT
    assert Record.read(record.text()) == record


def test_an_undone_entry_no_longer_stands_but_is_still_there() -> None:
    record = Record.read(TEXT)
    assert [number for number, _ in record.standing] == [1, 2, 3, 6]
    assert len(record.entries) == 7
    assert record.entries[4] == Undo(4)


def test_a_corrected_throw_changes_what_followed() -> None:
    record = Record.read(TEXT)
    assert isinstance(record.entries[6], Fix)
    assert record.game.scores(record.state) == (2 + 2 + 5 + 5 + 5 + 5, 0)


def test_a_corrected_entry_can_be_corrected_again_and_undone() -> None:
    record = Record.read(TEXT)
    record.append(Fix(3, Fell((1, 1, 1, 1))))
    assert record.game.scores(record.state) == (8, 0)
    record.undo()
    record.undo()
    assert [number for number, _ in record.standing] == [1, 2]


def test_one_move_of_several_who_decide_together_can_be_undone_alone() -> None:
    record = Record(make("krisskross", seats=2))
    record.moved(0, "begin dot")
    record.moved(1, "begin star")
    record.fell(1, 2)
    record.moved(0, "place a1 b1")
    record.undo(4)
    record.moved(1, "place a1 b1")
    record.moved(0, "place a2 b2")
    assert [number for number, _ in record.standing] == [1, 2, 3, 6, 7]


def test_an_amendment_that_makes_later_entries_impossible_names_them_and_changes_nothing() -> None:
    record = Record(make("kribbeln", tasks="0 blue; 1 red; 1 red; 1 red; 1 red; 1 red"))
    record.fell(1, 1, 2, 1, 1, 1)
    record.moved(0, "write")
    before = record.text()
    with pytest.raises(BadMove, match="entry 2 would no longer fit, undo it first: 'write' is not allowed now"):
        record.append(Fix(1, Fell((3, 1, 2, 1, 1, 1))))
    assert record.text() == before
    assert [number for number, _ in record.standing] == [1, 2]


def test_only_standing_entries_can_be_amended() -> None:
    record = Record.read(TEXT)
    with pytest.raises(BadMove, match="entry 4 does not exist or was taken back"):
        record.undo(4)
    with pytest.raises(BadMove, match="nothing to undo"):
        Record(make("classic")).undo()


def test_a_refused_entry_changes_nothing() -> None:
    record = Record.read(TEXT)
    with pytest.raises(KnobelError):
        record.moved(0, "write ones")
    assert record.text() == TEXT


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("knobel 1", "knobel 3", 1, "this record has format 3; this Knobel reads formats 1 and 2"),
        ("knobel 1", "PGN", 1, "this is not a record; its first line must be 'knobel 1'"),
        ("game extreme", "game chess", 2, "unknown game 'chess'"),
        ("seat 1 Ben", "seat 2 Ben", 4, "expected seat 1 here"),
        ("seat 1 Ben", "seat 1  Ben", 4, "cannot be a name"),
        ("seat 1 Ben", "seat 1 Be  n", 4, "cannot be a name"),
        ("seat 1 Ben", "seat 1 ", 4, "a name has 1 to 24 characters, not 0"),
        ("seat 1 Ben", "seat 1 " + "B" * 25, 4, "a name has 1 to 24 characters, not 25"),
        ("seat 1 Ben", "seat 1 B\ten", 4, "cannot be a name"),
        ("seat 1 Ben", "seat 1 B\u202een", 4, "cannot be a name"),
        ("dice own", "dice loaded", 5, "unknown dice mode 'loaded'"),
        ("dice own", "dice seed 007", 5, "unknown dice mode"),
        ("dice own\n", "", 5, "the header needs the lines"),
        ("dice own\n", "dice own\noption advanced yes\n", 6, "extreme has no option 'advanced'"),
        ("game extreme\n", "", 5, "the header needs the lines"),
        ("game extreme", "game  extreme", 2, "unknown game ' extreme'"),
        ("game extreme\n", "game classic\ngame extreme\n", 2, "expected 'game extreme', found 'game classic'"),
        ("dice own\n\n", "dice own\nmood good\n\n", 6, "a header line begins with game, seat, option or dice"),
        ("- 2 2 3 1 4 9", "- 2 2 3 1 4", 7, "the cup holds 6 dice, not 5"),
        ("- 2 2 3 1 4 9", "- 2 2 3 1 9 4", 7, "die 5 cannot show 9"),
        ("- 2 2 3 1 4 9", "- 2 2 3 1 4 x", 7, "no die of this game shows 'x'"),
        ("- 2 2 3 1 4 9", "- 2 2 3 1 4  9", 7, "no die of this game shows ''"),
        ("- 2 2 3 1 4 9", "- 2 2 3 1 4 ⁹", 7, "no die of this game shows"),
        ("0 keep 1 2", "0 keep 2 1", 8, "'keep 2 1' is not a move in extreme"),
        ("0 keep 1 2", "1 keep 1 2", 8, "seat 1 cannot move now; the game waits for seat 0"),
        ("0 keep 1 2", "0 keep 1 2 ", 8, "is not a move in extreme"),
        ("0 keep 1 2", "keep 1 2", 8, "is not an entry"),
        ("0 keep 1 2", "", 8, "'' is not an entry"),
        ("0 keep 1 2", "0 keep 1 2\r", 8, "is not a move in extreme"),
        ("undo 4", "undo 04", 11, "is not an entry"),
        ("undo 4", "undo 9", 11, "entry 9 does not exist or was taken back"),
        ("undo 4", "undo 4 0 write ones", 11, "a change looks like"),
        ("undo 4", "fix 4", 11, "a change looks like"),
        ("fix 3 - 5 5 5 5", "fix 3 undo 1", 13, "is not an entry"),
        ("fix 3 - 5 5 5 5", "fix 3 - 5 5 5", 13, "the cup holds 4 dice, not 3"),
    ],
)
def test_reading_refuses_with_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        Record.read(TEXT.replace(old, new, 1))
    assert refused.value.line == line
    assert reason in refused.value.reason
    assert str(refused.value) == f"line {line}: {refused.value.reason}"


@pytest.mark.parametrize("text", ["knobel 1", TEXT[:-1], TEXT[:40]])
def test_a_torn_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="the record is incomplete"):
        Record.read(text)


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_an_empty_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="the record is empty"):
        Record.read(text)


def test_a_header_without_end_is_refused() -> None:
    with pytest.raises(BadRecord, match="line 2: an empty line is missing"):
        Record.read("knobel 1\ngame classic\n")


def test_a_huge_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadRecord, match="a record has at most 1048576 bytes"):
        Record.read("x" * (MOST_BYTES + 1))


def test_a_record_has_a_largest_number_of_entries() -> None:
    entries = [
        "- 1 2 3 4 5",
        "undo 1",
        *(line for at in range(3, MOST_ENTRIES, 2) for line in ("- 1 2 3 4 5", f"undo {at}")),
    ]
    text = "knobel 1\ngame classic\nseat 0 A\ndice own\n\n" + "".join(f"{line}\n" for line in entries)
    assert len(Record.read(text).entries) == MOST_ENTRIES
    with pytest.raises(BadRecord, match="a record holds 20000 entries at most"):
        Record.read(text + "- 1 2 3 4 5\n")


def test_a_record_cannot_stall_its_reader_by_amending_itself() -> None:
    played = random_record(make("classic", seats=6), 1).text()
    hostile = played + "fix 1 - 1 2 3 4 5\n" * 10_000
    with pytest.raises(BadRecord, match="too many changes to be replayed"):
        Record.read(hostile)


def test_a_record_that_could_not_be_read_again_cannot_be_written() -> None:
    record = Record(make("hexhex"))
    record.fell(4, 4, 4, 4, 4)
    fixes = [Fix(1, Fell((4, 4, 4, 4, 4)))] * MOST_ENTRIES
    with pytest.raises(BadRecord, match="a record has at most 1048576 bytes"):
        list(map(record.append, fixes))
    assert len(record.text().encode()) <= MOST_BYTES
    assert Record.read(record.text()) == record


def test_names_and_seats_must_match() -> None:
    with pytest.raises(BadSetup, match="2 seats need 2 names, not 1"):
        Record(make("classic", 2), ["Anna"])


def test_without_names_the_seats_are_numbered() -> None:
    assert Record(make("classic", 2)).names == ("Player 1", "Player 2")


@given(record_strategy())
@settings(max_examples=60, deadline=None)
def test_any_record_of_any_game_round_trips(record: Record) -> None:
    again = Record.read(record.text())
    assert again.text() == record.text()
    assert again.state == record.state
    assert hash(again) == hash(record)


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with suppress(BadRecord):
        assert Record.read(text).text() == text


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_record_is_refused_or_reads_back_as_it_is(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    damaged = TEXT[:at] + data.draw(st.characters()) + TEXT[at + data.draw(st.integers(0, 3)) :]
    with suppress(BadRecord):
        assert Record.read(damaged).text() == damaged


def test_a_move_object_is_as_good_as_its_notation() -> None:
    record = Record(make("classic"))
    record.fell(1, 2, 3, 4, 5)
    record.append(Moved(0, read_move(record.game, "write chance")))
    assert record.text().endswith("0 write chance\n")


def test_what_is_added_to_a_copy_is_not_added_to_the_original() -> None:
    record = Record(make("classic"), dice="own")
    record.fell(1, 2, 3, 4, 5)
    text, other = record.text(), record.copy()
    other.moved(0, "write chance")
    assert record.text() == text
    assert other.text() == text + "0 write chance\n"
    assert other.state != record.state


HANDS = """\
knobel 1
game kribbeln
seat 0 Anna
seat 1 Ben
option sheet 1
option beginner no
dice own

- 5 5 6 4 6 3
0 write
- 5 5 5 1 2 2
1 write
- 1 1 1 1 1 2
"""
"""Anna has the higher sum, so that the last throw is hers."""
LESS = Fix(1, Fell((4, 1, 4, 3, 2, 3)))
"""With this it would be Ben's turn."""


def test_no_amendment_gives_a_throw_to_another_seat() -> None:
    record = Record.read(HANDS)
    with pytest.raises(BadMove, match="seat 0 made this throw"):
        record.append(LESS)
    assert record.text() == HANDS


def test_a_record_in_which_a_throw_has_changed_hands_long_ago_reads_as_it_did() -> None:
    text = HANDS + "fix 1 - 4 1 4 3 2 3\n"
    record = Record.read(text)
    assert record.text() == text
    assert record.pending == Decide((1,))
