"""A table under anything that may happen to it, beside a naive model that replays all of it every time."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from knobel import AnyGame, BadMove, Decide, Event, Fell, Fix, KnobelError, Moved, Over, Record, Throw, games, replay
from knobel.core.game import step
from knobel.scene import look
from knobel.testing.strategies import draw_event, face_strategy, game_strategy


class Table(RuleBasedStateMachine):
    """Throws, moves, undo, corrections and saving, in any order."""

    key: str
    entries = Bundle("entries")

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.game: AnyGame = data.draw(game_strategy((self.key,)))
        self.record = Record(self.game)
        self.model: list[tuple[int, Event]] = []
        self.entered = 0

    @precondition(lambda self: not isinstance(self.record.pending, Over))
    @rule(target=entries, data=st.data())
    def go_on(self, data: st.DataObject) -> int:
        event = draw_event(data.draw, self.record)
        assert event is not None
        self.record.append(event)
        self.entered += 1
        self.model.append((self.entered, event))
        return self.entered

    @rule(number=entries)
    def undo(self, number: int) -> None:
        self.amend(number, None)

    @rule(number=entries, data=st.data())
    def correct(self, number: int, data: st.DataObject) -> None:
        old = next((event for at, event in self.model if at == number), None)
        if isinstance(old, Fell):
            before = replay(self.game, [event for at, event in self.model if at < number])
            pending = self.game.pending(before)
            if isinstance(pending, Throw):
                self.amend(number, Fell(data.draw(face_strategy(self.game, pending.dice))))
        elif isinstance(old, Moved):
            self.amend(number, Moved(old.seat, data.draw(st.sampled_from(self.game.alphabet))))

    def amend(self, number: int, event: Event | None) -> None:
        """The amendment is taken exactly if the naive model can be replayed with it, and no throw changes hands."""
        standing = [at for at, _ in self.model]
        changed = [(at, event if at == number and event else old) for at, old in self.model if at != number or event]
        try:
            possible = number in standing and self.hands(changed, number) == self.hands(self.model, number)
        except KnobelError:
            possible = False
        before = self.record.text()
        try:
            if event is None:
                self.record.undo(number)
            else:
                self.record.append(Fix(number, event))
        except KnobelError:
            assert not possible
            assert self.record.text() == before
        else:
            assert possible
            self.model = changed
            self.entered += 1

    def hands(self, events: list[tuple[int, Event]], but: int) -> dict[int, int]:
        """Whose throws these are, by number, but for one; raises an error if they cannot be replayed."""
        state, found = self.game.start(), {}
        for number, event in events:
            pending = self.game.pending(state)
            state = step(self.game, state, event)
            if number != but and isinstance(event, Fell) and isinstance(pending, Throw):
                found[number] = pending.seat
        return found

    @rule()
    def save_and_load(self) -> None:
        again = Record.read(self.record.text())
        assert again.text() == self.record.text()
        self.record = again

    @rule(seat=st.integers(0, 9), data=st.data())
    def try_any_move(self, seat: int, data: st.DataObject) -> None:
        move: Any = data.draw(st.sampled_from(self.game.alphabet))
        pending = self.record.pending
        if isinstance(pending, Decide) and seat in pending.seats and move in self.game.moves(self.record.state, seat):
            return
        with pytest.raises(BadMove):
            self.record.append(Moved(seat, move))

    @invariant()
    def the_record_stands_as_the_model_does(self) -> None:
        if hasattr(self, "record"):
            assert list(self.record.standing) == self.model
            assert self.record.state == replay(self.game, [event for _, event in self.model])
            assert look(self.game, self.record.state).game == self.game.key


@pytest.mark.parametrize("key", [info.key for info in games()])
def test_a_table_stands_as_a_naive_model_says(key: str) -> None:
    table: Any = type(f"{key.title()}Table", (Table,), {"key": key})
    machine = table.TestCase
    machine.settings = settings(
        max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
    )
    machine("runTest").runTest()
