"""What a state machine of tables needs: requests to an application, and plain expectations of what they do."""

import asyncio
import json
import random
import secrets
from collections.abc import Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import pytest
from hypothesis.stateful import RuleBasedStateMachine

from knobel import AnyGame, BadDice, Fell, Throw
from knobel.app import bots
from knobel.app.application import App
from knobel.app.dispatch import dispatch
from knobel.core.checked import commitment
from knobel.core.entry import write_entry
from knobel.core.game import step
from knobel.tables import play
from knobel.tables.keys import new_token
from knobel.tables.log import LogEntry
from knobel.tables.table import Table
from tests.app.table_model import WATCHER, Acknowledged, TableModel, standing

T = TypeVar("T")
PEOPLE = 4


class Clock:
    """A clock that is set by hand."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Storage(Protocol):
    """Where the tables of a machine are."""

    async def start(self, clock: Clock) -> list[App]:
        """The applications of all workers, over an empty storage."""

    async def restart(self) -> list[App]:
        """The same after all workers have ended, if that leaves anything."""

    async def stop(self) -> None:
        """End all workers."""


class Answer:
    """A response, and the rows that the request has added to the log of a table."""

    def __init__(self, status: int, values: Any) -> None:
        self.status, self.values = status, values
        self.rows: list[LogEntry] = []

    @property
    def kinds(self) -> list[tuple[str, int | None]]:
        return [(row.kind, row.seat) for row in self.rows]

    @property
    def outcome(self) -> tuple[int, str]:
        return self.status, str(self.values["error"]["code"]) if self.status >= 400 else ""


def simple_bot(game: AnyGame, state: Any, seat: int, *_: object) -> Any:
    """The same move for the same state, at once."""
    return game.moves(state, seat)[-1]


def chosen(choices: Sequence[T], number: int) -> T:
    """One of these. What is drawn must not depend on what a server says, so a number is drawn."""
    return choices[number % len(choices)]


class TableDriver(RuleBasedStateMachine):
    """People with keys, the tables they were told of, and workers that take turns with their requests."""

    storage: Storage
    runner: asyncio.Runner

    def __init__(self) -> None:
        super().__init__()
        self.patch, draw = pytest.MonkeyPatch(), random.Random(0)
        # A run that failed fails again: nothing is left to chance but what Hypothesis draws.
        self.patch.setattr(secrets, "token_bytes", lambda count=32: draw.randbytes(count))
        self.patch.setattr(play, "_RANDOM", draw)
        self.patch.setattr(bots, "think", simple_bot)
        self.clock = Clock()
        self.people = [new_token() for _ in range(PEOPLE)]
        self.tables: list[TableModel] = []
        self.deleted: set[str] = set()
        self.commands = self.turn = 0
        self.apps = self.wait(self.storage.start(self.clock))

    def teardown(self) -> None:
        self.wait(self.storage.stop())
        self.patch.undo()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    @property
    def app(self) -> App:
        """The worker whose turn it is: every request goes to another one."""
        self.turn += 1
        return self.apps[self.turn % len(self.apps)]

    # Requests.

    async def _ask(self, key: str, method: str, path: str, body: dict[str, Any]) -> Answer:
        response = await dispatch(self.app, method, path, json.dumps(body) if method == "POST" else None, key=key)
        text = response.body.decode()
        return Answer(response.status, json.loads(text) if text.startswith("{") else text)

    def ask(self, key: str, method: str, path: str, /, **body: Any) -> Answer:
        """Send a request."""
        return self.wait(self._ask(key, method, path, body))

    def ask_at_once(self, requests: Iterable[tuple[str, str, dict[str, Any]]]) -> list[Answer]:
        """Send requests by key, path and body, all at the same time."""

        async def all_of_them() -> list[Answer]:
            return await asyncio.gather(*(self._ask(key, "POST", path, body) for key, path, body in requests))

        return self.wait(all_of_them())

    def send(self, model: TableModel, key: str, path: str, /, **body: Any) -> Answer:
        """Send a request about a table, let bots play, and read what was added to the log."""
        answer = self.ask(key, "POST", f"/tables/{model.name}{path}", **body)
        new = self.read(model)
        answer.rows = new[: len(new) - model.by_bots(new)]
        assert answer.status < 400 or not answer.rows, f"{path} was refused, but did {answer.rows}"
        return answer

    def load(self, model: TableModel) -> Table:
        return self.wait(self.app.tables.load(model.name))

    def read(self, model: TableModel) -> list[LogEntry]:
        """The new rows of the log, the same at all workers, after bots have played."""

        async def logs() -> list[list[LogEntry]]:
            for app in self.apps:
                await app.bots.idle()
            return [list(await app.tables.entries(await app.tables.load(model.name), 0)) for app in self.apps]

        first, *others = self.wait(logs())
        assert all(log == first for log in others)
        return model.read(first)

    def command(self, model: TableModel, key: str, seat: int, move: str, seen: int | None = None) -> Answer:
        """Send a command as one who has seen everything, unless said; the model notes what came of it."""
        self.commands += 1
        name = f"c{self.commands}"
        seen = len(model.rows) if seen is None else seen
        answer = self.send(model, key, "/commands", move=move, seen=seen, key=name, seat=seat)
        if answer.status >= 400:
            model.refused.add(name)
        elif answer.rows:
            model.done[name] = Acknowledged(seat, move, seen, answer.values["seq"])
        return answer

    # What people do in several rules.

    def somebody(self, t: int, n: int) -> tuple[TableModel, str]:
        """A table, and mostly one of those who know it."""
        model = chosen(self.tables, t)
        own = [key for key in self.people if model.own(key)]
        return model, chosen(own if own and n % 5 else self.people, n)

    def person(self, model: TableModel, number: int) -> tuple[str, int] | None:
        """Somebody who has taken a seat there, with that seat."""
        seats = sorted((seat, key) for seat, key in model.keys if seat != WATCHER and model.seats[seat].taken)
        if not seats:
            return None
        seat, key = chosen(seats, number)
        return key, seat

    def sit_down(self, model: TableModel, key: str, *, commits: bool) -> None:
        """Somebody comes by the invitation."""
        seal, nonce = self.load(model).setup.seal, secrets.token_hex(16)
        brings = {"commitment": commitment(seal, nonce)} if seal and commits else {}
        expected = model.join(key)
        name = f"Name of {self.people.index(key)}"
        answer = self.send(model, key, "/join", ticket=model.invite, name=name, **brings)
        if expected is None:
            assert answer.outcome == (409, "seat_taken")
        else:
            assert (answer.status, answer.kinds) == (200, expected)
            if brings and any(kind == "join" for kind, _ in expected):
                model.nonces[key] = nonce

    def come_back(self, model: TableModel, key: str) -> None:
        """Somebody returns to all seats of theirs."""
        own = model.own(key)
        possible = bool(own) and all(model.seats[seat].taken for seat in own)
        rows = [(kind, seat) for seat in own for kind in model.seats[seat].back()] if possible else []
        answer = self.send(model, key, "/back")
        assert (answer.status, answer.kinds) == (200 if possible else 403, rows)

    def gather(self, model: TableModel) -> None:
        """All who can come take their seats, come back, and open what they have committed to."""
        for key in self.people:
            if model.own(key) and not all(seat.taken for seat in model.seats):
                self.sit_down(model, key, commits=False)
            self.come_back(model, key)
        if any(not seat.taken for seat in model.seats):
            for key in self.people:
                self.sit_down(model, key, commits=False)
        self.open_all_nonces(model)

    def open_all_nonces(self, model: TableModel) -> None:
        """All devices open what they have committed to."""
        complete = all(seat.taken for seat in model.seats)
        for key, nonce in list(model.nonces.items()):
            if model.own(key):
                late = self.load(model).started_early
                answer = self.send(model, key, "/open", nonce=nonce)
                assert (answer.status == 200) == complete or late
                assert {kind for kind, _ in answer.kinds} <= {"open"}

    def play_on(self, model: TableModel, n: int, *, writing: bool = False) -> bool:
        """Somebody whose turn it is does something possible, and it is done; False if nobody can."""
        table = self.load(model)
        for key in [key for key in self.people if model.own(key) and table.started]:
            seats = [seat for seat in model.own(key) if model.seats[seat].present]
            if seats and model.own_dice and isinstance(table.pending, Throw):
                self._played(model, key, chosen(seats, n), typed(table.game, table.record.state, n))
                return True
            view = self.ask(key, "GET", f"/tables/{model.name}").values
            offers = [(int(seat), move) for seat, moves in view["moves"].items() for move in moves]
            writes = [(seat, move) for seat, move in offers if not move.startswith("keep")]
            if offers:
                self._played(model, key, *chosen(writes if writes and (writing or n % 3) else offers, n))
                return True
        return False

    def _played(self, model: TableModel, key: str, seat: int, move: str) -> None:
        before = standing(model.rows)
        answer = self.command(model, key, seat, move)
        assert answer.status == 200, answer.values
        assert standing(model.rows)[: len(before)] == before
        first, *others = answer.rows
        assert (first.kind, first.seat) == ("entry", seat)
        assert first.text.startswith("- ") if move == "roll" else first.text.endswith(move)
        if not model.own_dice:
            # Only dice that were not held fall by themselves.
            assert len(others) <= move.startswith("keep")
            assert all(row.text.startswith("- ") for row in others)

    def reply(self, model: TableModel, seat: int, *, agree: bool) -> None:
        """Somebody answers to whoever asks to undo something, or to nobody."""
        key = next(key for own, key in sorted(model.keys) if own == seat)
        ask = model.ask
        undecided = model.others(ask[0]) - model.agreed - {seat} if ask else set()
        answer = self.send(model, key, "/answer", seat=seat, agree=agree)
        if ask is None or (agree and ask[0] == seat):
            assert answer.outcome == (403, "not_allowed")
        else:
            assert answer.kinds[0] == ("agree" if agree else "refuse", seat)
            assert any(row.text.startswith("undo ") for row in answer.rows) == (agree and not undecided)


def typed(game: AnyGame, state: Any, number: int) -> str:
    """Dice as somebody may type them, where the game waits for a throw."""
    draw, throw = random.Random(number), game.pending(state)
    assert isinstance(throw, Throw)
    while True:
        fell = Fell(tuple(draw.choice(game.pool[at].values) for at in throw.dice))
        with suppress(BadDice):
            step(game, state, fell)
            return write_entry(game, fell)
