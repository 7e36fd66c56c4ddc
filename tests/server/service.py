"""A service whose application is called directly, request by request, as tests read it best."""

import json
from collections.abc import AsyncIterator, Awaitable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from knobel.app import advice, player, tables
from knobel.app.application import App
from knobel.app.ports import Asker
from knobel.app.routing import Call
from knobel.server.live import service
from knobel.tables.open import NewTable, Opened
from knobel.tables.play import Command


class Joined(NamedTuple):
    """The seats of somebody who has come to a table."""

    seats: tuple[int, ...]
    watching: bool


class Question(NamedTuple):
    """What the coach is asked."""

    language: str
    objective: str | None = None
    seat: int | None = None


def call(key: str, table: str = "", asker: Asker | None = None, query: Any = None, **body: Any) -> Call:
    """A request with this key, about this table, with these fields in its body."""
    return Call({"table": table}, query, SimpleNamespace(**body), key, asker)


class Own:
    """What is stored about a key."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def tables(self, key: str, limit: int = 20, before: int | None = None) -> list[dict[str, Any]]:
        asked = call(key, query=SimpleNamespace(limit=limit, before=before))
        listed: list[dict[str, Any]] = (await player.my_tables(self._app, asked))["tables"]
        return listed

    async def export(self, key: str) -> AsyncIterator[dict[str, Any]]:
        parts = [part async for part in await player.export_me(self._app, call(key))]
        for table in json.loads(b"".join(parts))["tables"]:
            yield table

    async def forget(self, key: str) -> None:
        await player.forget_me(self._app, call(key))


class Advice:
    """The coach."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def hints(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> list[dict[str, Any]]:
        hints: list[dict[str, Any]] = (await advice.ask_hint(self._app, call(key, table, asker, asked)))["hints"]
        return hints

    async def review(self, table: str, key: str, asked: Question, asker: Asker | None = None) -> dict[str, Any]:
        return await advice.ask_review(self._app, call(key, table, asker, asked))

    async def best(
        self, table: str, key: str, seat: int, seconds: float, language: str, asker: Asker | None = None
    ) -> dict[str, Any]:
        asked = SimpleNamespace(seat=seat, seconds=seconds, language=language)
        return await advice.ask_best(self._app, call(key, table, asker, asked))

    async def study(
        self, record: str, asked: Question, *, hint: bool = False, review: bool = False, asker: Asker | None = None
    ) -> dict[str, Any]:
        wanted = {"record": record, "hint": hint, "review": review, "language": asked.language}
        return await advice.study(self._app, call("", "", asker, None, objective=asked.objective, **wanted))


class Service(service.Service):
    """A service with a method for each request about tables."""

    def __init__(self, *given: Any, **wishes: Any) -> None:
        super().__init__(*given, **wishes)
        self.own, self.advice = Own(self.app), Advice(self.app)

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened:
        return await tables.open_new(self.app, wanted, key, again)

    async def import_record(
        self, text: str, key: str, again: str | None = None, mine: Sequence[int] = (), asker: Asker | None = None
    ) -> Opened:
        asked = call(key, asker=asker, record=text, key_=again, mine=mine)
        asked.body.key = again
        opened = await tables.import_record(self.app, asked)
        return Opened(opened["table"], opened["seal"], tuple(opened["seats"]), opened["invite"], opened["watch"])

    async def join(self, table: str, key: str, **brings: Any) -> Joined:
        usual = {"ticket": "", "name": None, "commitment": None, "seat": None, "watch": False}
        return _joined(await tables.join_table(self.app, call(key, table, **usual | brings)))

    async def mine(self, table: str, key: str) -> Joined:
        return _joined(await tables.my_seats(self.app, call(key, table)))

    async def share(self, table: str, key: str, *, public: bool) -> int:
        return await _seq(tables.share_game(self.app, call(key, table, public=public)))

    async def knock(self, table: str, key: str, ticket: str, seat: int) -> str:
        answer = (await tables.knock_at_table(self.app, call(key, table, ticket=ticket, seat=seat)))["answer"]
        return cast("str", answer)

    async def answer_knock(self, table: str, key: str, mark: str, *, admit: bool) -> int:
        return await _seq(tables.answer_knock(self.app, call(key, table, mark=mark, admit=admit)))

    async def open_nonce(self, table: str, key: str, nonce: str) -> int:
        return int(json.loads(await tables.open_nonce(self.app, call(key, table, nonce=nonce, view=False)))["seq"])

    async def start_game(self, table: str, key: str) -> int:
        return await _seq(tables.start_game(self.app, call(key, table)))

    async def command(self, table: str, key: str, command: Command, pace: str = "normal") -> int:
        sent = {"move": command.move, "seen": command.seen, "seat": command.seat, "pace": pace}
        asked = call(key, table, view=False, changes=False, **sent)
        asked.body.key = command.key
        return int(json.loads(await tables.send_command(self.app, asked))["seq"])

    async def answer(self, table: str, key: str, *, agree: bool, seat: int | None = None) -> int:
        return await _seq(tables.send_answer(self.app, call(key, table, agree=agree, seat=seat)))

    async def leave(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.leave_table(self.app, call(key, table, seat=seat)))

    async def back(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.back_to_table(self.app, call(key, table, seat=seat)))

    async def wear(self, table: str, key: str, face: str, seat: int | None = None) -> int:
        return await _seq(tables.choose_face(self.app, call(key, table, face=face, seat=seat)))

    async def renew(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.renew_seat(self.app, call(key, table, seat=seat)))

    async def ticket(self, table: str, key: str, seat: int | None = None) -> str:
        return cast("str", (await tables.give_ticket(self.app, call(key, table, seat=seat)))["ticket"])

    async def fill(self, table: str, key: str, seat: int, level: str) -> int:
        return await _seq(tables.fill_seat(self.app, call(key, table, seat=seat, level=level)))

    async def emote(self, table: str, key: str, emote: str, seat: int | None = None) -> int:
        return await _seq(tables.send_emote(self.app, call(key, table, emote=emote, seat=seat)))

    async def rematch(self, table: str, key: str) -> str:
        return cast("str", (await tables.play_again(self.app, call(key, table)))["table"])

    async def view_json(self, table: str, key: str) -> bytes:
        return await tables.view_table(self.app, call(key, table))

    async def view(self, table: str, key: str) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(await self.view_json(table, key))
        return view

    async def record(self, table: str, key: str) -> str:
        return (await tables.read_record(self.app, call(key, table))).content.decode()

    async def pad(self, table: str, key: str, seat: int | None) -> dict[str, Any]:
        return await tables.show_pad(self.app, call(key, table, query=SimpleNamespace(seat=seat)))

    async def correctable(self, table: str, key: str, of: str) -> dict[str, Any]:
        return await tables.show_correctable(self.app, call(key, table, query=SimpleNamespace(of=of)))

    async def consequences(self, table: str, key: str, move: str) -> dict[str, Any]:
        return await tables.try_correction(self.app, call(key, table, move=move))

    async def events(self, table: str, key: str, after: int = 0) -> list[dict[str, Any]]:
        seen = await self.app.watched(table, key)
        return [entry.event() for entry in await self.app.tables.entries(seen, after)]


def _joined(answer: dict[str, Any]) -> Joined:
    return Joined(tuple(answer["seats"]), answer["watching"])


async def _seq(answer: Awaitable[dict[str, Any]]) -> int:
    return cast("int", (await answer)["seq"])
