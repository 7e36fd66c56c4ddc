"""Checkable dice: bytes, fairness, and what a record with them proves."""

from collections import Counter
from collections.abc import Callable

import pytest

from knobel import D6, D10, BadRecord, BadSetup, Die, Fell, Fix, Moved, Over, Record, Throw, Undo, make
from knobel.core.checked import Checked, _below, check_nonce, seal
from knobel.core.proof import prove

SECRET = bytes(range(32))
NONCES = ("00" * 16, "0123456789abcdef" * 2)
DICE = Checked("table1", seal(SECRET), NONCES, SECRET)


def played(entries: int, dice: Checked = DICE) -> Record:
    """A game of Classic with checked dice, in which everybody writes what is first."""
    game = make("classic", 2)
    record = Record(game, ("Anna", "Bert"), dice.text())
    throws = 0
    while len(record.entries) < entries and not isinstance(record.pending, Over):
        match record.pending:
            case Throw(_, cup):
                throws += 1
                record.fell(*dice.fall(throws, game.pool, cup))
            case pending:
                seat = pending.seats[0]
                move = "keep 1 3" if throws % 3 else str(game.moves(record.state, seat)[-1])
                record.moved(seat, move)
    return record


def changed(record: Record, *entries: object) -> Record:
    """The same record with more entries."""
    longer = record.copy()
    for entry in entries:
        longer.append(entry)  # type: ignore[arg-type]
    return longer


def test_dice_of_the_documents_fall_as_documented() -> None:
    assert DICE.roll(1, (*[D6] * 5, D10)) == (6, 5, 6, 3, 5, 3)
    assert DICE.fall(2, [D6] * 5, [1, 3, 4]) == (3, 3, 1)


def test_what_a_die_shows_does_not_depend_on_which_others_are_thrown() -> None:
    whole = DICE.roll(7, [D6] * 5)
    assert all(DICE.fall(7, [D6] * 5, [position]) == (whole[position],) for position in range(5))


@pytest.mark.parametrize("faces", [2, 3, 6, 10, 20, 255, 256])
def test_every_face_has_equally_many_bytes_and_the_rest_is_thrown_away(faces: int) -> None:
    def shown(byte: int) -> int | None:
        try:
            return _below(faces, iter([byte]))
        except RuntimeError:  # the bytes are used up: this one was thrown away
            return None

    counts = Counter(shown(byte) for byte in range(256))
    assert counts.pop(None, 0) == 256 % faces
    assert set(counts.values()) == {256 // faces}


def test_a_die_of_more_than_256_faces_takes_as_many_bytes_as_it_needs() -> None:
    assert _below(257, iter([1, 0])) == 256
    assert _below(65_537, iter([1, 0, 0])) == 65_536
    assert _below(257, iter([255, 255, 0, 7])) == 7


def test_dice_are_fair_in_the_long_run() -> None:
    counts = Counter(face for throw in range(1, 2001) for face in DICE.roll(throw, [D6] * 5))
    expected = 10_000 / 6
    # Chi-squared with five degrees of freedom exceeds 20.5 once in a thousand; these dice are fixed: never or always.
    assert sum((counts[face] - expected) ** 2 / expected for face in D6.values) < 20.5


@pytest.mark.parametrize(
    "other",
    [
        Checked("table2", DICE.seal, NONCES, SECRET),
        Checked("table1", DICE.seal, (NONCES[1], NONCES[0]), SECRET),
        Checked("table1", DICE.seal, (*NONCES, "00" * 16), SECRET),
        Checked("table1", DICE.seal, NONCES, bytes(32)),
    ],
)
def test_table_nonces_their_order_and_secret_all_matter(other: Checked) -> None:
    many = [Die("many", tuple(map(str, range(256))))] * 8
    assert other.roll(1, many) != DICE.roll(1, many)


def test_throws_and_blocks_cannot_be_mistaken_for_each_other() -> None:
    many = [Die("many", tuple(map(str, range(256))))] * 64
    rolls = [DICE.roll(throw, many)[half : half + 32] for throw in range(1, 30) for half in (0, 32)]
    assert len(set(rolls)) == len(rolls)


def test_a_dice_line_reads_back_and_its_parts_do_not_print_the_secret() -> None:
    assert Checked.read(DICE.text()) == DICE
    assert Checked.read(DICE.hidden().text()) == DICE.hidden()
    assert SECRET.hex() not in DICE.hidden().text()
    assert SECRET.hex() not in repr(DICE)
    assert repr(SECRET) not in repr(DICE)


def test_dice_without_their_secret_do_not_fall() -> None:
    with pytest.raises(BadSetup, match="revealed when the game is over"):
        DICE.hidden().roll(1, [D6])


@pytest.mark.parametrize("nonce", ["", "0" * 31, "0" * 33, "G" * 32, "ABCDEF" * 5 + "AB", "0" * 31 + "\n"])
def test_a_nonce_is_thirty_two_hexadecimal_digits(nonce: str) -> None:
    with pytest.raises(BadSetup, match="is no nonce"):
        check_nonce(nonce)


def test_a_record_needs_a_nonce_for_every_seat() -> None:
    with pytest.raises(BadSetup, match="checked dice of 3 seats need 3 nonces, not 2"):
        Record(make("classic", 3), dice=DICE.text())


@pytest.mark.parametrize("dice", ["checked", "checked t", DICE.text().upper(), DICE.text() + " ", DICE.text() + " 00"])
def test_a_dice_line_is_written_in_one_way_only(dice: str) -> None:
    with pytest.raises(BadSetup, match="no way dice come"):
        Record(make("classic", 2), dice=dice)


def test_a_record_with_checked_dice_reads_back() -> None:
    record = played(30)
    assert Record.read(record.text()) == record


def test_a_whole_game_holds() -> None:
    record = played(10_000)
    assert isinstance(record.pending, Over)
    proof = prove(record)
    assert proof.holds
    assert proof.throws == sum(isinstance(entry, Fell) for entry in record.entries)
    assert proof.dice == sum(len(entry.faces) for entry in record.entries if isinstance(entry, Fell))
    assert proof.again == 0


def test_every_single_forged_die_is_found() -> None:
    record = played(12)
    lines = record.text().splitlines()
    for at, line in enumerate(lines):
        if not line.startswith("-"):
            continue
        words = line.split()
        for die in range(1, len(words)):
            forged = [*words[:die], str(int(words[die]) % 6 + 1), *words[die + 1 :]]
            text = "\n".join([*lines[:at], " ".join(forged), *lines[at + 1 :]]) + "\n"
            proof = prove(Record.read(text))
            assert not proof.holds
            assert proof.entry == at - 5
            assert "sealed was" in str(proof.problem)


def test_another_secret_does_not_fit_the_seal() -> None:
    record = played(6, Checked("table1", DICE.seal, NONCES, bytes(32)))
    proof = prove(record)
    assert "not the one that was sealed" in str(proof.problem)
    assert proof.entry is None


def test_without_the_secret_nothing_is_proved() -> None:
    proof = prove(Record(make("classic", 2), dice=DICE.hidden().text()))
    assert not proof.holds
    assert "added when the game is over" in str(proof.problem)


@pytest.mark.parametrize("dice", ["own", "random", "seed 7"])
def test_other_dice_cannot_be_verified(dice: str) -> None:
    with pytest.raises(BadRecord, match=f"this record says 'dice {dice}'"):
        prove(Record(make("classic", 2), dice=dice))


def undone() -> Record:
    """Throw, keep 1 3, throw; the second throw and the keep are taken back."""
    return changed(played(3), Undo(3), Undo(2))


def test_a_throw_that_comes_again_shows_the_same_dice_and_is_counted() -> None:
    keep = played(3).entries[1]
    proof = prove(changed(undone(), keep, Fell(DICE.fall(2, [D6] * 5, [1, 3, 4]))))
    assert proof.holds
    assert proof.again == 1


def test_after_an_undo_other_dice_may_be_held_but_none_falls_otherwise() -> None:
    game = make("classic", 2)
    other = next(move for move in game.alphabet if str(move) == "keep 1")
    assert prove(changed(undone(), Moved(0, other), Fell(DICE.fall(2, game.pool, [1, 2, 3, 4])))).holds
    fresh = prove(changed(undone(), Moved(0, other), Fell(DICE.fall(3, game.pool, [1, 2, 3, 4]))))
    assert fresh.entry == 7
    assert "(throw 2)" in str(fresh.problem)


def amend_throw(record: Record) -> Record:
    faces = record.entries[0]
    assert isinstance(faces, Fell)
    return changed(record, Fix(1, Fell(tuple(face % 6 + 1 for face in faces.faces))))


def amend_keep(record: Record) -> Record:
    """Other dice go into the cup, but as many: the throw fits the game, and not the seal."""
    move = next(move for move in record.game.alphabet if str(move) == "keep 2 4")
    return changed(record, Fix(2, Moved(0, move)))


@pytest.mark.parametrize("amend", [amend_throw, amend_keep])
def test_no_amendment_changes_dice_unnoticed(amend: Callable[[Record], Record]) -> None:
    proof = prove(amend(played(3)))
    assert proof.entry == 4


def test_dice_that_were_wrong_for_a_while_do_not_hold_although_they_were_put_right() -> None:
    record = amend_throw(played(3))
    assert not prove(changed(record, Fix(1, played(3).entries[0]))).holds  # type: ignore[arg-type]
