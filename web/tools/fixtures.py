"""Write the fixtures of the web tests: views of every game at telling moments, and texts with how Python says them.

Run it from the repository with `.venv/bin/python web/tools/fixtures.py`.
"""

import json
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from knobel.coach.bot import Greedy
from knobel.coach.numbers import Scale
from knobel.core.dice import seeded
from knobel.core.entry import Undo, read_entry
from knobel.core.game import Decide
from knobel.core.playout import next_event, thrower
from knobel.core.registry import find, games, make
from knobel.games.spec import LANGUAGES
from knobel.scene.text import Text, catalogue, say, text
from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings
from knobel.tables.changes import change_json
from knobel.tables.keys import SeatKey, hashed
from knobel.tables.setup import Setup
from knobel.tables.table import Table
from knobel.tables.view import view

HERE = Path(__file__).parent.parent / "tests" / "fixtures"
NAMES = ("Anna", "Bert", "Clara")
SEED = 7
STEPS = 5
"""How many changes a course has."""
NOW = 1_800_000_000_000
KEY = "k" * 43


def seated(key: str, seats: int, dice: str = "checked") -> Table:
    """A table at which everybody has just sat down: the holder of KEY in the first seat, bots in all others."""
    secret = bytes(32) if dice == "checked" else None
    rules = make(key, seats).options, "free", dice
    setup = Setup("example", key, seats, *rules, coach=True, clock=None, secret=secret, invite="", watch="")
    table = Table(setup, (SeatKey(0, hashed(KEY)),))
    table.add("join", f"- {NAMES[0]}", 0, NOW)
    for seat in range(1, seats):
        table.add("bot", f"cat - {NAMES[seat]}", seat, NOW)
    return table


def told(table: Table) -> dict[str, Any]:
    """What the server tells the holder of KEY."""
    return {**view(table, KEY), "now": NOW}


def story(key: str, seats: int) -> dict[str, Any]:
    """Views of one game: its start, its first decision, one in the middle after a throw, and its end."""
    table, dice, player = seated(key, seats), thrower(seeded(SEED)), Greedy(SEED)
    start, moments = told(table), []
    while event := next_event(table.game, table.record.state, [player] * seats, dice):
        table.enter(event, None, NOW)
        if isinstance(table.pending, Decide) and 0 in table.pending.seats:
            moments.append(told(table))
    middle = [moment for moment in moments[len(moments) // 2 :] if moment["scene"]["tray"]["throws"] in (0, 1, 2)]
    return {"start": start, "first": moments[0], "middle": middle[0], "over": told(table)}


def course(key: str) -> dict[str, Any]:
    """A view, what changed after each of some entries, one of which is taken back, and the view in the end."""
    table, dice, player = seated(key, 2), thrower(seeded(SEED)), Greedy(SEED)
    first, changes = told(table), []
    for step in range(STEPS):
        since = table.seq
        event = next_event(table.game, table.record.state, [player] * 2, dice)
        undone = Undo(table.record.standing[-1][0]) if step == STEPS - 2 else None
        table.enter(undone or event, None, NOW)
        changed = change_json(table, KEY, since)
        assert changed
        changes.append({**json.loads(changed), "now": NOW})
    return {"first": first, "changes": changes, "last": told(table)}


def tales() -> dict[str, Any]:
    """Moments worth a test of their own: every game may have a file of them beside its tests."""
    found = {path: json.loads(path.read_text("utf-8")) for path in sorted(HERE.parent.glob("games/*.moments.json"))}
    return {
        f"{path.name.partition('.')[0]}_{name}": tale(path.name.partition(".")[0], one["seats"], one["entries"])
        for path, moments in found.items()
        for name, one in moments.items()
    }


def tale(key: str, seats: int, lines: list[str]) -> dict[str, Any]:
    """The view of seat 0 after all this."""
    table = seated(key, seats, "own")
    for line in lines:
        table.enter(read_entry(table.game, line), None, NOW)
    return told(table)


def vectors(views: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Texts of real scenes and of every corner of `say`, with what Python says."""
    found: dict[str, Any] = {}
    for one in views:
        _gather(one["scene"], found)
    corners = [
        text("prompt.throw", seat=1),
        text("prompt.throw_again", seat=0, n=1),
        text("prompt.throw_again", seat=0, n=3),
        text("keep.left", n=1),
        text("coach.hint.best", seat=2, choice=text("keep.left", n=2), value="12"),
        text("unit.points"),
    ]
    for corner in corners:
        plain = _plain(corner)
        found[json.dumps(plain)] = plain
    return [
        {"text": plain, "language": language, "names": list(names), "said": say(_text(plain), language, names)}
        for plain in found.values()
        for language in LANGUAGES
        for names in (NAMES, ())
    ]


def _gather(value: Any, found: dict[str, Any]) -> None:
    if isinstance(value, dict):
        if value.keys() == {"key", "values"}:
            found[json.dumps(value)] = value
        for inner in value.values():
            _gather(inner, found)
    elif isinstance(value, list | tuple):
        for inner in value:
            _gather(inner, found)


def _plain(words: Text) -> dict[str, Any]:
    return {
        "key": words.key,
        "values": {name: _plain(value) if isinstance(value, Text) else value for name, value in words.values},
    }


def _text(plain: dict[str, Any]) -> Text:
    values = {name: _text(value) if isinstance(value, dict) else value for name, value in plain["values"].items()}
    return text(plain["key"], **values)


def offer() -> Any:
    """What the server tells about the games."""
    app = create_app(Settings(database_url="sqlite:///unused.db", thinkers=0))
    return TestClient(app).get("/api/games", params={"language": "de"}).json()


def amounts() -> list[dict[str, Any]]:
    """Numbers of reviews, and how Python says them: the same everywhere, to the last digit."""
    scales = (("points", 11.0), ("points", 1.57), ("turns", 0.45), ("rank_points", 0.31), ("win", 0.1))
    ways = ("amount", "change", "size")
    values = (-122.5, -27.26, -1.0, -0.35, -0.055, -0.00004, 0.0, 0.00125, 0.25, 0.56789, 1.0, 3.65, 12.25, 231.0)
    return [
        {
            "objective": objective,
            "spread": spread,
            "value": value,
            "language": language,
            **{way: say(getattr(Scale(objective, spread), way)(value), language) for way in ways},
        }
        for objective, spread in scales
        for value in values
        for language in LANGUAGES
    ]


def write(name: str, value: Any) -> None:
    """Write one fixture."""
    (HERE / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def main() -> None:
    """Write all fixtures."""
    HERE.mkdir(parents=True, exist_ok=True)
    stories = {info.key: story(info.key, 2 if 2 in find(info.key).seats else info.seats[0]) for info in games()}
    for key, moments in stories.items():
        write(f"{key}.json", moments)
    views = [one for moments in stories.values() for one in moments.values()]
    write("say.json", vectors(views))
    for language in LANGUAGES:
        write(f"texts.{language}.json", dict(catalogue(language)))
    write("games.json", offer())
    write("amounts.json", amounts())
    write("moments.json", tales())
    write("changes.json", {info.key: course(info.key) for info in list(games())[:3]})


if __name__ == "__main__":
    main()
