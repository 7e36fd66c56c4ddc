"""The values by which bots decide are named: the shipped ones by the checksums of their records, others as solved."""

import shutil
import tomllib
from pathlib import Path

import pytest

from knobel import AnyGame, games, make
from knobel.coach.values import DIGITS, values_of
from knobel.core.errors import NotProvided
from knobel.games.spec import GameSpec, find
from knobel.solve.tables import read_table
from tests.commands import Run

SOLVED = "The bots played by tables that were solved on this computer: hexhex.table (crc32 "


@pytest.mark.parametrize("spec", [spec for spec in games() if "data" not in spec.absent], ids=lambda spec: spec.key)
def test_a_fresh_installation_decides_by_shipped_files(spec: GameSpec) -> None:
    records = tomllib.loads(spec.data("sources.toml").read_text("utf-8"))
    for seats in (spec.seats[0], spec.seats[-1]):
        files = values_of(make(spec.key, seats))
        assert files
        for file in files:
            assert file.shipped
            kind, number = file.checksum.split()
            if kind == "sha256":
                assert number == records[file.name]["sha256"][:DIGITS]
            else:
                assert number == f"{read_table(spec.data(file.name)).checksum:08x}"


def test_a_game_that_names_no_files_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def value_files(game: AnyGame) -> tuple[str, ...]:
        raise NotProvided(f"{game.key} names none")

    monkeypatch.setattr(find("krisskross").judge, "value_files", value_files)
    assert values_of(make("krisskross", 3)) == ()


def test_a_game_with_bots_says_when_it_is_played_by_a_table_that_lay_there(run: Run, tmp_path: Path) -> None:
    words = ("play", "hexhex", "--seats", "you,bot", "--seed", "8")
    assert "solved on this computer" not in run(*words, text="\nmm\n\nll\n").stdout
    shutil.copy(find("hexhex").data("points.table"), tmp_path / "hexhex.table")
    played = run(*words, text="\nmm\n\nll\n", KNOBEL_TABLES=str(tmp_path))
    checksum = read_table(tmp_path / "hexhex.table").checksum
    assert f"{SOLVED}{checksum:08x})" in " ".join(played.stdout.split())
    assert (
        "solved on this computer"
        not in run("play", "hexhex", "--seats", "you", text="", KNOBEL_TABLES=str(tmp_path)).stdout
    )
