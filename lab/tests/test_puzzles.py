"""Finding puzzles: the natural move is a blunder, one choice is clearly best, and the coach can say why."""

from datetime import date

import pytest

from knobel import games, make
from knobel.app.today.puzzle import Puzzles, puzzles
from knobel.coach.numbers import classify, spread
from knobel.core.record import Record
from knobel.testing import random_record
from knobel_lab.puzzles import CLEAR, WRONG, find_puzzles, shortened, with_new_reasons

KEYS = [spec.key for spec in games()]
FIRST = date(2024, 1, 1)


@pytest.mark.parametrize("key", KEYS)
def test_shipped_puzzles_are_what_is_looked_for_and_told_as_the_coach_tells_them_now(key: str) -> None:
    # One of each difficulty, which are spread over the list.
    for one in {one.difficulty: one for one in puzzles(key).listed}.values():
        unit = spread(one.record("en").game, one.objective)
        assert classify(one.loss, unit) == WRONG
        assert classify(one.margin, unit) in CLEAR
        # If the coach has other words now, `knobel puzzles GAME --retell --out FILE` writes them.
        assert with_new_reasons(Puzzles(FIRST, (one,))).listed == (one,)


def test_puzzles_are_found_the_same_way_every_time() -> None:
    game = make("hexhex")
    one, other = (find_puzzles(game, 6, 1, FIRST).text() for _ in range(2))
    assert one == other
    assert one.count("\n") > 1


@pytest.mark.parametrize("key", KEYS)
def test_turns_told_by_their_last_throw_lead_to_the_same_position(key: str) -> None:
    record = random_record(make(key), 7)
    for count in (len(record.standing) // 3, len(record.standing) - 1):
        lines = shortened(record, count)
        assert len(lines) <= count
        replayed = Record.read(Record(record.game).header() + "".join(f"{line}\n" for line in lines))
        assert replayed.state == record.states[count]
