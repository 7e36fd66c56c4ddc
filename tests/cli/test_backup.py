"""`knobel backup` and `knobel restore`, as a host uses them."""

import asyncio
from pathlib import Path

from tests.commands import Run
from tests.server.databases import logs
from tests.server.service import Service
from tests.tables.people import play, two


def server(folder: Path) -> str:
    """A server in a folder, at which a game is on."""

    async def run() -> None:
        service = Service(url)
        await service.start()
        _, anna, bert = await two(service)
        await play(service, [anna, bert], most=3)
        await service.close()

    folder.mkdir()
    url = f"sqlite:///{folder / 'knobel.db'}"
    asyncio.run(run())
    return url


def test_a_server_is_kept_and_brought_back_with_two_commands(run: Run, tmp_path: Path) -> None:
    url = server(tmp_path / "data")
    kept = run("backup", "knobel.backup", "--data", "data")
    assert (kept.returncode, kept.stdout) == (0, "One table backed up to knobel.backup\n")
    back = run("restore", "knobel.backup", "--data", "deep/er", "--lang", "de")
    assert (back.returncode, back.stdout) == (0, "Ein Tisch wiederhergestellt\n")
    assert asyncio.run(logs(f"sqlite:///{tmp_path}/deep/er/knobel.db")) == asyncio.run(logs(url))
    assert (tmp_path / "deep" / "er").stat().st_mode & 0o777 == 0o700


def test_what_goes_wrong_is_one_sentence_and_exit_code_2(run: Run, tmp_path: Path) -> None:
    server(tmp_path / "data")
    run("backup", "knobel.backup", "--data", "data")
    for words, sentence in (
        (("restore", "knobel.backup", "--data", "data"), "restore into an empty one"),
        (("restore", "nothing", "--data", "new"), "cannot read nothing: there is no such file"),
        (("restore", "data/knobel.db", "--data", "new"), "data/knobel.db is not a backup of Knobel"),
        (("backup", "data/knobel.db", "--data", "data"), "exists and is not a backup"),
        (("backup", "no/where", "--data", "data"), "cannot write no/where"),
        (("restore", "knobel.backup", "--data", "knobel.backup/x"), "cannot be created"),
        (("backup", "data", "--data", "data"), "exists and is not a backup"),
        (("backup", "knobel.backup/x", "--data", "data"), "there is a file where a folder should be"),
        (("backup", "no/where", "--data", "data", "--lang", "de"), "ihren Ordner gibt es nicht"),
        (("restore", "data/knobel.db", "--data", "new", "--lang", "de"), "ist keine Sicherung von Knobel"),
        (("restore", "knobel.backup", "--data", "data", "--lang", "de"), "In dieser Datenbank sind schon Tische"),
    ):
        told = run(*words)
        assert told.returncode == 2
        assert sentence in " ".join(told.stderr.split())
        assert "Traceback" not in told.stderr
