"""Checkable dice: bytes, fairness, and what a record with them proves."""

from collections import Counter
from collections.abc import Callable

import pytest

from knobel import D6, D10, BadRecord, BadSetup, Die, Fell, Fix, Moved, Over, Record, Throw, Undo, make
from knobel.core.checked import Checked, _below, check_commitment, check_nonce, commitment, seal, seal_for
from knobel.core.game import read_move, seat_of
from knobel.core.proof import Notes, Problem, prove
from knobel.core.throws import Throws

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


def test_dice_of_version_1_fall_as_they_always_did() -> None:
    assert DICE.seal == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert DICE.roll(1, (*[D6] * 5, D10)) == (6, 5, 6, 3, 5, 3)
    assert DICE.roll(1000, (*[D6] * 5, D10)) == (6, 2, 4, 6, 2, 5)
    assert DICE.fall(2, [D6] * 5, [1, 3, 4]) == (3, 3, 1)


@pytest.mark.parametrize(
    ("faces", "indices"),
    [(2, (1, 0, 1)), (20, (5, 10, 15)), (256, (65, 70, 35)), (257, (5, 63, 204)), (70_000, (7795, 2007, 24388))],
)
def test_dice_of_any_size_take_the_bytes_they_need(faces: int, indices: tuple[int, ...]) -> None:
    die = Die("any", tuple(map(str, range(faces))), first=0)
    assert DICE.roll(1, [die] * 3) == indices


def test_what_a_die_shows_does_not_depend_on_which_others_are_thrown() -> None:
    whole = DICE.roll(7, [D6] * 5)
    assert all(DICE.fall(7, [D6] * 5, [position]) == (whole[position],) for position in range(5))


@pytest.mark.parametrize("faces", [2, 3, 6, 10, 20, 255, 256])
def test_every_face_has_equally_many_bytes_and_the_rest_is_thrown_away(faces: int) -> None:
    def shown(byte: int) -> int | None:
        try:
            return _below(faces, iter([byte]))
        except StopIteration:  # the bytes are used up: this one was thrown away
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
    with pytest.raises(BadSetup, match="is not a nonce"):
        check_nonce(nonce)


def test_a_record_needs_a_nonce_for_every_seat() -> None:
    with pytest.raises(BadSetup, match="checked dice of 3 seats need 3 nonces, not 2"):
        Record(make("classic", 3), dice=DICE.text())


@pytest.mark.parametrize("dice", ["checked", "checked t", DICE.text().upper(), DICE.text() + " ", DICE.text() + " 00"])
def test_a_dice_line_is_written_in_one_way_only(dice: str) -> None:
    with pytest.raises(BadSetup, match="unknown dice mode"):
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
            assert "was sealed" in str(proof.problem)


def test_another_secret_does_not_fit_the_seal() -> None:
    record = played(6, Checked("table1", DICE.seal, NONCES, bytes(32)))
    proof = prove(record)
    assert "not the sealed one" in str(proof.problem)
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


TABLE_SEAL = seal_for("table1", SECRET)
NOW = Checked("table1", TABLE_SEAL, (NONCES[1], "-"), SECRET, version=2)
"""Dice as tables throw them today: one device brought a nonce, the other seat is a bot's."""


def dealt(dice: Checked, moves: str, game: str = "classic", seats: int = 2) -> Record:
    """A game with dice of version 2 in which this is decided, by whoever is asked; `undo N M` takes back both."""
    record = Record(make(game, seats), dice=dice.text())
    names = Throws(seats)
    for move in [*moves.split(", "), ""]:
        while isinstance(record.pending, Throw):
            record.fell(*dice.fall(names.name(record.pending.seat), record.game.pool, record.pending.dice))
            names.follow(len(record.entries), named(record, len(record.entries)))
        if move.startswith("undo "):
            for number in map(int, move.split()[1:]):
                record.append(Undo(number))
                names.follow(number, named(record, number))
        elif move:
            record.moved(record.pending.seats[0], move)  # type: ignore[union-attr]
            names.follow(len(record.entries), named(record, len(record.entries)))
    return record


def named(record: Record, number: int) -> list[tuple[int, Fell | Moved, int]]:
    """The events that stand from an entry on, with their seats."""
    return [(at, event, seat_of(record.game, before, event)) for at, event, before in record.since(number)]


def test_a_seal_fits_one_secret_and_one_table() -> None:
    assert NOW.sealed
    assert not Checked("table2", TABLE_SEAL, NOW.nonces, SECRET, version=2).sealed
    assert not Checked("table1", TABLE_SEAL, NOW.nonces, bytes(32), version=2).sealed
    assert not Checked("table1", TABLE_SEAL, NONCES, SECRET).sealed


def test_a_commitment_fits_one_nonce_and_one_seal() -> None:
    made = {commitment(seal, nonce) for seal in (TABLE_SEAL, DICE.seal) for nonce in NONCES}
    assert len(made) == 4
    assert all(check_commitment(one) == one for one in made)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "G" * 64, "0" * 63 + "\n"])
def test_a_commitment_is_sixty_four_hexadecimal_digits(text: str) -> None:
    with pytest.raises(BadSetup, match="is not a commitment"):
        check_commitment(text)


@pytest.mark.parametrize("nonces", [(NONCES[0], "-"), ("-", "-"), (f"-{'ab' * 32}", NONCES[1])])
def test_a_dice_line_of_version_2_reads_back(nonces: tuple[str, ...]) -> None:
    for secret in (None, SECRET):
        dice = Checked("table1", TABLE_SEAL, nonces, secret, version=2)
        assert Checked.read(dice.text()) == dice


def test_seat_turn_throw_take_and_what_was_brought_all_matter() -> None:
    many = [Die("many", tuple(map(str, range(256))))] * 8
    names = [(0, 1, 1, 0), (1, 1, 1, 0), (0, 2, 1, 0), (0, 1, 2, 0), (0, 1, 1, 1), (0, 11, 1, 0), (0, 1, 11, 0)]
    rolls = {NOW.roll(name, many) for name in names}
    others = [(NONCES[1], f"-{'ab' * 32}"), (NONCES[0], "-"), ("-", NONCES[1])]
    rolls |= {Checked("table1", TABLE_SEAL, other, SECRET, version=2).roll(names[0], many) for other in others}
    assert len(rolls) == len(names) + len(others)


def test_a_game_of_version_2_holds_with_undone_throws_of_both_kinds() -> None:
    record = dealt(NOW, "keep 1, undo 3 2, keep 1, undo 7 6, keep 2, write chance, keep 1 2, write chance")
    proof = prove(record)
    assert (proof.holds, proof.version, proof.again, proof.otherwise) == (True, 2, 1, 1)


def test_dice_dealt_anew_after_the_same_decision_do_not_hold() -> None:
    record = dealt(NOW, "keep 1, undo 3 2, keep 1")
    again = NOW.fall((0, 1, 2, 1), record.game.pool, (1, 2, 3, 4))
    forged = changed(Record.read("".join(record.text().splitlines(keepends=True)[:-1])), Fell(again))
    assert prove(forged).entry == 7
    assert str(prove(forged).problem).startswith("die 2 of entry 7 (seat 0, turn 1, throw 2) shows")


def test_no_amendment_gives_a_throw_another_name_afterwards() -> None:
    record = dealt(NOW, "begin dot, begin star", "krisskross")
    mended = changed(record, Fix(2, Moved(1, read_move(record.game, "begin cross"))))
    assert str(prove(mended).problem) == "entry 4 corrects another one, which is not allowed with sealed dice"


def test_a_record_is_compared_with_what_was_kept() -> None:
    record = dealt(NOW, "keep 1, write chance")
    assert prove(record, Notes(TABLE_SEAL, (NONCES[1],))).holds
    swapped = bytes(reversed(SECRET))
    other = Checked("table1", seal_for("table1", swapped), NOW.nonces, swapped, version=2)
    forged = dealt(other, "keep 1, write chance")
    assert prove(forged).holds
    assert prove(forged, Notes(TABLE_SEAL)).problem == Problem("kept_seal", {"seal": other.seal, "kept": TABLE_SEAL})
    assert not prove(record, Notes(nonces=(NONCES[0],))).holds


def test_a_nonce_that_was_never_opened_is_told() -> None:
    dice = Checked("table1", TABLE_SEAL, (NONCES[0], f"-{commitment(TABLE_SEAL, NONCES[1])}"), SECRET, version=2)
    assert prove(dealt(dice, "keep 1, write chance")).unopened == (1,)
