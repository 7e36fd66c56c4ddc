"""A service whose application is called directly, request by request, as tests read it best."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from typing import Any, NamedTuple, cast

from knobel.app import advice, player, tables
from knobel.app import requests as ask
from knobel.app.application import App
from knobel.app.ports import Asker
from knobel.app.routing import Call
from knobel.server.live import service
from knobel.server.live.following import Update
from knobel.tables.open import NewTable, Opened
from knobel.tables.pace import Pace
from knobel.tables.play import Command


class Joined(NamedTuple):
    """The seats of somebody who has come to a table."""

    seats: tuple[int, ...]
    watching: bool


class Question(NamedTuple):
    """What the coach is asked."""

    language: Any
    objective: str | None = None
    seat: int | None = None


def call(key: str, table: str = "", body: Any = None, query: Any = None, asker: Asker | None = None) -> Call:
    """A request with this key, about this table."""
    return Call({"table": table}, query, body, key, asker)


class PlayerData:
    """What is stored about a key."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def tables(self, key: str, limit: int = 20, before: int | None = None) -> list[dict[str, Any]]:
        wanted = call(key, query=ask.WhichTables(limit=limit, before=before))
        listed: list[dict[str, Any]] = (await player.my_tables(self._app, wanted))["tables"]
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

    async def hints(self, table: str, key: str, question: Question) -> list[dict[str, Any]]:
        wanted = call(key, table, query=ask.AskCoach(**question._asdict()))
        hints: list[dict[str, Any]] = (await advice.ask_hint(self._app, wanted))["hints"]
        return hints

    async def review(self, table: str, key: str, question: Question) -> dict[str, Any]:
        return await advice.ask_review(self._app, call(key, table, query=ask.AskCoach(**question._asdict())))

    async def best(self, table: str, key: str, seat: int, seconds: float, language: Any) -> dict[str, Any]:
        wanted = call(key, table, query=ask.AskBest(seat=seat, seconds=seconds, language=language))
        return await advice.ask_best(self._app, wanted)

    async def study(
        self, record: str, question: Question, *, hint: bool = False, review: bool = False
    ) -> dict[str, Any]:
        language, objective, _ = question
        body = ask.Study(record=record, language=language, objective=objective, hint=hint, review=review)
        return await advice.study(self._app, call("", body=body))


class Service(service.Service):
    """A service with a method for each request about tables."""

    def __init__(self, url: str, **wishes: Any) -> None:
        super().__init__(url, **wishes)
        self.player_data, self.advice = PlayerData(self.app), Advice(self.app)

    async def open(self, wanted: NewTable, key: str, again: str | None = None) -> Opened:
        return Opened(**await tables.open_new(self.app, wanted, key, again))

    async def import_record(
        self, text: str, key: str, again: str | None = None, mine: Sequence[int] = (), asker: Asker | None = None
    ) -> Opened:
        body = ask.ImportRecord(record=text, key=again, mine=tuple(mine))
        return Opened(**await tables.import_record(self.app, call(key, body=body, asker=asker)))

    async def join(self, table: str, key: str, **brings: Any) -> Joined:
        return _joined(await tables.join_table(self.app, call(key, table, ask.JoinTable(**brings))))

    async def mine(self, table: str, key: str) -> Joined:
        return _joined(await tables.my_seats(self.app, call(key, table)))

    async def share(self, table: str, key: str, *, public: bool) -> int:
        return await _seq(tables.share_game(self.app, call(key, table, ask.ShareGame(public=public))))

    async def knock(self, table: str, key: str, ticket: str, seat: int) -> str:
        body = ask.KnockAtTable(ticket=ticket, seat=seat)
        return cast("str", (await tables.knock_at_table(self.app, call(key, table, body)))["answer"])

    async def answer_knock(self, table: str, key: str, mark: str, *, admit: bool) -> int:
        return await _seq(tables.answer_knock(self.app, call(key, table, ask.AnswerKnock(mark=mark, admit=admit))))

    async def open_nonce(self, table: str, key: str, nonce: str) -> int:
        opened = await tables.open_nonce(self.app, call(key, table, ask.OpenNonce(nonce=nonce)))
        return int(json.loads(opened)["seq"])

    async def start_game(self, table: str, key: str) -> int:
        return await _seq(tables.start_game(self.app, call(key, table, ask.Nothing())))

    async def command(self, table: str, key: str, command: Command, pace: Pace = "normal") -> int:
        # Most commands of tests need no idempotency key.
        key_of_command = cast("str", command.key)
        body = ask.SendCommand(move=command.move, seen=command.seen, key=key_of_command, seat=command.seat, pace=pace)
        return int(json.loads(await tables.send_command(self.app, call(key, table, body)))["seq"])

    async def answer(self, table: str, key: str, *, agree: bool, seat: int | None = None) -> int:
        return await _seq(tables.send_answer(self.app, call(key, table, ask.SendAnswer(agree=agree, seat=seat))))

    async def leave(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.leave_table(self.app, call(key, table, ask.ForSeat(seat=seat))))

    async def back(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.back_to_table(self.app, call(key, table, ask.ForSeat(seat=seat))))

    async def wear(self, table: str, key: str, face: str, seat: int | None = None) -> int:
        return await _seq(tables.choose_face(self.app, call(key, table, ask.ChooseFace(face=face, seat=seat))))

    async def renew(self, table: str, key: str, seat: int | None = None) -> int:
        return await _seq(tables.renew_seat(self.app, call(key, table, ask.ForSeat(seat=seat))))

    async def ticket(self, table: str, key: str, seat: int | None = None) -> str:
        given = await tables.give_ticket(self.app, call(key, table, ask.ForSeat(seat=seat)))
        return cast("str", given["ticket"])

    async def fill(self, table: str, key: str, seat: int, level: str) -> int:
        return await _seq(tables.fill_seat(self.app, call(key, table, ask.FillSeat(seat=seat, level=level))))

    async def emote(self, table: str, key: str, emote: str, seat: int | None = None) -> int:
        return await _seq(tables.send_emote(self.app, call(key, table, ask.SendEmote(emote=emote, seat=seat))))

    async def rematch(self, table: str, key: str) -> str:
        return cast("str", (await tables.play_again(self.app, call(key, table, ask.Nothing())))["table"])

    def follow(
        self, table: str, key: str, after: int = 0, *, views: bool = False, changes: bool = False
    ) -> AsyncGenerator[Update, None]:
        return self.followers.follow(table, key, after, views=views, changes=changes)

    async def view(self, table: str, key: str) -> dict[str, Any]:
        """The table as it stands, without the time, so that views can be compared."""
        view: dict[str, Any] = json.loads(await tables.view_table(self.app, call(key, table)))
        del view["now"]
        return view

    async def record(self, table: str, key: str) -> str:
        return (await tables.read_record(self.app, call(key, table))).content.decode()

    async def pad(self, table: str, key: str, seat: int | None) -> dict[str, Any]:
        return await tables.show_pad(self.app, call(key, table, query=ask.OfSeat(seat=seat)))

    async def correctable(self, table: str, key: str, of: str) -> dict[str, Any]:
        return await tables.show_correctable(self.app, call(key, table, query=ask.OfEntry(of=of)))

    async def consequences(self, table: str, key: str, move: str) -> dict[str, Any]:
        return await tables.try_correction(self.app, call(key, table, ask.TryCorrection(move=move)))

    async def events(self, table: str, key: str, after: int = 0) -> list[dict[str, Any]]:
        seen = await self.app.watched(table, key)
        return [entry.event() for entry in await self.app.tables.entries(seen, after)]


def _joined(answer: dict[str, Any]) -> Joined:
    return Joined(tuple(answer["seats"]), answer["watching"])


async def _seq(answer: Awaitable[dict[str, Any]]) -> int:
    return cast("int", (await answer)["seq"])
