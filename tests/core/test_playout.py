"""Playing a game to its end by functions."""

from itertools import pairwise
from typing import Any

from knobel import (
    AnyGame,
    Decide,
    Fell,
    Moved,
    Over,
    Record,
    make,
    next_event,
    play_out,
    play_record,
    replay,
    seeded,
    steps,
    thrower,
)


def last(game: AnyGame, state: Any, seat: int) -> Any:
    """A player who makes the last of the allowed moves."""
    return game.moves(state, seat)[-1]


def test_a_game_is_played_to_its_end_and_equal_dice_give_equal_games() -> None:
    game = make("hexhex", 2)
    ends = [play_out(game, [last, last], seeded(3)) for _ in range(2)]
    assert isinstance(game.pending(ends[0]), Over)
    assert ends[0] == ends[1]


def test_steps_tell_every_event_with_the_states_around_it() -> None:
    game = make("hexhex", 2)
    told = list(steps(game, [last, last], seeded(3)))
    assert told[0].before == game.start()
    assert all(one.after == other.before for one, other in pairwise(told))
    assert replay(game, [step.event for step in told]) == told[-1].after == play_out(game, [last, last], seeded(3))


def test_a_record_is_played_on_from_where_it_stands() -> None:
    whole = play_record(Record(make("hexhex", 2)), [last, last], seeded(3))
    begun, dice = Record(make("hexhex", 2)), seeded(3)
    first = next_event(begun.game, begun.state, [last, last], thrower(dice))
    assert isinstance(first, Fell)
    begun.append(first)
    assert play_record(begun, [last, last], dice).text() == whole.text()


def test_of_several_seats_that_may_move_the_first_does_unless_another_is_chosen() -> None:
    game, dice = make("krisskross", 3), thrower(seeded(1))
    states = [step.before for step in steps(game, [last] * 3, seeded(1))]
    state = next(state for state in states if game.pending(state) == Decide((0, 1, 2)))
    assert next_event(game, state, [last] * 3, dice) == Moved(0, last(game, state, 0))
    assert next_event(game, state, [last] * 3, dice, max) == Moved(2, last(game, state, 2))


def test_nothing_follows_the_end() -> None:
    game = make("hexhex", 1)
    assert next_event(game, play_out(game, [last], seeded(1)), [last], thrower(seeded(1))) is None
