"""People at tables as a state machine: they do anything in any order, beside a plain model of what must follow.

It goes through the application, so that it drives tables in memory as well as those in a database.
"""

import asyncio
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from knobel import games
from knobel.tables.keys import new_token
from tests.app.table_driver import PEOPLE, Storage, chosen
from tests.app.table_model import WATCHER, SeatModel, TableModel, check_commands, check_table, standing
from tests.app.table_play import ANY, PlayRules
from tests.pairs import NIGHTLY

MOST_TABLES = 4
SECOND, DAY = 1000, 86_400_000
PERSONAL = ("you", "watching", "undoable", "knocks", "links", "moves", "now")
"""What people may see differently."""


class TableMachine(PlayRules):
    """Joins, throws, moves, undo, corrections, bots, clocks, rematches, imports and forgetting, in any order."""

    @initialize(n=ANY, kinds=st.lists(st.sampled_from(["link", "here", "bot"]), max_size=2))
    def open(self, n: int, kinds: list[str]) -> None:
        spec = chosen(games(), n)
        count = min(max(1 + len(kinds), spec.seats[0]), spec.seats[-1])
        kinds = ["here", *kinds, *["link"] * count][:count]
        dice, undo = chosen(["checked", "own", "checked"], n // 8), chosen(["ask", "free", "ask", "off"], n // 24)
        self.commands += 1
        wish: dict[str, Any] = {
            "game": spec.key,
            "seats": [{"kind": kind, "level": "hare" if kind == "bot" else None} for kind in kinds],
            "dice": dice,
            "undo": undo,
            "clock": chosen([None, 30], n // 96),
            "key": f"t{self.commands}",
        }
        anna = self.people[0]
        first, again = self.ask(anna, "POST", "/tables", **wish), self.ask(anna, "POST", "/tables", **wish)
        assert (first.status, first.values) == (201, again.values)
        other = self.ask(anna, "POST", "/tables", **{**wish, "coach": True})
        assert other.outcome == (409, "key_used")
        model = TableModel(
            first.values["table"],
            self.wait(self.app.tables.load(first.values["table"])).game,
            anna,
            undo,
            dice == "own",
            [SeatModel(taken=kind == "bot", bot=kind == "bot") for kind in kinds],
            {(seat, anna) for seat, kind in enumerate(kinds) if kind == "here"} | {(WATCHER, anna)},
            first.values["invite"],
        )
        self.tables.append(model)
        self.deleted.discard(model.name)
        assert {row.kind for row in self.read(model)} <= {"name", "bot"}
        for key in self.people[: 1 + kinds.count("link")]:
            self.sit_down(model, key, commits=n % 5 == 0)
        self.open_all_nonces(model)

    @rule(t=ANY, n=ANY)
    def join(self, t: int, n: int) -> None:
        self.sit_down(chosen(self.tables, t), chosen(self.people, n), commits=n % 3 == 0)

    @rule(t=ANY)
    def open_nonces(self, t: int) -> None:
        self.open_all_nonces(chosen(self.tables, t))

    @rule(t=ANY, n=ANY)
    def start(self, t: int, n: int) -> None:
        """Somebody starts without the nonces of others, which takes half a minute since the last one came."""
        model = chosen(self.tables, t)
        if somebody := self.person(model, n):
            own = model.own(somebody[0])
            answer = self.send(model, somebody[0], "/start")
            assert answer.outcome in {(200, ""), (409, "not_ready")}
            if answer.rows:
                assert answer.kinds == [("start", own[0])]
                came = max(row.seq for row in model.rows if row.kind in {"join", "bot"})
                assert self.clock.now >= model.rows[came - 1].at + 30 * SECOND

    @rule(t=ANY, n=ANY)
    def leave(self, t: int, n: int) -> None:
        model, key = self.somebody(t, n)
        own = model.own(key)
        rows = [(kind, seat) for seat in own for kind in model.seats[seat].leave()]
        answer = self.send(model, key, "/leave")
        assert (answer.status, answer.kinds) == (200 if own else 403, rows)

    @rule(t=ANY, n=ANY)
    def back(self, t: int, n: int) -> None:
        self.come_back(chosen(self.tables, t), chosen(self.people, n))

    @rule(t=ANY, n=ANY)
    def fill(self, t: int, n: int) -> None:
        """Somebody lets a bot play: at a free seat, for one who is away, or for one whose time is over."""
        model, key = self.somebody(t, n)
        table, seat = self.load(model), n // 4 % len(model.seats)
        late = table.deadline is not None and self.clock.now > table.deadline and seat in table.waiting
        there = model.seats[seat]
        own, possible = model.own(key), not there.taken or there.away or (late and there.present)
        rows = [(kind, seat) for kind in there.fill()] if own and possible else []
        answer = self.send(model, key, "/bot", seat=seat, level="hare")
        expected = (403, "denied") if not own else (200, "") if possible else (409, "seat_taken")
        assert (answer.outcome, answer.kinds) == (expected, rows)

    @rule(seconds=st.sampled_from([1, 31, 31, 3600, -5, -3600, 100 * DAY // SECOND, -2 * DAY // SECOND]))
    def pass_time(self, seconds: int) -> None:
        self.clock.now += seconds * SECOND

    @rule(t=ANY, n=ANY)
    def rematch(self, t: int, n: int) -> None:
        """Somebody wants to play again: all are led to the same table, where everybody has moved up a seat."""
        model, key = self.somebody(t, n)
        own, before = model.own(key), model.next
        possible = before or self.load(model).over
        answer = self.send(model, key, "/rematch")
        if not own or not possible:
            assert answer.outcome == ((409, "not_ready") if own else (403, "denied"))
            return
        assert (answer.status, answer.values["table"]) == (200, model.next)
        assert answer.kinds == ([] if before else [("rematch", own[0])])
        if not before:
            count = len(model.seats)
            turned = [model.seats[(place + 1) % count] for place in range(count)]
            following = TableModel(
                answer.values["table"],
                model.game,
                model.opener,
                model.undo,
                model.own_dice,
                # People, and those whose seats nobody has taken, are waited for.
                [SeatModel() if seat.person or not seat.taken else SeatModel(taken=True, bot=True) for seat in turned],
                {(seat if seat == WATCHER else (seat - 1) % count, key) for seat, key in model.keys},
                model.invite,
            )
            self.tables.append(following)
            self.read(following)

    @rule(t=ANY, n=ANY)
    def import_record(self, t: int, n: int) -> None:
        """Somebody imports the record of a game: it is recognised, or goes on at a table of its own as it stood."""
        model, key = self.somebody(t, n)
        record = self.ask(key, "GET", f"/tables/{model.name}/record")
        if record.status != 200 or len(self.tables) >= MOST_TABLES:
            return
        names = []
        for _ in range(2):
            answer = self.ask(key, "POST", "/import", record=record.values, mine=[0])
            assert answer.status == 201
            names.append(answer.values["table"])
            if names[-1] not in [one.name for one in self.tables]:
                self.tables.append(self._imported(model, key, answer.values))
        # Sealed dice that are still to fall go on as random ones, so the record is another one from the start.
        there = self.ask(key, "GET", f"/tables/{names[0]}/record").values
        assert (names[0] == names[1]) == (there == record.values)

    def _imported(self, model: TableModel, key: str, opened: dict[str, Any]) -> TableModel:
        """The table of the record of another one."""
        table = self.wait(self.app.tables.load(opened["table"]))
        imported = TableModel(
            opened["table"],
            model.game,
            key,
            "ask",
            table.setup.own_dice,
            [SeatModel() for _ in model.seats],
            {(0, key), (WATCHER, key)},
            opened["invite"],
        )
        self.read(imported)
        assert standing(imported.rows) == standing(model.rows)
        return imported

    @rule(n=ANY)
    def forget(self, n: int) -> None:
        """Somebody goes for good: names and seats go with them, and tables at which nobody else sits."""
        if n % 3:
            # Or there would be little to play at.
            return
        at = n % PEOPLE
        key, self.people[at] = self.people[at], new_token()
        expected = [(model, model.forget(key)) for model in self.tables if model.may_watch(key)]
        assert self.ask(key, "DELETE", "/me").status == 204
        for model, rows in expected:
            if rows is None:
                self.tables.remove(model)
                self.deleted.add(model.name)
            else:
                new = self.read(model)
                assert [(row.kind, row.seat) for row in new[: len(rows)]] == rows
                assert model.by_bots(new) >= len(new) - len(rows)
        if not self.tables:
            self.open(n, ["link"])

    @rule()
    def restart(self) -> None:
        """All workers end, and others go on with what is stored."""
        self.apps = self.wait(self.storage.restart())

    @invariant()
    def everybody_sees_what_the_log_tells(self) -> None:
        for model in self.tables:
            # A correction reaches the later games of a series; nothing else happens by itself.
            assert {row.kind for row in self.read(model)} <= {"past"}
            if model.seen == (len(model.rows), model.keys):
                continue
            model.seen = len(model.rows), set(model.keys)
            check_commands(model)
            check_table(model, self.load(model))
            views = []
            for key in self.people:
                answer = self.ask(key, "GET", f"/tables/{model.name}")
                if not model.may_watch(key):
                    assert answer.outcome == (403, "denied")
                    continue
                view = answer.values
                assert (view["you"], view["watching"]) == (model.own(key), not model.own(key))
                assert [tuple(line) for line in view["entries"]] == standing(model.rows)
                views.append({name: value for name, value in view.items() if name not in PERSONAL})
            assert all(view == views[0] for view in views)
        key = chosen(self.people, self.turn)
        names = {table["table"] for table in self.ask(key, "GET", "/me/tables").values["tables"]}
        assert names == {model.name for model in self.tables if model.may_watch(key)}
        for name in self.deleted:
            assert self.ask(key, "GET", f"/tables/{name}").outcome == (404, "no_table")


def drive(storage: Storage, runs: int, steps: int) -> None:
    """Let people do anything at tables of a storage; at night more often, and each time otherwise."""
    with asyncio.Runner() as runner:
        machine: Any = type("Machine", (TableMachine,), {"storage": storage, "runner": runner})
        machine.TestCase.settings = settings(
            max_examples=runs * (25 if NIGHTLY else 1),
            stateful_step_count=steps * (2 if NIGHTLY else 1),
            derandomize=not NIGHTLY,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        machine.TestCase("runTest").runTest()
