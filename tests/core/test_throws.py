"""The names of throws: seat, turn, throw of the turn, and another take where something was decided otherwise."""

from knobel import Record, Undo, make
from knobel.core.game import seat_of
from knobel.core.throws import Throws


class Told:
    """A record and the names of its throws."""

    def __init__(self, game: str, seats: int) -> None:
        self.record, self.throws = Record(make(game, seats)), Throws(seats)

    def name(self) -> tuple[int, ...]:
        """The throw that comes next."""
        pending = self.record.pending
        return self.throws.name(pending.seat)  # type: ignore[union-attr]

    def fell(self, *faces: int) -> tuple[int, ...]:
        name = self.name()
        self.record.fell(*faces)
        self._follow(len(self.record.entries))
        return name

    def moved(self, seat: int, move: str) -> None:
        self.record.moved(seat, move)
        self._follow(len(self.record.entries))

    def undo(self, number: int) -> None:
        for standing, _ in reversed(self.record.standing):
            if standing >= number:
                self.record.append(Undo(standing))
                self._follow(standing)

    def _follow(self, number: int) -> None:
        game = self.record.game
        later = self.record.since(number)
        self.throws.follow(number, [(at, event, seat_of(game, before, event)) for at, event, before in later])


def test_throws_are_counted_in_turns_and_turns_for_each_seat() -> None:
    told = Told("classic", 2)
    assert told.fell(1, 2, 3, 4, 5) == (0, 1, 1, 0)
    told.moved(0, "keep 1")
    assert told.fell(6, 6, 6, 6) == (0, 1, 2, 0)
    told.moved(0, "write chance")
    assert told.fell(1, 1, 1, 1, 1) == (1, 1, 1, 0)
    told.moved(1, "write chance")
    assert told.fell(2, 2, 2, 2, 2) == (0, 2, 1, 0)


def test_what_one_seat_decides_changes_the_name_of_no_throw_of_another() -> None:
    names = []
    for moves in (("keep 1", "keep 2"), ("keep 3",), ()):
        told = Told("classic", 2)
        told.fell(1, 2, 3, 4, 5)
        for move in moves:
            told.moved(0, move)
            told.fell(6, 6, 6, 6)
        told.moved(0, "write chance")
        names.append(told.name())
    assert names == [(1, 1, 1, 0)] * 3


def test_a_throw_that_comes_again_after_the_same_decisions_has_the_same_name() -> None:
    told = Told("classic", 2)
    told.fell(1, 2, 3, 4, 5)
    told.moved(0, "keep 1")
    assert told.fell(6, 6, 6, 6) == (0, 1, 2, 0)
    told.undo(2)
    told.moved(0, "keep 1")
    assert told.name() == (0, 1, 2, 0)


def test_another_decision_makes_another_take_of_a_throw_that_fell_and_of_no_other() -> None:
    told = Told("classic", 2)
    told.fell(1, 2, 3, 4, 5)
    told.moved(0, "keep 1")
    told.fell(6, 6, 6, 6)
    told.moved(0, "write chance")
    told.fell(1, 1, 1, 1, 1)
    told.undo(2)
    told.moved(0, "keep 2")
    assert told.fell(5, 5, 5, 5) == (0, 1, 2, 1)
    told.moved(0, "keep 2")
    assert told.fell(4, 4, 4, 4) == (0, 1, 3, 0)
    told.moved(0, "write chance")
    # The throw of seat 1 that was taken back is not the one that falls now.
    assert told.fell(1, 1, 1, 1, 1) == (1, 1, 1, 1)


def test_who_of_several_seats_decides_first_makes_no_difference() -> None:
    told = Told("krisskross", 2)
    told.moved(0, "begin dot")
    told.moved(1, "begin star")
    first = told.fell(1, 2)
    places = [str(told.record.game.moves(told.record.state, seat)[0]) for seat in (0, 1)]
    told.moved(0, places[0])
    told.moved(1, places[1])
    second = told.fell(1, 2)
    told.undo(4)
    told.moved(1, places[1])
    told.moved(0, places[0])
    assert (first[-1], told.name()) == (0, second)


def test_a_throw_that_fell_anew_is_final_and_dice_that_do_not_repeat_fall_anew_always() -> None:
    told = Told("classic", 1)
    told.fell(1, 2, 3, 4, 5)
    told.moved(0, "keep 1")
    told.fell(6, 6, 6, 6)
    assert (told.throws.final(repeating=True), told.throws.final(repeating=False)) == (0, 0)
    told.undo(2)
    told.moved(0, "keep 1")
    told.fell(6, 6, 6, 6)
    assert (told.throws.final(repeating=True), told.throws.final(repeating=False)) == (0, 7)
    told.undo(6)
    told.moved(0, "keep 2")
    told.fell(6, 6, 6, 6)
    assert told.throws.final(repeating=True) == 11


def test_a_copy_is_told_nothing_of_the_other() -> None:
    told = Told("classic", 1)
    before = told.throws.copy()
    told.fell(1, 2, 3, 4, 5)
    assert before.name(0) == (0, 1, 1, 0)
    assert before.final(repeating=False) == 0
