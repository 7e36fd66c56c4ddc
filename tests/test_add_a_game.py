"""docs/add-a-game.md is true: the package it describes is built, installed into its own environment, and played."""

import json

import pytest

from tests.outside import KNOBEL, Run, run_outside


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_outside(tmp_path_factory)


def knobel(run: Run, *words: str) -> str:
    return run(*KNOBEL, *words)


def test_the_game_is_found_and_keeps_the_laws(run: Run) -> None:
    missing = run("check.py")
    assert "'why': 'pasch/why.py'" in missing
    assert "'judge'" not in missing
    listed = {game["key"]: game for game in json.loads(knobel(run, "games", "--json", "--lang", "de"))}
    assert listed["pasch"]["tagline"] == "Wer wirft das höchste Paar?"


def test_the_game_is_told_and_counted_in_the_terminal(run: Run) -> None:
    assert "Höchstes Paar 5" in knobel(run, "rules", "pasch", "--lang", "de")
    assert json.loads(knobel(run, "score", "pasch", "6", "6", "--json")) == {"pair": 6}


def test_bots_play_the_game_in_the_terminal(run: Run) -> None:
    assert " wins" in knobel(run, "play", "pasch", "--seats", "bot owl,bot", "--seed", "3", "--lang", "en")
