"""What people do in the game, as rules of a state machine: throw, hold, write, take back, correct, and are refused."""

from collections import Counter
from typing import Any
from zlib import crc32

from hypothesis import strategies as st
from hypothesis.stateful import rule

from knobel import Fell
from tests.app.table_driver import TableDriver, chosen, typed
from tests.app.table_model import Acknowledged, standing

ANY = st.integers(0, (1 << 31) - 1).map(lambda number: crc32(number.to_bytes(4, "big")))
"""Any choice: mixed, since small numbers are drawn more often."""


class PlayRules(TableDriver):
    """Throws, moves, undo with consent and corrections, and commands that are refused."""

    @rule(t=ANY, n=ANY, times=st.integers(1, 12))
    def go_on(self, t: int, n: int, times: int) -> None:
        """Those whose turn it is throw, hold and write; mostly everybody comes back before."""
        model = chosen(self.tables, t)
        if n % 4:
            self.gather(model)
        for step in range(times):
            self.play_on(model, n + 7 * step)

    @rule(t=ANY, n=ANY)
    def finish(self, t: int, n: int) -> None:
        """Those whose turn it is play until the game is over, or somebody is missing."""
        step = 0
        while self.play_on(chosen(self.tables, t), n + 5 * step, writing=True):
            step += 1

    @rule(t=ANY, n=ANY)
    def send_again(self, t: int, n: int) -> None:
        """A command that was done is sent again, as it was and as another one."""
        model = chosen(self.tables, t)
        done = [(name, one) for name, one in model.done.items() if any(seat == one.seat for seat, _ in model.keys)]
        if done:
            name, one = chosen(done, n)
            key = next(key for seat, key in sorted(model.keys) if seat == one.seat)
            body = {"move": one.move, "seen": one.seen, "key": name, "seat": one.seat}
            again = self.send(model, key, "/commands", **body)
            assert (again.status, again.values["seq"], again.rows) == (200, one.seq, [])
            other = self.send(model, key, "/commands", **{**body, "move": f"{one.move} "})
            assert other.outcome == (409, "key_used")

    @rule(t=ANY, n=ANY, numbers=st.lists(ANY, min_size=2, max_size=4))
    def all_at_once(self, t: int, n: int, numbers: list[int]) -> None:
        """Several commands at the same time, the first of them twice: each is done once or not at all."""
        model = chosen(self.tables, t)
        table = self.load(model)
        wishes: list[tuple[str, str, dict[str, Any]]] = []
        for number in numbers:
            if somebody := self.person(model, number):
                key, seat = somebody
                offers = [str(move) for move in table.game.moves(table.record.state, seat)] or ["roll", "undo 1"]
                self.commands += 1
                wish = {"move": chosen(offers, n), "seen": len(model.rows), "key": f"c{self.commands}", "seat": seat}
                wishes.append((key, f"/tables/{model.name}/commands", wish))
        wishes += wishes[:1]
        for (_, _, body), answer in zip(wishes, self.ask_at_once(wishes), strict=True):
            if answer.status == 200:
                one = Acknowledged(body["seat"], body["move"], body["seen"], answer.values["seq"])
                assert model.done.setdefault(body["key"], one) == one
        model.refused |= {body["key"] for _, _, body in wishes} - set(model.done)
        self.read(model)

    @rule(t=ANY, n=ANY)
    def decide_too_late(self, t: int, n: int) -> None:
        """Somebody who has not seen the last dice decides: it is refused, whatever it is."""
        model = chosen(self.tables, t)
        throws = [row.seq for row in model.rows if row.kind == "entry" and row.text.startswith("- ")]
        table, fell = self.load(model), max(throws, default=0)
        somebody = self.person(model, n)
        if fell and table.started and somebody and model.seats[somebody[1]].present:
            moves = [str(move) for move in table.game.moves(table.record.state, somebody[1])] or ["roll"]
            assert self.command(model, *somebody, chosen(moves, n), seen=fell - 1).outcome == (409, "stale")

    @rule(t=ANY, n=ANY)
    def act_for_another(self, t: int, n: int) -> None:
        """Somebody acts for a seat that is not theirs, or does what makes no sense: it is refused, and does nothing."""
        model, key = self.somebody(t, n)
        own = model.own(key)
        seat = chosen([seat for seat in range(len(model.seats)) if seat not in own] or [99], n // 4)
        for path, more in (
            ("/leave", {}),
            ("/back", {}),
            ("/renew", {}),
            ("/tickets", {}),
            ("/face", {"face": "cat"}),
            ("/answer", {"agree": True}),
            ("/emotes", {"emote": "hello"}),
        ):
            assert self.send(model, key, path, seat=seat, **more).outcome == (403, "denied")
        for move in ("roll", "undo 1", "- 1 1 1 1 1", f"correct 1 {seat}"):
            assert self.command(model, key, seat, move).outcome == (403, "denied")
        for move in ("keep 99", "nonsense", "- 99", "undo 9999", "correct 9999 - 1") if own else ():
            assert self.command(model, key, own[0], move).status >= 400
        if own:
            assert self.command(model, key, own[0], "roll", seen=len(model.rows) + 5).status >= 400

    @rule(t=ANY, n=ANY, agree=st.booleans())
    def undo(self, t: int, n: int, agree: bool) -> None:
        """Somebody takes back what they are offered, after others have played: at once, or if all others agree."""
        model = chosen(self.tables, t)
        if n % 4:
            self.gather(model)
        for step in range(n // 4 % 8):
            self.play_on(model, n + step, writing=True)
        for key in [key for key in self.people if model.own(key)]:
            offers = self.ask(key, "GET", f"/tables/{model.name}").values["undoable"]
            lines = dict(standing(model.rows))
            wishes = [(kind, number) for kind in ("ask", "free") for number in offers[kind]]
            if wishes:
                kind, number = chosen(wishes, n)
                seat = next(
                    (seat for seat in model.own(key) if lines[number].startswith(f"{seat} ")), model.own(key)[0]
                )
                answer = self.command(model, key, seat, f"undo {number}")
                assert answer.status == 200, answer.values
                if kind == "ask":
                    assert (answer.kinds, model.ask) == ([("ask", seat)], (seat, number))
                    for at, other in enumerate(sorted(model.others(seat))):
                        if model.ask:
                            self.reply(model, other, agree=agree or (n + at) % 3 > 0)
                else:
                    assert answer.rows[0].text.startswith("undo ")
                    assert number not in dict(standing(model.rows[: answer.rows[-1].seq]))
                return

    @rule(t=ANY, n=ANY)
    def undo_anything(self, t: int, n: int) -> None:
        """Somebody takes back whatever it is: what they are not offered is refused."""
        model = chosen(self.tables, t)
        lines, somebody = standing(model.rows), self.person(model, n)
        if lines and somebody:
            number, (key, seat) = chosen(lines, n // 8)[0], somebody
            offers = self.ask(key, "GET", f"/tables/{model.name}").values["undoable"]
            answer = self.command(model, key, seat, f"undo {number}")
            # What a bot did at another seat of the same person, who is away there, is not offered, but theirs.
            absent = tuple(f"{own} " for own in model.mine(seat) if not model.seats[own].present)
            theirs = {at for at, text in lines if text.startswith(absent)}
            assert answer.status >= 400 or number in {*offers["free"], *offers["ask"], *theirs}

    @rule(t=ANY, n=ANY, agree=st.booleans())
    def answer(self, t: int, n: int, agree: bool) -> None:
        model = chosen(self.tables, t)
        if somebody := self.person(model, n):
            self.reply(model, somebody[1], agree=agree)

    @rule(t=ANY, n=ANY)
    def correct(self, t: int, n: int) -> None:
        """Somebody corrects dice: nothing else is lost, and where the server throws, nothing is corrected."""
        model = chosen(self.tables, t)
        table, somebody = self.load(model), self.person(model, n)
        fallen = [at for at, (_, event) in enumerate(table.record.standing) if isinstance(event, Fell)]
        if not somebody or not fallen:
            return
        key, seat = somebody
        at = chosen(fallen, -1 - n // 8)
        number, before = standing(model.rows)[at]
        wish = f"correct {number} {typed(table.game, table.record.states[at], n)}"
        tried = self.send(model, key, "/correct", move=wish)
        lines = Counter(text for _, text in standing(model.rows))
        answer = self.command(model, key, seat, wish)
        assert not tried.rows
        assert model.own_dice or (tried.status >= 400 and answer.status >= 400)
        assert answer.status >= 400 or tried.status < 400
        if answer.rows:
            assert answer.kinds[0] == ("correct", seat)
            changed = lines - Counter([before]) + Counter([wish.removeprefix(f"correct {number} ")])
            assert Counter(text for _, text in standing(model.rows[: answer.rows[-1].seq])) == changed
