"""`knobel board`, as a host uses it."""

import asyncio
import json
from pathlib import Path

import pytest

from knobel.server.storage.boards import EVERYBODY, BoardResult, BoardStore, Circle
from knobel.server.storage.store import Store
from tests.commands import Run

CIRCLE = Circle("c" * 16, "t" * 64, "Familie", "a" * 64, 1_700_000_000_000)


def result(name: str, key: str, board: str = EVERYBODY, day: str = "2026-11-17") -> BoardResult:
    identity = (key + board + day.replace("-", "")).ljust(16, "x")[:16]
    return BoardResult(
        id=identity,
        circle_id=board,
        day=day,
        game="classic",
        hash=key * 64,
        name=name,
        face="",
        score=211,
        objective="points",
        luck=3.5,
        decisions=-2.25,
        spread=20.0,
        brought=False,
        at=1_700_000_000_000 + len(board),
    )


@pytest.fixture
def boards(tmp_path: Path) -> None:
    """A server in the folder `data` with a circle and some results."""

    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'data' / 'knobel.db'}")
        await store.start()
        kept = BoardStore(store.database)
        await kept.open(CIRCLE)
        rude = [result("Rüpel", "r"), result("Rüpel", "r", CIRCLE.id), result("Rüpel", "r", day="2026-11-16")]
        assert await kept.add([result("[b]Anna", "a"), *rude])
        await store.close()

    (tmp_path / "data").mkdir()
    asyncio.run(run())


def names(run: Run) -> list[str]:
    """The names of all results."""
    told = json.loads(run("board", "list", "--data", "data", "--json").stdout)
    assert not any("hash" in one for one in told)
    return sorted(one["name"] for one in told)


@pytest.mark.usefixtures("boards")
def test_results_and_circles_are_listed_without_keys_and_tickets(run: Run) -> None:
    told = run("board", "list", "--data", "data", "--day", "2026-11-17", "--lang", "de")
    lines = told.stdout.splitlines()
    assert (told.returncode, len(lines)) == (0, 3)
    assert any(line.endswith("2026-11-17  Classic · 211 · [b]Anna · für alle") for line in lines)
    assert any(line.endswith(f"Rüpel · Kreis {CIRCLE.id}") for line in lines)
    told = run("board", "circles", "--data", "data")
    assert told.stdout == f"{CIRCLE.id}  2023-11-14  circle: Familie\n"
    assert json.loads(run("board", "circles", "--data", "data", "--json").stdout) == [
        {"id": CIRCLE.id, "name": "Familie", "created": CIRCLE.created}
    ]


@pytest.mark.usefixtures("boards")
def test_a_rude_name_is_taken_away_wherever_the_same_key_has_put_it(run: Run) -> None:
    told = run("board", "blank", result("Rüpel", "r").id, "--data", "data")
    assert (told.returncode, told.stdout) == (0, "3 names removed.\n")
    assert names(run) == ["", "", "", "[b]Anna"]
    told = run("board", "blank", CIRCLE.id, "--data", "data", "--lang", "de")
    assert told.stdout == "1 Name entfernt.\n"
    assert run("board", "circles", "--data", "data").stdout.endswith("circle: (no name)\n")


@pytest.mark.usefixtures("boards")
def test_a_result_is_deleted_on_all_boards_and_a_circle_with_all_its_results_after_a_question(run: Run) -> None:
    rude = result("Rüpel", "r").id
    told = run("board", "delete", rude, "--data", "data", text="n\n")
    assert "Delete this entry? [y/N]" in told.stdout
    assert len(names(run)) == 4
    told = run("board", "delete", rude, "--data", "data", "--yes")
    assert told.stdout == "2 entries deleted.\n"
    assert names(run) == ["Rüpel", "[b]Anna"]
    told = run("board", "delete", CIRCLE.id, "--data", "data", "--yes")
    assert told.stdout == "1 entry deleted.\n"
    told = run("board", "delete", CIRCLE.id, "--data", "data")
    assert (told.returncode, told.stdout) == (0, "No entries.\n")
