"""`knobel tables`, as a host uses it."""

import asyncio
import json
from pathlib import Path

import pytest

from knobel.server.live.housekeeping import DAY
from knobel.server.live.service import now
from knobel.tables.keys import new_token
from tests.commands import Run
from tests.server.service import Service
from tests.tables.people import play, two

BEGUN = "knobel 1\ngame classic\nseat 0 Frieda\ndice own\n\n- 5 5 5 6 6\n"


@pytest.fixture
def old(tmp_path: Path) -> dict[str, str]:
    """The names of old tables of a server in the folder `data`, by what they are."""

    async def run() -> dict[str, str]:
        service = Service(f"sqlite:///{tmp_path / 'data' / 'knobel.db'}", clock=lambda: now() - 100 * DAY)
        await service.start()
        running, *_ = await two(service)
        finished, anna, bert = await two(service, "hexhex")
        await play(service, [anna, bert])
        imported = await service.import_record(BEGUN, new_token())
        await service.close()
        return {"running": running.table, "finished": finished.table, "imported": imported.table}

    (tmp_path / "data").mkdir()
    return asyncio.run(run())


def listed(run: Run) -> set[str]:
    """The names of all tables."""
    return {one["table"] for one in json.loads(run("tables", "list", "--data", "data", "--json").stdout)}


def test_tables_are_listed_and_shown(run: Run, old: dict[str, str]) -> None:
    told = run("tables", "list", "--data", "data", "--limit", "2")
    assert (told.returncode, len(told.stdout.splitlines())) == (0, 2)
    told = run("tables", "list", "--data", "data", "--lang", "de")
    lines = {line.split()[0]: line for line in told.stdout.splitlines()}
    assert set(lines) == set(old.values())
    assert lines[old["running"]].endswith("Classic, läuft: Anna, Bert")
    assert lines[old["imported"]].endswith("Classic, wartet auf Spieler: Frieda")
    shown = run("tables", "show", old["finished"], "--data", "data")
    assert "Hex-hex, over: Anna, Bert" in shown.stdout
    assert "people at the table: 2" in shown.stdout
    plain = json.loads(run("tables", "show", old["finished"], "--data", "data", "--json").stdout)
    assert (plain["game"], plain["state"], plain["names"]) == ("hexhex", "over", ["Anna", "Bert"])
    assert not {"secret", "seal", "hash", "invite"} & set(plain)


def test_only_tables_without_people_are_pruned_unless_said(run: Run, old: dict[str, str]) -> None:
    told = run("tables", "prune", "--data", "data", "--days", "200", "--yes")
    assert (told.returncode, told.stdout) == (0, "0 tables deleted.\n")
    told = run("tables", "prune", "--data", "data", "--yes")
    assert (told.returncode, told.stdout) == (0, "One table deleted.\n")
    assert listed(run) == {old["running"], old["finished"]}
    told = run("tables", "prune", "--data", "data", "--finished", "--yes", "--lang", "de")
    assert (told.returncode, told.stdout) == (0, "Ein Tisch gelöscht.\n")
    assert listed(run) == {old["running"]}


def test_nothing_is_deleted_before_somebody_agrees(run: Run, old: dict[str, str]) -> None:
    for words in (("prune", "--finished"), ("delete", old["running"])):
        for answer in ("n\n", "\n", ""):
            told = run("tables", *words, "--data", "data", text=answer)
            assert told.returncode == 0
            assert "for good? [y/N]" in told.stdout
            assert listed(run) == set(old.values())
    told = run("tables", "delete", old["running"], "--data", "data", "--lang", "de", text="j\n")
    assert "Ein Tisch gelöscht." in told.stdout
    assert listed(run) == set(old.values()) - {old["running"]}


def test_what_is_not_there_is_one_sentence_and_exit_code_2(run: Run, old: dict[str, str]) -> None:
    assert old
    for words, sentence in (
        (("show", "nowhere", "--data", "data"), "there is no table 'nowhere'"),
        (("delete", "a" * 16, "--data", "data", "--yes"), "there is no table"),
        (("list", "--data", "nowhere"), "there is no database"),
    ):
        told = run("tables", *words)
        assert told.returncode == 2
        assert sentence in " ".join(told.stderr.split())
        assert "Traceback" not in told.stderr
