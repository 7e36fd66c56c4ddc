"""Solving scorecard games: known values, enumeration, and what a run reports."""

from pathlib import Path

import numpy as np
import pytest

from knobel import BadSetup, UnknownGame
from knobel.core.errors import BadTable
from knobel.games.scorecard.rules import Scorecard
from knobel.games.scorecard.solve import points
from knobel.games.scorecard.solve.points import plan, verify
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import card_of, rules
from knobel.solve.tables import Table
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report, execute
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
