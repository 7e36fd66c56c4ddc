"""Finding puzzles: the natural move is a blunder, one choice is clearly best, and the coach can say why."""

from datetime import date

import pytest

from knobel import games, make
from knobel.app.today.puzzle import THEMES, Puzzles, puzzles
from knobel.coach.judge import ENDGAMES, judge_of
from knobel.coach.numbers import spread
from knobel.coach.why import Decision
from knobel.core.game import read_move
from knobel.core.record import Record
from knobel.testing import random_record
from knobel_lab.puzzles import (
    CLEAR,
    EARLY,
    EARLY_SHARE,
    MOST_LOSS,
    WRONG,
    find_puzzles,
    select,
    shortened,
    theme_of,
    with_new_reasons,
)

KEYS = [spec.key for spec in games()]
FIRST = date(2024, 1, 1)


@pytest.mark.parametrize("key", KEYS)
def test_shipped_puzzles_are_what_is_looked_for_and_told_as_the_coach_tells_them_now(key: str) -> None:
    # One of each difficulty, which are spread over the list.
    for one in {one.difficulty: one for one in puzzles(key).listed}.values():
        unit = spread(one.record("en").game, one.objective)
        assert WRONG * unit < one.loss <= MOST_LOSS * unit
        assert one.margin > CLEAR * unit
        # If the coach has other words now, `knobel puzzles GAME --retell --out FILE` writes them.
        assert with_new_reasons(Puzzles(FIRST, (one,))).listed == (one,)


@pytest.mark.parametrize("key", KEYS)
def test_at_most_a_fifth_of_the_shipped_puzzles_are_turns_stopped_too_early(key: str) -> None:
    listed = puzzles(key).listed
    assert sum(one.theme == EARLY for one in listed) <= EARLY_SHARE * len(listed)
    assert select(puzzles(key)).listed == listed


@pytest.mark.parametrize("key", KEYS)
def test_a_theme_is_what_the_two_moves_differ_in(key: str) -> None:
    for one in {one.theme: one for one in puzzles(key).listed}.values():
        record = one.record("en")
        decision = Decision(judge_of(record.game, one.objective, ENDGAMES), record.game, record.state, one.seat)
        best, natural = (read_move(record.game, move) for move in (one.best, one.natural))
        assert theme_of(decision, best, natural) == one.theme
        assert one.theme in THEMES


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
