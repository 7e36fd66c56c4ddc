"""`knobel dice`: all dice of a server, counted, in words and for programs."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from knobel.core.checked import Checked
from knobel.core.dice import Die, Faces
from tests.commands import Run
from tests.server.service import Service
from tests.tables.people import play, two


def play_games(folder: Path) -> None:
    """Play two games at a server that keeps its tables in this folder."""

    async def run() -> None:
        service = Service(f"sqlite:///{folder / 'knobel.db'}")
        await service.start()
        for game in ("classic", "krisskross"):
            _, anna, bert = await two(service, game)
            await play(service, [anna, bert])
        await service.close()

    folder.mkdir()
    asyncio.run(run())


def seeded_fall(self: Checked, throw: Sequence[int], pool: Sequence[Die], cup: Sequence[int]) -> Faces:
    """Dice that fall the same in every run: even fair ones look unusual now and then."""
    random = Random(str(tuple(throw)))
    faces = [die.first + random.randrange(len(die.faces)) for die in pool]
    return tuple(faces[position] for position in cup)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a server at which two games were played."""
    monkeypatch.setattr(Checked, "fall", seeded_fall)
    play_games(tmp_path / "data")
    return tmp_path / "data"


def test_the_dice_of_a_server_are_told_in_words(run: Run, server: Path) -> None:
    told = run("dice", "--data", str(server))
    assert told.returncode == 0, told.stderr
    assert "at 2 tables" in told.stdout
    assert "The dice look fair" in told.stdout
    assert "Six-sided dice" in told.stdout
    assert "triangle" in told.stdout
    assert "Die Würfel sehen fair aus" in run("dice", "--data", "data", "--lang", "de").stdout


def test_programs_get_json(run: Run, server: Path) -> None:
    told = json.loads(run("dice", "--database", f"sqlite:///{server / 'knobel.db'}", "--json").stdout)
    assert (told["tables"], told["unread"], told["verdict"]) == (2, 0, "fair")
    assert {trial["die"] for trial in told["trials"]} == {"d6", "symbol"}
    assert told["words"]["key"] == "dice.fair"


def test_dice_that_are_not_fair_are_exit_code_1(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Checked, "fall", lambda self, throw, pool, cup: tuple(pool[at].first for at in cup))
    play_games(tmp_path / "data")
    told = run("dice", "--data", "data")
    assert told.returncode == 1
    assert "The dice are not fair" in told.stdout
    assert "< 1 : 10⁶" in told.stdout


@pytest.mark.parametrize("command", [["dice"], ["backup", "x"]])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--data", "nowhere"], "there is no database at nowhere/knobel.db; knobel serve creates one"),
        (["--database", "sqlite:///text.txt"], "this is not a database of Knobel"),
        (["--database", "sqlite:///empty.db"], "this is not a database of Knobel"),
        (["--database", "mysql://x/y"], "use sqlite or postgresql"),
        (["--database", "postgresql://nobody@127.0.0.1:1/none"], "the database does not answer"),
    ],
)
def test_what_is_no_database_of_ours_is_told_and_left_alone(
    run: Run, tmp_path: Path, command: list[str], words: list[str], sentence: str
) -> None:
    (tmp_path / "text.txt").write_text("dice, dice, baby " * 100)
    (tmp_path / "empty.db").touch()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    told = run(*command, *words)
    assert told.returncode == 2
    assert sentence in " ".join(told.stderr.split())
    assert "Traceback" not in told.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
