"""`knobel conform` says what a game lacks, and in which file it goes."""

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

from knobel import games
from knobel.games.spec import GameSpec
from knobel.testing import registered
from knobel.testing.problems import problems
from tests.outside import SOURCES

Change = Callable[[Path], None]


@pytest.fixture
def pasch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of Pasch under another name, which a test may spoil before it is imported."""
    room = tmp_path / "pasch_copy"
    for path in (SOURCES / "pasch" / "src" / "pasch").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = room / path.relative_to(SOURCES / "pasch" / "src" / "pasch")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8").replace("from pasch.", "from pasch_copy.").replace('"pasch"', '"pasch_copy"')
            copy.write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield room
    for name in [name for name in sys.modules if name.partition(".")[0] == "pasch_copy"]:
        del sys.modules[name]


def found(room: Path) -> list[str]:
    """What is wrong with the copy."""
    invalidate_caches()
    module: ModuleType = import_module(room.name)
    spec: GameSpec = module.SPEC
    with registered(spec):
        return [str(problem) for problem in problems(spec) if not problem.optional]


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize("spec", games(), ids=lambda spec: spec.key)
def test_a_game_of_ours_has_everything(spec: GameSpec) -> None:
    assert [problem for problem in problems(spec) if not problem.optional] == []


def test_the_sample_has_everything_that_it_needs(pasch: Path) -> None:
    assert found(pasch) == []


def test_a_broken_law_is_told_with_the_table(pasch: Path) -> None:
    replace(pasch / "rules.py", "return state[0]", "return tuple(points / 1 for points in state[0])")
    assert found(pasch)[0].startswith("pasch_copy/rules.py: 1 seat: one score a seat")


def test_rules_that_cannot_be_imported_are_told_with_the_line(pasch: Path) -> None:
    replace(pasch / "rules.py", "ROUNDS, THROWS = 5, 3", "ROUNDS, THROWS = 5, 3 / 0")
    (said,) = found(pasch)
    assert said.startswith("pasch_copy/rules.py:")
    assert said.endswith(": ZeroDivisionError: division by zero")


def test_a_function_that_is_missing_is_told(pasch: Path) -> None:
    replace(pasch / "scene.py", "def label", "def name_of")
    assert "pasch_copy/scene.py: lacks the function label; see SceneFacet in knobel/games/facets.py" in found(pasch)


def test_a_scene_that_offers_less_than_the_rules_allow_is_told(pasch: Path) -> None:
    replace(
        pasch / "scene.py",
        "for move in game.moves(state, seat)",
        'for move in game.moves(state, seat) if move == "stop"',
    )
    said = "pasch_copy/scene.py: 1 seat: does not offer 'again': it must be a choice, "
    assert f"{said}or `keep …` with a tray whose `keep` is a text" in found(pasch)


def test_texts_that_are_missing_different_or_unused_are_told(pasch: Path) -> None:
    english = json.loads((pasch / "texts" / "en.json").read_text("utf-8"))
    del english["again"]
    (pasch / "texts" / "en.json").write_text(json.dumps({**english, "old": "Old", "pair": "Pair of {n}"}), "utf-8")
    said = found(pasch)
    for words in (
        "scene.py: 1 seat: the text 'game.pasch_copy.pair' cannot be said in 'en': 'n'",
        "scene.py: 1 seat: uses the text 'game.pasch_copy.again', which is not in texts/en.json",
        "texts/en.json: lacks 'again', which another language has",
        "texts/de.json: lacks 'old', which another language has",
        "texts/en.json: 'pair' uses ['n'], but in 'de' []",
        "texts/de.json: has 'old', which nobody uses",
    ):
        assert f"pasch_copy/{words}" in said


def test_a_page_that_is_missing_or_counts_wrong_is_told(pasch: Path) -> None:
    (pasch / "rules.de.md").unlink()
    replace(pasch / "rules.en.md", "5 5", "5 7")
    missing, wrong = found(pasch)
    assert missing == "pasch_copy/rules.de.md: is missing; without it there are no rules to read in this language"
    assert wrong.startswith("pasch_copy/rules.en.md: an example cannot be worked out: BadDice: '7' is not on this die")


def test_what_the_spec_says_of_deciding_together_must_be_true(pasch: Path) -> None:
    replace(pasch / "__init__.py", "    minutes=5,", "    minutes=5,\n    simultaneous=True,")
    assert found(pasch) == ["pasch_copy/__init__.py: GameSpec(simultaneous=False) is right: seats never decide at once"]


def test_a_judge_with_which_no_bot_plays_is_told(pasch: Path) -> None:
    replace(pasch / "__init__.py", 'absent={"judge": "taking what pays most at once is good enough"},', "")
    (pasch / "judge.py").write_text("def judge(game, objective, endgames):\n    return None\n", "utf-8")
    said = found(pasch)
    assert "pasch_copy/judge.py: lacks the function approximation; see JudgeFacet in knobel/games/facets.py" in said
    assert any("judge.py: a bot cannot play to the end with 1 seat: AttributeError" in words for words in said)
