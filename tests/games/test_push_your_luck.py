"""A game whose turns are no choice of dice to hold: Pig, thrown again until somebody banks, or loses it all to a 1."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from knobel import D6, AnyGame, Decide, Event, Fell, GameSpec, Moved, Over, Pending, Record, Throw, make, rank
from knobel.coach import hints, review
from knobel.coach.bot import Greedy
from knobel.core.dice import seeded
from knobel.core.playout import play_record
from knobel.scene.model import Choice, Scene, Sheet, Tray
from knobel.scene.table import POINTS, scene, tray_die
from knobel.scene.text import game_text, text
from knobel.tables.correct import turn_around
from knobel.tables.errors import NotAllowed
from knobel.tables.replay_after import placed
from knobel.testing import conform, registered

GOAL = 20


@dataclass(frozen=True, slots=True)
class Again:
    """Throw the die again."""

    holds: tuple[int, ...] = ()

    def __str__(self) -> str:
        return "again"


AGAIN, BANK = Again(), "bank"


@dataclass(frozen=True, slots=True)
class State:
    """The points of every seat, whose turn it is, what the turn has brought, and the die while it lies on the table."""

    points: tuple[int, ...]
    seat: int = 0
    gathered: int = 0
    face: int | None = None

    def banked(self) -> tuple[int, ...]:
        """The points if the turn ends here."""
        return tuple(points + self.gathered * (seat == self.seat) for seat, points in enumerate(self.points))


@dataclass(frozen=True)
class Pig:
    """The rules."""

    seats: int
    key = "pig"
    pool = (D6,)
    alphabet = (AGAIN, BANK)

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    def start(self) -> State:
        return State((0,) * self.seats)

    def pending(self, state: State) -> Pending:
        if max(state.points) >= GOAL:
            return Over(rank(state.points))
        return Throw(state.seat, (0,)) if state.face is None else Decide((state.seat,))

    def moves(self, state: State, seat: int) -> tuple[Any, ...]:
        return self.alphabet if self.pending(state) == Decide((seat,)) else ()

    def land(self, state: State, faces: tuple[int, ...]) -> State:
        if faces == (1,):
            return State(state.points, (state.seat + 1) % self.seats)
        return State(state.points, state.seat, state.gathered + faces[0], faces[0])

    def play(self, state: State, seat: int, move: Any) -> State:
        if move == AGAIN:
            return State(state.points, seat, state.gathered)
        return State(state.banked(), (seat + 1) % self.seats)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.points


def ends_turn(_state: State, event: Event) -> bool:
    return event in (Fell((1,)), Moved(0, BANK), Moved(1, BANK))


def stop(game: Pig, state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(seat, BANK, game_text("pig", BANK), state.gathered)
        for seat in range(game.seats)
        if game.moves(state, seat)
    )


def paint(game: Pig, state: State) -> Scene:
    die = tray_die(1, "d6", str(state.face) if state.face else None)
    sheets = tuple(Sheet(seat, (), points, POINTS) for seat, points in enumerate(state.points))
    prompt = text("prompt.throw", seat=state.seat)
    return scene(game, game.pending(state), prompt, Tray((die,), 0, 0, prompt), sheets, choices=stop(game, state))


class Careful:
    """Takes what is gathered for what it will be worth."""

    objective = "points"

    def value(self, _game: AnyGame, state: State, seat: int) -> float:
        return state.banked()[seat]

    def rate(self, game: AnyGame, state: State, seat: int) -> dict[Any, float]:
        return {move: self.value(game, game.play(state, seat, move), seat) for move in game.moves(state, seat)}

    def exact(self, _game: AnyGame, _state: State, _seat: int) -> bool:
        return False


SPEC = GameSpec(
    "pig",
    range(2, 3),
    spread={"points": 4.0},
    facets={
        "rules": SimpleNamespace(build=lambda *, seats: Pig(seats), ends_turn=ends_turn),
        "scene": SimpleNamespace(paint=paint, choices=stop),
        "judge": SimpleNamespace(judge=lambda *_: Careful()),
    },
)


@pytest.fixture(autouse=True)
def pig() -> Iterator[None]:
    with registered(SPEC):
        yield


def played() -> Record:
    """Seat 0 loses its first turn to its second throw and its second to its first, and banks its third."""
    record = Record(make("pig"))
    for event in (
        *(Fell((4,)), Moved(0, AGAIN), Fell((1,))),
        *(Fell((3,)), Moved(1, BANK)),
        Fell((1,)),
        *(Fell((2,)), Moved(1, AGAIN), Fell((6,)), Moved(1, BANK)),
        *(Fell((5,)), Moved(0, AGAIN), Fell((5,)), Moved(0, BANK)),
    ):
        record.append(event)
    return record


def test_it_keeps_the_laws() -> None:
    conform(make("pig"))


def test_a_bot_plays_it_to_the_end() -> None:
    record = play_record(Record(make("pig")), [Greedy(1), Greedy(2)], seeded(3))
    assert isinstance(record.pending, Over)
    assert {str(event.move) for _, event in record.standing if isinstance(event, Moved)} == {"again", "bank"}


def test_a_review_counts_turns_that_dice_have_ended_too() -> None:
    first, second = review(played()).seats
    assert [moment.turn for moment in first.moments if moment.kind == "throw"] == [1, 1, 2, 3, 3]
    assert [moment.turn for moment in second.moments if moment.kind == "throw"] == [1, 2, 2]


def test_of_a_judge_that_does_not_say_how_exact_it_is_nothing_is_claimed() -> None:
    assert not [note.key for note in review(played()).notes if note.key.startswith("coach.truth.")]


def test_events_after_a_correction_go_back_to_the_turn_that_they_belong_to() -> None:
    record = played()
    turns = [(event.seat, event.turn) for event in placed(record, 0, [0] * len(record.standing))]
    assert turns == [(0, 0)] * 3 + [(1, 0)] * 2 + [(0, 1)] + [(1, 1)] * 4 + [(0, 2)] * 4
    assert turn_around(record, 10) == (7, 10)
    with pytest.raises(NotAllowed, match="entry 8 does not end a turn"):
        turn_around(record, 8)


def test_throwing_again_is_told_as_holding_no_dice() -> None:
    record = Record(make("pig"))
    record.append(Fell((4,)))
    (hint,) = hints(record)
    assert {choice.move: choice.held for choice in hint.choices} == {"again": (), "bank": None}
