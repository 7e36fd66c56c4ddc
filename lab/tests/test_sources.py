"""Shipped values come from where their records say: some of each kind are made again, by the recorded commands."""

import json
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any, cast

import numpy as np
import pytest
from lab.tools import distributions
from lab.tools.sources import PAGE, filled
from numpy.typing import NDArray
from typer.main import get_group
from typer.testing import CliRunner

from knobel import games, make
from knobel.app.today.puzzle import puzzles
from knobel.cli.main import app
from knobel.coach.choices import menu
from knobel.coach.judge import ENDGAMES, judge_of
from knobel.core.game import read_move
from knobel.games.kribbeln.rules.game import Kribbeln
from knobel.reference_values import ReferenceValue, reference_values
from knobel.solve.compact.values import Compact, read_compact
from knobel.solve.scores import Distribution, distribution, shipped
from knobel.solve.tables import read_table
from knobel_lab.facets import solve_facet
from knobel_lab.games.kribbeln import measure
from knobel_lab.games.kribbeln.book import pack_books
from knobel_lab.solving import compress, solve, table_file
from knobel_lab.sources import FILE, Source, checksum, sources

ALL = sources()
KNOBEL = get_group(app)
EACH = "of each value, in the file"
"""What the records of known values say: commands, seeds and errors are with the values."""
SEEDS = {"compact values": compress.SEED, "margins": measure.SEED, "distributions": distributions.SEED}
"""The seeds of what has no option for it."""
SLACK = 4
"""How many units in the last place values may differ on another processor, which may sum in another order."""
FIRST = 500_000
"""About how many values of an exact table are solved again to compare compact ones with."""


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    """Run a test with each file of these kinds."""
    chosen = [source for source in ALL if source.kind in kinds]
    assert chosen
    return pytest.mark.parametrize("source", chosen, ids=lambda source: f"{source.game}/{source.file}")


def commands(source: Source) -> list[list[str]]:
    """The words of all commands that make a file; of a loop, those of its first round."""
    if source.kind == "known values":
        return [shlex.split(value.command) for value in reference_values(source.game)]
    round_of_loop = Template(source.command).safe_substitute(sheet=1, players=2)
    return [shlex.split(command) for command in re.findall(r"(?:knobel|python) [^;&]+", round_of_loop)]


@pytest.fixture
def knobel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands run and where they keep their tables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KNOBEL_TABLES", str(tmp_path / "tables"))
    return tmp_path


def run(*words: str) -> str:
    """What a command of `knobel` prints."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, f"{words}: {result.output}{result.exception}"
    return result.stdout


def difference(again: NDArray[Any], stored: NDArray[Any]) -> float:
    """The largest relative difference of two arrays, in units of the precision in which the second is stored."""
    precision = np.finfo(stored.dtype).eps if stored.dtype.kind == "f" else 1.0
    return float((np.abs(again.astype("f8") - stored) / np.maximum(1.0, np.abs(stored))).max() / precision)


def test_every_data_file_has_a_record_and_every_record_a_file() -> None:
    files = {(game.key, path.name) for game in games() for path in game.data("").glob("*")}
    assert {(source.game, source.file) for source in ALL} == {(game, name) for game, name in files if name != FILE}


def test_checksums_are_those_of_the_files() -> None:
    wrong = [f'{source.path}: sha256 = "{now}"' for source in ALL if (now := checksum(source.path)) != source.sha256]
    assert not wrong, "\n".join(wrong)


def test_every_command_is_one_that_there_is() -> None:
    for source in ALL:
        assert commands(source), source
        for program, *words in commands(source):
            if program == "python":
                assert words[0] == "-m"
                assert find_spec(words[1]), f"{source.path}: there is no module {words[1]}"
            else:
                name, *arguments = words
                assert arguments[0] == source.game
                KNOBEL.commands[name].make_context(name, arguments)


def test_every_record_has_a_version_and_the_seed_of_its_commands() -> None:
    for source in ALL:
        assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", source.version), source
        seeds = {words[words.index("--seed") + 1] for words in commands(source) if "--seed" in words}
        if source.kind == "known values":
            assert source.command == source.seed == source.error == EACH
        else:
            assert source.seed == SEEDS.get(source.kind, int(*seeds) if seeds else None), source


def test_the_page_shows_the_records() -> None:
    page = PAGE.read_text("utf-8")
    assert page == filled(page), "make sources writes it anew"
    for kind in {source.kind for source in ALL}:
        assert f"\n| {kind} | " in page, f"data.md does not say how {kind} are checked"


@of_kind("table")
def test_tables_are_solved_again(source: Source, knobel: Path) -> None:
    error = "rounding to double precision"
    for _, *words in commands(source):
        if words[0] == "distil":
            report = json.loads(run(*words, "--json", "--out", source.file))
            error = f"rounding to single precision: {report['rms']:.3g} points (RMS), {report['worst']:.3g} at most"
        else:
            run(*words)
    again, table = read_table(knobel / source.file), read_table(source.path)
    table.check_all()
    assert again.identity == table.identity
    assert again.figures.positions == table.figures.positions
    assert again.figures.value == pytest.approx(table.figures.value, rel=1e-12)
    assert difference(again.values, table.values) <= SLACK
    assert source.error == error


class Rows:
    """Compact values that are indexed like the array of a table."""

    def __init__(self, compact: Compact) -> None:
        self.compact = compact

    def __getitem__(self, place: tuple[int, ...]) -> Any:
        row, *cell = place
        return self.compact.row(row)[tuple(cell)]


@of_kind("compact values")
def test_compact_values_are_as_close_as_they_say(source: Source) -> None:
    """The first layers of the exact table are solved again; the value of the start is known."""
    game = make(source.game, 2 if "--players 2" in source.command else 1)
    solver = solve_facet(game)
    plan, recipe = solver.plan(game, solver.objective(game)), solver.subject(game).recipe
    compact = read_compact(source.path, recipe.identity.rules, recipe.tidy)
    errors = compact.errors
    assert source.error.startswith(f"{errors.rms:.3g} ")
    assert source.error.endswith(f" (RMS), {errors.worst:.3g} at most")

    cells = int(np.prod(plan.identity.shape[1:]))
    layers = [end for end in plan.layers if end * cells <= FIRST]
    exact = np.zeros((layers[-1], *plan.identity.shape[1:]), plan.identity.dtype)
    for begin, end in pairwise(layers):
        rows = np.zeros_like(exact[begin:end])
        plan.fill(exact, rows, begin)
        exact[begin:end] = rows
    off = np.abs([compact.row(row) for row in range(len(exact))] - exact)
    assert 0 < off.max() <= errors.worst
    start = next(value for value in reference_values(source.game) if value.digits and value.seats == game.seats)
    assert abs(plan.value(cast("NDArray[Any]", Rows(compact))) - start.value) <= 3 * errors.rms


@of_kind("books")
def test_a_book_is_solved_again(source: Source, knobel: Path) -> None:
    """That of two beginners, which takes the least time."""
    game = make("kribbeln", 2, sheet="1", beginner="yes")
    assert isinstance(game, Kribbeln)
    solve(game, out=table_file(game))
    pack_books([game], knobel / source.file)
    with np.load(knobel / source.file) as again, np.load(source.path) as books:
        name, rules = json.loads(str(again["about"])).popitem()
        assert json.loads(str(books["about"]))[name] == rules
        parts = [part for part in books.files if part.startswith(f"{name}/")]
        assert {*parts, "about"} == set(again.files)
        for part in parts:
            assert difference(again[part], books[part]) <= SLACK, part
    gains = [
        float(gain[1])
        for value in reference_values(source.game)
        if (gain := re.search(r"gains ([0-9.]+)$", value.what))
    ]
    assert f"would still gain {min(gains)} to {max(gains)} rank points" in source.error


@of_kind("margins")
def test_margins_are_measured_again(source: Source) -> None:
    games_on_each_sheet = 10
    again = measure.measured(2, beginner=True, games=games_on_each_sheet)
    with np.load(source.path) as margins:
        for part in ("values", "order"):
            assert difference(np.array(getattr(again, part)), margins[f"2-beginner/{part}"]) <= SLACK, part
        deviations = margins["2-beginner/deviations"]
    # Of so many games on six sheets, and of those that were shipped; the differences are about normal.
    error = np.sqrt(1 / (2 * 6 * games_on_each_sheet) + 1 / (2 * 6 * measure.GAMES))
    assert (np.abs(np.array(again.deviations) - deviations) <= 3 * error * deviations).all()


def strength(game: str, options: dict[str, str]) -> ReferenceValue:
    """How strong the player that learned is known to be."""
    return next(value for value in reference_values(game) if "learned" in value.what and value.options == options)


@of_kind("weights")
def test_weights_were_learned_as_recorded_and_reach_their_mean(source: Source) -> None:
    (_, *words), advanced = commands(source)[0], "--advanced" in source.command
    with np.load(source.path) as weights:
        lesson = {name: weights[name].item() for name in ("advanced", "games", "seed")}
    assert lesson == {"advanced": advanced, "games": int(words[words.index("--games") + 1]), "seed": source.seed}
    best = strength(source.game, {"advanced": "yes"} if advanced else {})
    assert f"{best.value:.2f} points on average (standard error {best.error:.2f})" in source.error
    option = ["--advanced"] * advanced
    trial = json.loads(run("measure", source.game, *option, "--games", "150", "--seed", "2", "--json"))
    assert best.agrees(trial["mean"], trial["error"])


def error_of(scores: Distribution, coupled: bool) -> str:
    """The error of a distribution in the words of the records."""
    players = " ".join([scores.players.who, *(name for name, _ in scores.players.options)])
    seats = f" for {scores.players.seats}" if coupled else ""
    return f"{players}{seats} {'exact' if scores.exact else f'{scores.error:.2f}'}"


@of_kind("distributions")
def test_errors_of_distributions_are_those_of_the_files(source: Source) -> None:
    coupled = next(game.coupled for game in games() if game.key == source.game)
    errors = ", ".join(error_of(scores, coupled) for scores in shipped(source.game))
    assert source.error == f"of the mean: {errors} (standard error)"


def test_exact_distributions_are_computed_again(knobel: Path) -> None:
    game = make("hexhex", 1)
    solve(game, out=table_file(game))
    chances, reach = solve_facet(game).distribution(game)
    perfect = distribution("hexhex")
    assert list(perfect.chances) == pytest.approx(chances, rel=1e-10, abs=1e-10)
    assert list(perfect.reach) == pytest.approx(reach, abs=1e-9)


def test_counted_distributions_are_played_again(knobel: Path) -> None:
    solve("yatzy", out=table_file(make("yatzy", 1)))
    perfect = distribution("yatzy")
    assert perfect.games
    (seed,) = (source.seed for source in sources("yatzy") if source.kind == "distributions")
    assert isinstance(seed, int)
    # In a process of its own: this one may have read the shipped values, whose single precision decides near ties.
    code = f"print(*simulate('yatzy', 'optimal', {perfect.games}, {seed}).scores.ravel())"
    words = [sys.executable, "-c", f"from knobel_lab.sim import simulate\n{code}"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    scores = np.array(shown.split(), int)
    assert scores.min() == perfect.first
    assert np.bincount(scores - perfect.first) / perfect.games == pytest.approx(perfect.chances)


def test_puzzles_are_found_again(knobel: Path) -> None:
    """By both commands: the one that searches, and the one that tells the reasons again."""
    (source,) = (source for source in sources("hexhex") if source.kind == "puzzles")
    for _, *words in commands(source):
        run(*words)
        assert (knobel / source.file).read_bytes() == source.path.read_bytes()
        (knobel / source.file).unlink()


@of_kind("puzzles")
def test_puzzles_are_judged_again(source: Source, knobel: Path) -> None:
    listed = puzzles(source.game)
    assert source.command.startswith(f"{listed.command} --out ")
    exact = 0
    for puzzle in listed.listed:
        record = puzzle.record("en")
        game, state, seat = record.game, record.state, puzzle.seat
        judge = judge_of(game, puzzle.objective, ENDGAMES)
        ratings, natural = judge.rate(game, state, seat), read_move(game, puzzle.natural)
        best, second, *_ = menu(game, state, seat, ratings, natural).moves
        assert str(best) == puzzle.best
        # Values are rounded to four digits; compact ones are in single precision.
        assert float(ratings[best] - ratings[natural]) == pytest.approx(puzzle.loss, abs=2e-4)
        assert float(ratings[best] - ratings[second]) == pytest.approx(puzzle.margin, abs=2e-4)
        exact += judge.exact(game, state, seat)
    count = len(listed.listed)
    exactly = f"all {count}" if exact == count else f"{exact} of {count}"
    assert (f"{exactly} judged by exact values" if exact else "judged by ") in source.error
