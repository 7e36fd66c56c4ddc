"""Trials: exact values lose nothing, compact ones little, and the two ways to find the loss agree."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knobel import make
from knobel.core.errors import BadTable
from knobel.games.classic.rules import CARD as CLASSIC
from knobel.games.extreme.rules import CARD as EXTREME
from knobel.games.master.solve.positions import positions as master_positions
from knobel.games.scorecard.solve.book import endgame
from knobel.games.scorecard.solve.duel import Duel
from knobel.games.scorecard.solve.positions import positions
from knobel.games.scorecard.solve.rule_tables import rules
from knobel.solve.tables import Table, read_table
from knobel_lab.facets import solve_facet
from knobel_lab.games.master.solve import trial_master
from knobel_lab.games.master.turns import table_plan as master_plan
from knobel_lab.games.scorecard.duel import plan as duel_plan
from knobel_lab.games.scorecard.duel import width
from knobel_lab.games.scorecard.evaluate import losses, trial_duel, trial_score
from knobel_lab.games.scorecard.points import recipe
from knobel_lab.solving.compress import Subject, distil, distil_to, measure
from knobel_lab.solving.evaluate import Trial, Tryout, Worth
from knobel_lab.solving.run import execute
from tests.solve.cards import COINS


def near(trial: Trial) -> bool:
    """The games brought what perfect play brings, less what was lost, but for chance."""
    off = abs(abs(trial.best - trial.result.mean) - abs(trial.loss.mean))
    return off < 4 * (trial.result.error + trial.loss.error)


def test_compact_values_of_classic_lose_little(classic: Table) -> None:
    place = positions(rules(CLASSIC))
    compact = distil(recipe(place), classic.values, 6).whole()
    trial = trial_score(place, Tryout(Worth(compact, classic.values), 20_000, 1, 200))
    assert (trial.games, trial.compared) == (20_000, 200)
    assert 0.001 < trial.loss.mean < 1
    assert trial.best == pytest.approx(245.8707745)
    assert near(trial)


def test_exact_values_lose_nothing_with_chips_and_bonus() -> None:
    book = endgame(EXTREME, (2, 4, 9, 13), 55, 2)
    assert book.values is not None
    keys = np.arange(0, book.values.size, 7)
    lost = losses(book.place, Worth(book.values, book.values), keys)
    np.testing.assert_allclose(lost, 0, atol=1e-9)


def test_no_judgement_beats_the_exact_values() -> None:
    book = endgame(EXTREME, (2, 4, 9, 13), 55, 2)
    assert book.values is not None
    blurred = book.values + np.random.default_rng(1).normal(0, 3, book.values.shape)
    lost = losses(book.place, Worth(blurred, book.values), np.arange(0, book.values.size, 7))
    assert lost.min() > -1e-9
    assert lost.max() > 0.1


def test_a_trial_of_master_ends_at_the_goal(tmp_path: Path) -> None:
    whole = master_positions()
    late = replace(whole, fields=whole.fields[: whole.layers[3]])
    execute(master_plan(late), tmp_path / "late.table")
    values = read_table(tmp_path / "late.table").values.astype(np.float64)
    exact = trial_master(late, Tryout(Worth(values, values), 1000, 1, 50))
    assert exact.loss.mean == pytest.approx(0, abs=1e-5)
    assert near(exact)
    blurred = values * np.random.default_rng(1).uniform(0.9, 1.1, values.shape)
    assert trial_master(late, Tryout(Worth(blurred, values), 200, 1, 200)).loss.mean > 0.001


def test_perfect_play_wins_half_the_games_against_itself() -> None:
    duel = Duel(rules(COINS))
    values = np.zeros((duel.layers[-1], width(duel)))
    for start, end in zip(duel.layers, duel.layers[1:], strict=False):
        for row in range(start, end):
            duel_plan(duel).fill(values, values[row : row + 1], row)
    exact = trial_duel(duel, Tryout(Worth(values, values), 4000, 1, 100))
    assert exact.loss.mean == pytest.approx(0, abs=1e-6)
    assert near(exact)
    # Who believes that every lead is equally good writes anything anywhere.
    blind = trial_duel(duel, Tryout(Worth(np.full_like(values, 0.5), values), 4000, 1, 4000))
    assert blind.loss.mean > 0.01
    assert near(blind)


def test_a_small_table_is_kept_as_it_is(classic: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(classic.path.parent))
    report = distil_to(subject("classic"), tmp_path / "small.table")
    assert report.rank is None
    assert report.worst < 2e-5
    assert read_table(tmp_path / "small.table", rules(CLASSIC).digest).values.dtype == np.float32
    trial = measure(subject("classic"), tmp_path / "small.table", 50, 1, 2)
    assert abs(trial.loss.mean) < 1e-4


def subject(key: str, players: int = 1) -> Subject:
    """What is distilled of a game for so many players."""
    result: Subject = solve_facet(make(key, players)).subject(make(key, players))
    return result


@pytest.mark.parametrize(
    ("key", "players", "command"),
    [("extreme", 1, "knobel solve extreme"), ("hexhex", 2, "knobel solve hexhex --players 2")],
)
def test_without_an_exact_table_it_is_said_how_to_make_it(
    key: str, players: int, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path))
    with pytest.raises(BadTable, match=f"there is no exact table .*; make it with {command}$"):
        distil_to(subject(key, players), tmp_path / "x")
