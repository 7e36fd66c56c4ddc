"""The dice of games and the seeds of players: what they depend on, and what they do not."""

from dataclasses import replace

import pytest
from lab.tests.arena.players import series

from knobel import BadSetup, make
from knobel.core.game import Moved, Throw
from knobel.games.holding.tray import Keep
from knobel_lab.arena.dice import COMMON, FRESH, STREAM, TurnDice, game_dice

NAMES = ("anna", "bert")
FIRST = Throw(0, (0, 1, 2, 3, 4))


def test_dice_of_a_seat_turn_and_throw_are_the_same_however_they_are_reached() -> None:
    game = make("extreme", 2)
    one, other = (TurnDice(game, ["a"], NAMES) for _ in range(2))
    everything = tuple(range(6))
    assert one.throw(game, None, Throw(0, everything)) == other.throw(game, None, Throw(0, everything))
    one.happened(game, None, Moved(0, Keep((0, 1))))
    held = one.throw(game, None, Throw(0, (2, 3, 4, 5)))
    one.happened(game, None, Moved(0, game.alphabet[-1]))
    other.happened(game, None, Moved(0, Keep(())))
    assert other.throw(game, None, Throw(0, everything))[2:] == held
    other.happened(game, None, Moved(0, Keep(())))
    other.throw(game, None, Throw(0, everything))
    other.happened(game, None, Moved(0, game.alphabet[-1]))
    second = one.throw(game, None, Throw(0, everything))
    assert second == other.throw(game, None, Throw(0, everything))
    assert second != one.throw(game, None, Throw(1, everything))
    assert second != TurnDice(game, ["b"], NAMES).throw(game, None, Throw(0, everything))


@pytest.mark.parametrize("key", ["kribbeln", "krisskross", "master"])
def test_every_game_can_be_played_with_common_dice(key: str) -> None:
    [first, second] = series("random", "b=random", key=key).play()
    assert first.players == second.players[::-1]
    assert first.forfeit is None


@pytest.mark.parametrize(("kind", "same"), [(COMMON, True), (FRESH, False), (STREAM, False)])
def test_only_common_dice_are_the_same_for_other_players(kind: str, same: bool) -> None:
    game = make("hexhex", 2)
    mine, again, theirs = (game_dice(kind, game, 1, 0, names) for names in (NAMES, NAMES, NAMES[::-1]))
    thrown = mine.throw(game, None, FIRST)
    assert thrown == again.throw(game, None, FIRST)
    assert (thrown == theirs.throw(game, None, FIRST)) is same
    seeds = {dice.player_seed(seat) for dice in (mine, theirs) for seat in range(2)}
    assert len(seeds) == 4
    assert mine.player_seed(0) == again.player_seed(0)


def test_the_dice_and_seeds_of_the_ladder_never_change() -> None:
    game = make("hexhex", 2)
    dice = game_dice(STREAM, game, 1, 0, ("chick", "owl"))
    assert [dice.player_seed(seat) for seat in range(2)] == [11923111750214238041, 10565734390388233629]
    assert [dice.throw(game, None, FIRST) for _ in range(2)] == [(3, 2, 1, 1, 6), (2, 6, 4, 5, 5)]


def test_other_dice_are_refused() -> None:
    with pytest.raises(BadSetup, match="dice are common or fresh, not 'loaded'"):
        game_dice("loaded", make("hexhex", 2), 1, 0, NAMES)


@pytest.mark.parametrize("dice", [COMMON, FRESH, STREAM])
def test_games_do_not_depend_on_how_they_are_shared_out(dice: str) -> None:
    whole = series("cat", "owl", games=4, dice=dice)
    parts = [replace(whole, numbers=numbers) for numbers in ((2, 3), (0, 1))]
    games = [game for part in parts for game in part.play()]
    assert sorted(games, key=lambda game: game.number) == whole.play()
