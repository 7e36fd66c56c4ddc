"""Write the fixtures of the web tests: views of every game at telling moments, and texts with how Python says them.

Run it from the repository with `.venv/bin/python web/tools/fixtures.py`.
"""

import json
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from knobel.core.dice import seeded
from knobel.core.entry import face_text, write_entry
from knobel.core.game import Decide, Fell, Moved, Over, Throw
from knobel.core.record import Record
from knobel.core.registry import find, games, make
from knobel.games.holding.tray import Keep
from knobel.games.spec import LANGUAGES
from knobel.players.bot import Greedy
from knobel.scene import look
from knobel.scene.model import as_json
from knobel.scene.text import Text, catalogue, say, text
from knobel.server.http.app import create_app
from knobel.server.http.settings import Settings

HERE = Path(__file__).parent.parent / "tests" / "fixtures"
NAMES = ("Anna", "Bert", "Clara")
SEED = 7
NOW = 1_800_000_000_000


def view(record: Record, you: tuple[int, ...]) -> dict[str, Any]:
    """What the server tells the holder of these seats about a table."""
    game, pending = record.game, record.pending
    scene = look(game, record.state)
    return {
        "table": "example",
        "game": game.key,
        "options": dict(game.options),
        "undo": "free",
        "dice": "checked",
        "seal": "0" * 64,
        "imported": None,
        "coach": True,
        "clock": None,
        "deadline": None,
        "now": NOW,
        "seq": len(record.entries) + game.seats,
        "you": list(you),
        "watching": False,
        "seats": [
            {"name": name, "person": seat in you, "away": False, "kept": False}
            | {"taken": True, "commitment": None, "nonce": None}
            | {"bot": None if seat in you else "cat"}
            for seat, name in enumerate(record.names)
        ],
        "started": True,
        "over": isinstance(pending, Over),
        "scene": as_json(scene),
        "entries": [[number, write_entry(game, event)] for number, event in record.standing],
        **told_of(record),
        "undoable": {"free": [], "ask": []},
        "moves": {str(seat): moves for seat in you if (moves := _moves(record, seat))},
        "taken_back": [],
        "opening": None,
        "ask": None,
        "next": None,
        "past": [],
        "links": None,
    }


def told_of(record: Record) -> dict[str, Any]:
    """The entries that stand as values, the last throw, and the dice that were held in it."""
    history, held, last = [], [], 0
    for (number, event), before in zip(record.standing, record.states, strict=False):
        entry: dict[str, Any] = dict.fromkeys(("number", "seat", "move", "held", "dice", "faces"))
        match event, record.game.pending(before):
            case Fell(faces), Throw(seat, cup):
                dice = [at + 1 for at in cup]
                shown = [face_text(record.game.pool, face) for face in faces]
                entry |= {"number": number, "seat": seat, "dice": dice, "faces": shown}
                held, last = [at + 1 for at in range(len(record.game.pool)) if at not in cup], number
            case Moved(seat, move), _:
                kept = [at + 1 for at in move.positions] if isinstance(move, Keep) else None
                entry |= {"number": number, "seat": seat, "move": str(move), "held": kept}
        history.append(entry)
    turn = isinstance(record.pending, Throw) and len(record.pending.dice) == len(record.game.pool)
    return {"history": history, "last_throw": last, "held": [] if turn else held}


def _moves(record: Record, seat: int) -> list[str]:
    match record.pending:
        case Throw(thrower, _) if thrower == seat:
            return ["roll"]
        case Decide(seats) if seat in seats:
            return [str(move) for move in record.game.moves(record.state, seat)]
    return []


def advance(record: Record, dice: Any, player: Greedy) -> None:
    """Let dice fall, or one seat move."""
    match record.pending:
        case Throw(_, cup):
            record.append(Fell(dice([record.game.pool[at] for at in cup])))
        case Decide((seat, *_)):
            record.append(Moved(seat, player(record.game, record.state, seat)))


def story(key: str, seats: int) -> dict[str, Any]:
    """Views of one game: its start, its first decision, one in the middle after a throw, and its end."""
    record = Record(make(key, seats), NAMES[:seats], "random")
    dice, player = seeded(SEED), Greedy(SEED)
    moments = []
    while not isinstance(record.pending, Over):
        advance(record, dice, player)
        if isinstance(record.pending, Decide) and 0 in record.pending.seats:
            moments.append(view(record, (0,)))
    middle = [moment for moment in moments[len(moments) // 2 :] if moment["scene"]["tray"]["throws"] in (0, 1, 2)]
    start = view(Record(record.game, record.names, "random"), (0,))
    return {"start": start, "first": moments[0], "middle": middle[0], "over": view(record, (0,))}


def tales() -> dict[str, Any]:
    """Moments worth a test of their own: every game may have a file of them beside its tests."""
    found = {path: json.loads(path.read_text("utf-8")) for path in sorted(HERE.parent.glob("games/*.moments.json"))}
    return {
        f"{path.name.partition('.')[0]}_{name}": tale(path.name.partition(".")[0], told["seats"], told["entries"])
        for path, moments in found.items()
        for name, told in moments.items()
    }


def tale(key: str, seats: int, lines: list[str]) -> dict[str, Any]:
    """The view of seat 0 after all this."""
    record = Record(make(key, seats), NAMES[:seats], "own")
    for line in lines:
        who, *words = line.split()
        if who == "-":
            record.fell(*map(int, words))
        else:
            record.moved(int(who), " ".join(words))
    return view(record, (0,))


def vectors(views: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Texts of real scenes and of every corner of `say`, with what Python says."""
    found: dict[str, Any] = {}
    for told in views:
        _gather(told["scene"], found)
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


def write(name: str, value: Any) -> None:
    """Write one fixture."""
    (HERE / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def main() -> None:
    """Write all fixtures."""
    HERE.mkdir(parents=True, exist_ok=True)
    stories = {info.key: story(info.key, 2 if 2 in find(info.key).seats else info.seats[0]) for info in games()}
    for key, told in stories.items():
        write(f"{key}.json", told)
    views = [told for moments in stories.values() for told in moments.values()]
    write("say.json", vectors(views))
    for language in LANGUAGES:
        write(f"texts.{language}.json", dict(catalogue(language)))
    write("games.json", offer())
    write("moments.json", tales())


if __name__ == "__main__":
    main()
