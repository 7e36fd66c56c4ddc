"""Every registered game keeps the laws, and the laws catch games that do not."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from knobel import AnyGame, Decide, GameSpec, Over, Throw, games, make
from knobel.games.classic.rules import CARD
from knobel.games.scorecard.rules import Scorecard, State, Write
from knobel.testing import BrokenLaw, conform, registered, scripted
from knobel.testing.laws import separate_seats_commute

OWN_TASKS = "1 green; 2 red; blue > red; 4 any; no 2; yellow > rest"


def every_game() -> Iterator[AnyGame]:
    for info in games():
        for seats in info.seats:
            yield make(info.key, seats)
    yield make("kribbeln", 3, beginner=True)
    yield make("kribbeln", 4, tasks=OWN_TASKS)
    yield make("kribbeln", 3, arrangement="any")
    yield make("kribbeln", 3, arrangement="rkgboy gboyrk yrkgbo boyrkg kgboyr oyrkgb")
    for sheet in range(1, 7):
        yield make("kribbeln", 2, sheet=sheet)
    for seats in range(1, 7):
        yield make("krisskross", seats, advanced=True)


@pytest.mark.parametrize("game", list(every_game()), ids=lambda game: f"{game.key}-{game.seats}-{dict(game.options)}")
def test_every_game_keeps_the_laws(game: AnyGame) -> None:
    conform(game, games=2)


class Broken(Scorecard):
    """Classic under another key, so that a test can break one thing in it."""

    @property
    def key(self) -> str:
        return "broken"


def try_laws(kind: type[Scorecard]) -> None:
    rules = SimpleNamespace(build=lambda *, seats: kind(CARD, seats))
    with registered(GameSpec("broken", range(1, 7), facets={"rules": rules})):
        conform(make("broken", 2), games=1)


def test_a_game_that_keeps_the_laws_passes() -> None:
    try_laws(Broken)


def test_a_move_outside_the_alphabet_is_found() -> None:
    class Game(Broken):
        def moves(self, state: State, seat: int) -> Any:
            moves = super().moves(state, seat)
            return [*moves, Write("nowhere")] if moves else moves

    with pytest.raises(BrokenLaw, match="moves are of the alphabet"):
        try_laws(Game)


def test_a_move_offered_twice_is_found() -> None:
    class Game(Broken):
        def moves(self, state: State, seat: int) -> Any:
            return [*super().moves(state, seat)] * 2

    with pytest.raises(BrokenLaw, match="no move is offered twice"):
        try_laws(Game)


def test_moves_for_a_seat_that_does_not_decide_are_found() -> None:
    class Game(Broken):
        def moves(self, state: State, seat: int) -> Any:
            return super().moves(state, state.seat)

    with pytest.raises(BrokenLaw, match="who decides has moves, who does not has none"):
        try_laws(Game)


def test_scores_that_are_not_whole_numbers_are_found() -> None:
    class Game(Broken):
        def scores(self, state: State) -> Any:
            return tuple(score / 2 for score in super().scores(state))

    with pytest.raises(BrokenLaw, match="one score a seat"):
        try_laws(Game)


def test_play_that_is_not_repeatable_is_found() -> None:
    turns = iter(range(10**9))

    class Game(Broken):
        def land(self, state: State, faces: tuple[int, ...]) -> State:
            return super().land(state, (1 + next(turns) % 6, *faces[1:]))

    with pytest.raises(BrokenLaw, match="the same event leads to the same state"):
        try_laws(Game)


def test_dice_that_are_not_in_the_pool_are_found() -> None:
    class Game(Broken):
        def pending(self, state: State) -> Any:
            pending = super().pending(state)
            return Throw(pending.seat, (9,)) if isinstance(pending, Throw) and state.tray.throws == 1 else pending

    with pytest.raises(BrokenLaw, match="dice in the cup are dice of the pool, in order"):
        try_laws(Game)


def test_places_against_the_points_are_found() -> None:
    class Game(Broken):
        def pending(self, state: State) -> Any:
            pending = super().pending(state)
            return Over((1, 2) if pending.places == (2, 1) else (2, 1)) if isinstance(pending, Over) else pending

    with pytest.raises(BrokenLaw, match="more points, no worse place"):
        try_laws(Game)


def test_moves_that_do_not_commute_are_found() -> None:
    class Game(Broken):
        def pending(self, state: State) -> Any:
            return Decide((0, 1))

        def moves(self, state: State, seat: int) -> Any:
            return [Write("ones")]

        def play(self, state: State, seat: int, move: Any) -> State:
            return State(state.sheets, seat, state.tray)

    game = Game(CARD, 2)
    with pytest.raises(BrokenLaw, match="moves of different seats commute"):
        separate_seats_commute(game, game.start(), Random(1))


def test_a_game_that_does_not_name_itself_is_found() -> None:
    class Game(Broken):
        @property
        def options(self) -> dict[str, str]:
            return {"mood": "good"}

    with pytest.raises(ValueError, match="has no option 'mood'"):
        try_laws(Game)


def test_scripted_dice_fall_as_written_and_then_end() -> None:
    fall = scripted((1, 2), (3,))
    pool = make("classic").pool
    assert fall(pool[:2]) == (1, 2)
    with pytest.raises(ValueError, match="the script has 1 faces for 2 dice"):
        fall(pool[:2])
    with pytest.raises(ValueError, match="the script has no throw left for 1 dice"):
        fall(pool[:1])
