"""Attacks with long logs and dear requests, each of which once held up everybody else within the limits."""

from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from typing import Any, Protocol

from knobel.core.dice import seeded
from knobel.core.entry import write_entry
from knobel.core.game import AnyGame, Fell
from knobel.core.playout import steps
from knobel.core.record import Record
from knobel.library import games, make
from knobel.tables.keys import new_token
from tools.server.caller import Answer

_STREAMS, _VIEWS, _DRY_RUNS, _CORRECTIONS, _FACES = 180, 100, 100, 10, 60
_WATCHERS = 12
_LONGEST_GAME = 2_000
Request = tuple[str, str, Any, str]
"""Method, path, body and key."""


class Sender(Protocol):
    """Sends the requests of an attacker."""

    async def send_all(self, deed: str, requests: Sequence[Request], port: int, address: str) -> list[Answer]:
        """Send requests at once."""

    async def hold_streams(
        self, deed: str, table: str, keys: Sequence[str], port: int, address: str, most: int
    ) -> None:
        """Open a stream with each key, all at once, and keep them open for a while."""


class LongWork:
    """Everything that takes a server long, for one attacker."""

    def __init__(self, sender: Sender, port: Callable[[], int], record: str, most_streams: int) -> None:
        self._sender, self._port, self._record, self._most_streams = sender, port, record, most_streams
        self._key, self._watchers = new_token(), [new_token() for _ in range(_WATCHERS)]
        played = _played_record()
        self._game, self._corrections = played.text(), _corrections(played.game, _DRY_RUNS)

    @property
    def keys(self) -> Sequence[str]:
        """The keys that have something to delete in the end."""
        return [self._key, *self._watchers]

    @property
    def deeds(self) -> Sequence[Callable[[str], Awaitable[None]]]:
        """The attacks, each from an address."""
        return [self._follow_from_the_start, self._look_at_much, self._try_and_correct, self._change_faces]

    async def _follow_from_the_start(self, address: str) -> None:
        """Follow a long log from its first entry, with many keys at once."""
        port = self._port()
        opened = await self._import(self._record, "followed", port, address)
        if opened:
            join = f"/api/tables/{opened['table']}/join"
            watching = [("POST", join, {"ticket": opened["watch"]}, key) for key in self._watchers]
            await self._sender.send_all("watching much", watching, port, address)
            keys = [key for key in self._watchers for _ in range(_STREAMS // _WATCHERS)]
            table = opened["table"]
            await self._sender.hold_streams("streams of much", table, keys, port, address, self._most_streams)

    async def _look_at_much(self, address: str) -> None:
        """Ask for the view of a long log again and again."""
        port = self._port()
        if opened := await self._import(self._record, "followed", port, address):
            looking = [("GET", f"/api/tables/{opened['table']}", None, self._key)] * _VIEWS
            await self._sender.send_all("large views", looking, port, address)

    async def _try_and_correct(self, address: str) -> None:
        """Try corrections of the first throw of a long game, and make some."""
        port = self._port()
        opened = await self._import(self._game, "corrected", port, address)
        if not opened:
            return
        path = f"/api/tables/{opened['table']}"
        joining = [("POST", f"{path}/join", {"seat": seat}, self._key) for seat in opened["seats"]]
        await self._sender.send_all("sitting down", joining, port, address)
        trying = [("POST", f"{path}/correct", {"move": move}, self._key) for move in self._corrections]
        await self._sender.send_all("dry runs", trying, port, address)
        views = await self._sender.send_all("large views", [("GET", path, None, self._key)], port, address)
        seen = next((view.value["seq"] for view in views if view.status == 200), 0)
        moves = self._corrections[:_CORRECTIONS]
        commands = [{"move": move, "seen": seen, "key": new_token()[:20]} for move in moves]
        requests = [("POST", f"{path}/commands", command, self._key) for command in commands]
        await self._sender.send_all("corrections", requests, port, address)

    async def _change_faces(self, address: str) -> None:
        """Use up the budget of a seat; to leave and to come back is no help."""
        port = self._port()
        opened = await self._import(self._game, "corrected", port, address)
        if opened:
            path, seat = f"/api/tables/{opened['table']}", opened["seats"][0]
            faces = [
                ("POST", f"{path}/face", {"face": face, "seat": seat}, self._key)
                for face in ("fox", "cat", "owl") * (_FACES // 3)
            ]
            await self._sender.send_all("faces", faces, port, address)
            for what in ("leave", "back"):
                await self._sender.send_all(
                    what, [("POST", f"{path}/{what}", {"seat": seat}, self._key)], port, address
                )

    async def _import(self, record: str, key: str, port: int, address: str) -> dict[str, Any] | None:
        """Import a record, the same in every round; None if that is refused for now."""
        seats = list(range(record.partition("\ndice ")[0].count("\nseat ")))
        body = {"record": record, "key": key, "mine": seats}
        answers = await self._sender.send_all("long logs", [("POST", "/api/import", body, self._key)], port, address)
        return next((answer.value for answer in answers if answer.status == 201), None)


def _corrections(game: AnyGame, count: int) -> list[str]:
    """So many corrections of the first throw."""
    throws = [
        Fell(tuple(die.values[(number + place) % len(die.values)] for place, die in enumerate(game.pool)))
        for number in range(count)
    ]
    return [f"correct 1 {write_entry(game, throw)}" for throw in throws]


def _played_record() -> Record:
    """The longest record of all games, with own dice."""
    return max((_played(make(spec.key, spec.seats[-1])) for spec in games()), key=lambda record: len(record.entries))


def _played(game: AnyGame) -> Record:
    """The record of a game in which everybody throws as often as possible."""
    record = Record(game, dice="own")
    playing = steps(game, [lambda game, state, seat: game.moves(state, seat)[0]] * game.seats, seeded(1))
    for step in islice(playing, _LONGEST_GAME):
        record.append(step.event)
    return record
