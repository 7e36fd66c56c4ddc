"""docs/add-a-game.md is true: its package is that of the tests, passes the linters, and is installed and played."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.outside import KNOBEL, PACKAGES, ROOT, SOURCES, Run, break_into, run_outside

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
FILE = re.compile(
    r"^`(?P<name>[\w./]+\.\w+)`\n\n(?P<fence>`{3,})\w+\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_outside(tmp_path_factory)


def knobel(run: Run, *words: str, code: int = 0) -> str:
    return run(*KNOBEL, *words, code=code)


def test_the_page_shows_the_files_of_the_package() -> None:
    shown = {file["name"]: file["text"] for file in FILE.finditer(PAGE)}
    there = [path for path in (SOURCES / "pasch").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    files = {path.relative_to(SOURCES / "pasch").as_posix(): path.read_text("utf-8") for path in there}
    assert shown == files, "docs/add-a-game.md and tests/outside_games/pasch differ"


def test_the_sample_code_passes_the_linters() -> None:
    """Mypy reads it with everything else (`make lint`), in strict mode, since its folder is on the path."""
    for words in (["check"], ["format", "--check"]):
        subprocess.run([Path(sys.executable).parent / "ruff", *words, "--quiet", SOURCES], check=True, cwd=ROOT)
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert mypy["strict"]
    assert "tests" in mypy["files"]
    assert {f"tests/outside_games/{name}/src" for name in PACKAGES} <= set(mypy["mypy_path"])


def test_the_game_is_listed_explained_and_counted(run: Run) -> None:
    run("pasch/check.py")
    listed = {game["key"]: game for game in json.loads(knobel(run, "games", "--json", "--lang", "de"))}
    assert listed["pasch"]["tagline"] == "Wer wirft das höchste Paar?"
    assert "Höchstes Paar 5" in knobel(run, "rules", "pasch", "--lang", "de")
    assert json.loads(knobel(run, "score", "pasch", "6", "6", "--json")) == {"pair": 6}


@pytest.mark.parametrize("name", PACKAGES)
def test_conform_finds_nothing_wrong(run: Run, name: str) -> None:
    said = knobel(run, "conform", name)
    assert said.endswith(f"{name}: everything that it needs is there\n")
    assert all(": optional: " in line for line in said.splitlines()[:-1])


@pytest.mark.parametrize("name", PACKAGES)
def test_bots_play_the_game_in_the_terminal(run: Run, name: str) -> None:
    assert "\n  1. bot" in knobel(run, "play", name, "--seats", "bot owl,bot", "--seed", "3", "--lang", "en")


def test_who_pushes_their_luck_in_the_terminal_throws_again_at_once(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "g"
    words = (
        "play",
        "hamster",
        "--seats",
        "Anna,bot",
        "--goal",
        "20",
        "--seed",
        "5",
        "--save",
        str(saved),
        "--lang",
        "en",
    )
    shown = run(*KNOBEL, *words, text=" a" + " b" * 80)
    assert "a Throw again" in shown
    assert "\n  1. " in shown
    entries = saved.read_text("utf-8").partition("\n\n")[2].splitlines()
    assert entries[1] == "0 more"
    assert entries[2].startswith("- ")


def test_all_who_share_a_terminal_decide_on_every_throw(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "g"
    words = ("play", "schleuse", "--seats", "Anna,Ben,bot", "--seed", "5", "--save", str(saved), "--lang", "en")
    shown = run(*KNOBEL, *words, text=" aaa" * 80)
    assert "All 3: a boat to" in shown
    assert "\n  1. " in shown
    lines = saved.read_text("utf-8").partition("\n\n")[2].splitlines()
    assert [line.partition(" ")[0] for line in lines[:10]] == ["-", "0", "1", "2", "0", "-", "0", "1", "2", "1"]


def test_games_that_cannot_be_loaded_are_named_and_left_out(run: Run, tmp_path: Path) -> None:
    env = break_into(tmp_path)
    python = run("-c", "import sys; print(sys.executable)").strip()
    words = [python, *KNOBEL, "games", "--lang", "en"]
    listed = subprocess.run(words, env=env | {"PATH": ""}, capture_output=True, text=True, check=True)
    first, second = listed.stderr.splitlines()
    left_out = "knobel: The game {0} of the package {0} is left out because it cannot be loaded: "
    missing = "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"
    assert first == left_out.format("broken_import") + missing
    assert second.startswith(left_out.format("broken_spec") + "BadSetup: GameSpec 'broken_spec': seats must be")
    assert "Pasch" in listed.stdout
    assert "Kribbeln" in listed.stdout
    said = run(*KNOBEL, "conform", "broken_import", code=1, env=env)
    assert said == "broken_import: ModuleNotFoundError: No module named 'a_module_that_is_not_there'\n"
    asked = run(*KNOBEL, "rules", "broken_spec", "--lang", "en", code=2, env=env)
    assert "The game broken_spec of the package broken_spec is left out" in asked
