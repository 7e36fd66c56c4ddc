"""Solving scorecard games: known values, enumeration, and what a run reports."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from knobel import BadSetup, UnknownGame
from knobel.core.errors import BadTable
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.scorecard.rules import Scorecard, Sheet
from knobel.games.scorecard.solve.book import endgame, open_book, value_of
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.solve.tables import Table
from knobel_lab.games.scorecard import points
from knobel_lab.games.scorecard.fill_compiled import fill_fast
from knobel_lab.games.scorecard.points import plan, verify
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report, execute
from tests.games.scorecard.solve.test_book import KNOWN
from tests.solve.brute import best_score
from tests.solve.cards import TINY


def test_classic_has_the_published_value(classic_file: tuple[Path, Report]) -> None:
    # Optimal solitaire Yahtzee without joker and extra bonus, e.g. from the solver yatzy-solver.
    assert classic_file[1].value == pytest.approx(245.8707745, abs=1e-7)


def test_hexhex_has_the_value_we_know() -> None:
    report = solve("hexhex")
    assert report.value == pytest.approx(33.9319358, abs=1e-7)
    assert (report.game, report.objective, report.positions) == ("hexhex", "score", 2048)


def test_a_small_card_is_worth_what_the_contract_of_games_says() -> None:
    assert execute(plan(TINY)).value == pytest.approx(best_score(Scorecard(TINY, 1)))


@pytest.mark.parametrize(("boxes", "upper", "chips", "value"), KNOWN)
def test_compiled_endgames_have_the_values_of_enumeration(boxes: str, upper: int, chips: int, value: float) -> None:
    numbers = [rules(EXTREME).box(key) for key in boxes.split()]
    book = endgame(EXTREME, numbers, upper, chips, fill=fill_fast)
    assert book.value(numbers, upper, chips) == pytest.approx(value, abs=1e-9)


def test_endgames_agree_with_the_table(classic_file: tuple[Path, Report]) -> None:
    book = open_book(CLASSIC, classic_file[0])
    random = Random(7)
    for _ in range(25):
        boxes = random.sample(range(13), random.randint(0, 4))
        marks = [None if box in boxes else random.randint(0, 5) * (box + 1) if box < 6 else 0 for box in range(13)]
        sheet = Sheet(tuple(marks), 0)
        upper = sum(filter(None, marks[:6]))
        value = value_of(CLASSIC, [CLASSIC.boxes[box].key for box in boxes], upper)
        assert value == pytest.approx(book.of(sheet), abs=1e-9)


def test_progress_counts_positions_up_to_all() -> None:
    seen: list[tuple[int, int, float]] = []
    report = solve("hexhex", progress=lambda *now: seen.append(now))
    assert [done for done, _, _ in seen] == sorted({done for done, _, _ in seen})
    assert seen[-1][:2] == (report.positions, report.positions)


def test_single_precision_is_enough(classic: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "EXACT", 0)
    assert solve("classic").value == pytest.approx(classic.figures.value, abs=1e-4)


def test_wrong_values_do_not_pass_verification(classic: Table) -> None:
    place = positions(rules(card_of("classic")))
    verify(place, classic.values)
    wrong = classic.values.copy()
    wrong[len(wrong) // 2 :] += 0.001 * np.arange(classic.values.shape[2])
    with pytest.raises(BadTable, match="does not agree with the plain kernel"):
        verify(place, wrong)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(UnknownGame):
        solve("chess")
    with pytest.raises(BadSetup, match="krisskross is too large to solve"):
        solve("krisskross")
    with pytest.raises(BadSetup, match="classic has no objective 'fun'; it has score"):
        solve("classic", objective="fun")
    with pytest.raises(BadSetup, match="at least one job"):
        solve("classic", jobs=0)
