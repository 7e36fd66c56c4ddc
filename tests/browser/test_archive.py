"""The archive for browsers: it has all that answers requests, and runs with nothing but the standard library."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import knobel
from knobel.server.site.archive import PARTS, archive, need_numpy
from tests.patience import PATIENCE

SOURCE = Path(knobel.__file__).parent
ALONE = """
import asyncio, importlib, json, pkgutil, shutil, sys
from pathlib import Path
rooms, *folders = sys.argv[1:]
sys.path[:0] = folders
import knobel
from memory import Memory

missing = []
for module in pkgutil.walk_packages(knobel.__path__, "knobel."):
    try:
        importlib.import_module(module.name)
    except ImportError:
        missing.append(module.name)

from knobel.browser import startup
from knobel.browser.bridge import Bridge, Callbacks
from knobel.library import find


async def fetch(game):
    shutil.copytree(Path(rooms) / game / "data", find(game).data(""), dirs_exist_ok=True)
    return True


async def play():
    bridge, answers = Bridge(Memory(), "k" * 43, pace=0, callbacks=Callbacks(fetch=fetch)), []

    async def ask(method, path, **body):
        response = await bridge.answer(method, path, json.dumps(body) if body else None)
        answers.append([path, response.status])
        return response.body

    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "level": "chick"}]
    table = json.loads(await ask("POST", "/tables", game="krisskross", seats=seats, coach=True, key="once"))["table"]
    await ask("POST", f"/tables/{table}/join")
    while not (view := json.loads(await ask("GET", f"/tables/{table}")))["over"]:
        if moves := view["moves"].get("0"):
            move, key = moves[0], f"k{view['seq']}"
            await ask("GET", f"/tables/{table}/hint")
            await ask("POST", f"/tables/{table}/commands", move=move, seen=view["seq"], key=key)
        await bridge.app.bots.idle()
    for path in ("record", "told", "pad", "pad.pdf", "review", "mine"):
        await ask("GET", f"/tables/{table}/{path}")
    for path in ("games", "texts/de", "rules/classic", "today/2026-11-17", "puzzles/classic/1"):
        await ask("GET", f"/{path}")
    await ask("GET", "/me/export")
    return answers

startup.prepare()
print(json.dumps([missing, asyncio.run(play()), sorted(sys.modules)]))
"""


NEED_NUMPY = {
    "knobel.games.krisskross": ["best", "best_shapes", "commands"],
    "knobel.games.krisskross.solve": ["array_grids", "endings", "features", "lookahead", "weights"],
    "knobel.games.master.solve": [
        "array_tables",
        "boards",
        "book",
        "contest",
        "positions",
        "races",
        "rule_tables",
        "turns",
    ],
    "knobel.games.scorecard.solve": ["last_boxes", "outlook", "reach"],
}
"""The modules that the archive leaves out: in browsers others do their work, or it is not offered there."""


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The files in the archive."""
    with ZipFile(BytesIO(archive())) as packed:
        return set(packed.namelist())


def test_everything_that_answers_requests_is_packed_and_nothing_of_a_server(names: set[str]) -> None:
    for part in ("app", "browser", "tables"):
        modules = {path.relative_to(SOURCE.parent).as_posix() for path in (SOURCE / part).rglob("*.py")}
        assert modules <= names
    assert {name.split("/")[1] for name in names if name.count("/") > 1} == set(PARTS)


def test_only_these_modules_are_left_out_as_they_need_numpy(names: set[str]) -> None:
    assert sorted(need_numpy()) == sorted(f"{room}.{name}" for room, left in NEED_NUMPY.items() for name in left)
    assert not {path.relative_to(SOURCE.parent).as_posix() for path in need_numpy().values()} & names


def test_the_archive_plays_with_nothing_but_the_standard_library(tmp_path: Path) -> None:
    with ZipFile(BytesIO(archive())) as packed:
        packed.extractall(tmp_path)
    folders = [str(SOURCE / "games"), str(tmp_path), str(Path(__file__).parent)]
    command = [sys.executable, "-I", "-S", "-c", ALONE, *folders]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    missing, answers, modules = json.loads(ran.stdout)
    assert missing == []
    assert {path: status for path, status in answers if status not in {200, 201}} == {}
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"__main__", "knobel", "memory"}
