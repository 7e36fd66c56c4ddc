"""Scores entered without dice: every value offered has dice that give it, and every legal roll's value is offered."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import AnyGame, BadMove, Record, games, make
from knobel.core.game import Decide, Event, Fell, Moved, Over, Throw, apply, replay, step
from knobel.games.holding.tray import Keep
from knobel.games.spec import spec
from knobel.testing import random_record

GAMES = [
    *(make(info.key, 2) for info in games()),
    make("classic", 2, joker=True, further=True),
    make("hexhex", 2, strict=True),
    make("hexhex", 2, pairs="alike"),
    make("kribbeln", 2, arrangement="any"),
    make("kribbeln", 3, arrangement="rkgboy gboyrk yrkgbo boyrkg kgboyr oyrkgb", beginner=True),
    make("master", 2, quad=4),
]
every = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.key} {dict(game.options)}")
laws = settings(max_examples=3, deadline=None)


def beginning(game: AnyGame, random: Random) -> tuple[Any, int] | None:
    """A state of a random game in which a turn begins, and whose it is."""
    record = random_record(game, random.randrange(10**6))
    found = [
        (state, pending.seat)
        for state in record.states
        if isinstance(pending := game.pending(state), Throw) and len(pending.dice) == len(game.pool)
    ]
    return random.choice(found) if found else None


def played(game: AnyGame, state: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        state = step(game, state, event)
    return state


def shown(game: AnyGame, state: Any, seat: int) -> Any:
    """What an entry leads to, but for dice."""
    return getattr(state, "sheets", None) or getattr(state, "boards", None) or state.grids


@every
@laws
@given(st.integers(0, 10**6).map(Random))
def test_every_value_offered_has_a_witness_that_the_rules_accept(game: AnyGame, random: Random) -> None:
    state, seat = beginning(game, random) or pytest.fail("no turn")
    pad = spec(game).pad
    for place in pad.places(game, state, seat):
        values = pad.values(game, state, seat, place)
        for value in random.sample(list(values), min(12, len(values))):
            events = pad.infer(game, state, seat, place, value.value, "")
            after = played(game, state, events)
            assert shown(game, after, seat) != shown(game, state, seat) or game.key == "master"
            # The seat's turn is over, or begins anew after a dodge.
            assert game.pending(after) != Decide((seat,)) or game.key == "krisskross"


def turn_of(game: AnyGame, state: Any, seat: int, random: Random) -> list[Event]:
    """A turn played at random, from its first throw to what ends it."""
    events: list[Event] = []
    while True:
        pending = game.pending(state)
        if isinstance(pending, Throw):
            event: Event = Fell(tuple(random.choice(game.pool[at].sides) for at in pending.dice))
        else:
            event = Moved(seat, random.choice(list(game.moves(state, seat))))
        events.append(event)
        state = apply(game, state, event)
        if isinstance(event, Moved) and not isinstance(event.move, Keep):
            return events


@every
@laws
@given(st.integers(0, 10**6).map(Random))
def test_whatever_a_turn_can_write_is_offered(game: AnyGame, random: Random) -> None:
    state, seat = beginning(game, random) or pytest.fail("no turn")
    pad = spec(game).pad
    for _ in range(4):
        if game.key == "krisskross" and not any(seat == one for one in _writing(game, state)):
            return
        after = replay_from(game, state, turn_of(game, state, seat, random))
        reached = {
            shown(game, played(game, state, pad.infer(game, state, seat, place, value.value, mark)), seat)
            for place in pad.places(game, state, seat)
            for value in pad.values(game, state, seat, place)
            for mark in ("", *_marks(game, state, seat))
        }
        assert shown(game, after, seat) in reached


def _writing(game: AnyGame, state: Any) -> tuple[int, ...]:
    pending = game.pending(game.land(state, (1, 1)))
    return pending.seats if isinstance(pending, Decide) else ()


def _marks(game: AnyGame, state: Any, seat: int) -> tuple[str, ...]:
    return tuple(spec(game).pad.marks(game, state, seat)) if spec(game).has("pad", "marks") else ()


def replay_from(game: AnyGame, state: Any, events: list[Event]) -> Any:
    return played(game, state, tuple(events))


@pytest.mark.parametrize(
    ("key", "place", "value", "reason"),
    [
        ("classic", "full_house", "24", "it takes 0, 25"),
        ("classic", "fives", "7", "it takes 0, 5, 10, 15, 20, 25"),
        ("classic", "nowhere", "7", "nothing can be entered there now"),
        ("extreme", "three_of_a_kind", "58", "no dice can give"),
        ("kribbeln", "task_1", "37", "no dice can give '37'"),
        ("kribbeln", "task_2", "30", "nothing can be entered there now"),
        ("master", "row_3", "rows 3 = 1", "no dice can give"),
        ("krisskross", "a1 c1", "dot dot", "nothing can be entered there now"),
    ],
)
def test_an_impossible_entry_is_refused_with_what_is_possible(key: str, place: str, value: str, reason: str) -> None:
    game = make(key, 2)
    state = (
        replay(game, [Moved(0, game.alphabet[0]), Moved(1, game.alphabet[1])]) if key == "krisskross" else game.start()
    )
    with pytest.raises(BadMove, match=reason):
        spec(game).pad.infer(game, state, 0, place, value, "")


@pytest.mark.parametrize(("key", "options"), [("classic", {}), ("kribbeln", {}), ("kribbeln", {"arrangement": "any"})])
def test_numbers_are_offered_the_least_first_after_what_strikes(key: str, options: dict[str, str]) -> None:
    game = make(key, 2, **options)
    pad = spec(game).pad
    for place in pad.places(game, game.start(), 0):
        numbers = [one.number or 0 for one in pad.values(game, game.start(), 0, place)]
        assert numbers == sorted(numbers)


def test_three_of_a_kind_takes_what_rolls_can_make() -> None:
    game = make("classic", 1)
    values = [int(one.value) for one in spec(game).pad.values(game, game.start(), 0, "three_of_a_kind")]
    assert values == [0, *range(5, 31)]


def test_a_chip_of_extreme_is_spent_by_marking_it() -> None:
    game = make("extreme", 1)
    events = spec(game).pad.infer(game, game.start(), 0, "highway", "50", "chip")
    after = played(game, game.start(), events)
    assert after.sheets[0].chips == 2
    assert game.scores(after) == (50,)


def test_a_kribbel_field_takes_no_x_while_every_sum_rises() -> None:
    game = make("kribbeln", 2)
    state = game.start()
    pad = spec(game).pad
    assert list(pad.places(game, state, 0)) == ["task_1", "kribbel_1"]
    assert "X" in {one.value for one in pad.values(game, state, 0, "task_1")}
    assert "X" not in {one.value for one in pad.values(game, state, 0, "kribbel_1")}
    dodged = played(game, state, pad.infer(game, state, 0, "kribbel_1", "20", ""))
    assert dodged.sheets[0][2] == 20
    assert game.pending(dodged) == Throw(0, (0, 1, 2, 3, 4, 5))


def test_records_with_witnesses_have_format_2_and_read_back() -> None:
    game = make("classic", 1)
    record = Record(game, ("Anna",), "own")
    record.fell(1, 1, 1, 2, 2)
    record.moved(0, "write ones")
    assert record.text().startswith("knobel 1\n")
    for event in spec(game).pad.infer(game, record.state, 0, "full_house", "25", ""):
        record.append(event)
    assert record.text().startswith("knobel 2\n")
    assert "\n~ " in record.text()
    assert Record.read(record.text()) == record
    with pytest.raises(ValueError, match="expected 'knobel 2', found 'knobel 1'"):
        Record.read(record.text().replace("knobel 2", "knobel 1"))


def test_nothing_is_entered_while_dice_lie_or_after_the_end() -> None:
    game = make("classic", 1)
    rolled = game.land(game.start(), (1, 2, 3, 4, 5))
    with pytest.raises(BadMove, match="at the beginning of a turn"):
        spec(game).pad.places(game, rolled, 0)
    end = random_record(game, 1)
    assert isinstance(end.pending, Over)
    with pytest.raises(BadMove, match="at the beginning of a turn"):
        spec(game).pad.places(game, end.state, 0)
