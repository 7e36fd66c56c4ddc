"""What may happen to a state, and what is said when it may not."""

import pytest

from knobel import BadDice, BadMove, Event, Fell, Moved, make, rank, read_move, replay, step


def test_ties_share_the_place() -> None:
    assert rank([10, 30, 30, 5]) == (3, 1, 1, 4)


def test_dice_cannot_fall_while_somebody_must_move() -> None:
    game = make("classic", seats=2)
    state = replay(game, [Fell((1, 2, 3, 4, 5))])
    with pytest.raises(BadMove, match="no dice can be thrown now; seat 0 must move first"):
        step(game, state, Fell((1, 2, 3, 4, 5)))


def test_nobody_moves_while_dice_must_fall() -> None:
    game = make("classic", seats=2)
    with pytest.raises(BadMove, match="seat 0 must throw 5 dice first"):
        step(game, game.start(), Moved(0, read_move(game, "write ones")))


def test_a_move_out_of_turn_names_whose_turn_it_is() -> None:
    game = make("classic", seats=2)
    state = replay(game, [Fell((1, 2, 3, 4, 5))])
    with pytest.raises(BadMove, match="seat 1 cannot move now; the game waits for seat 0"):
        step(game, state, Moved(1, read_move(game, "write ones")))


def test_a_move_that_is_not_allowed_names_some_that_are() -> None:
    game = make("hexhex")
    events: list[Event] = [Fell((1, 2, 3, 4, 5)), Moved(0, read_move(game, "write frog")), Fell((1, 2, 3, 4, 5))]
    with pytest.raises(BadMove, match=r"'write frog' is not allowed now; .*'write five_different'.* and others"):
        step(game, replay(game, events), Moved(0, read_move(game, "write frog")))


def test_too_few_dice_are_counted() -> None:
    game = make("extreme")
    with pytest.raises(BadDice, match="the cup holds 6 dice, not 5"):
        step(game, game.start(), Fell((1, 2, 3, 4, 5)))


def test_a_face_the_die_does_not_have_names_the_die() -> None:
    game = make("extreme")
    with pytest.raises(BadDice, match="die 5 cannot show 8; it shows 1, 2, 3, 4, 5, 6"):
        step(game, game.start(), Fell((1, 2, 3, 4, 8, 8)))


def test_nothing_follows_the_end() -> None:
    game = make("krisskross")
    state = game.start()
    while game.moves(state, 0) or hasattr(game.pending(state), "dice"):
        moves = game.moves(state, 0)
        state = game.play(state, 0, moves[0]) if moves else game.land(state, (1, 2))
    with pytest.raises(BadMove, match="the game is over"):
        step(game, state, Fell((1, 2)))


def test_a_text_that_is_no_move_gets_an_example() -> None:
    with pytest.raises(BadMove, match="'fly' is not a move in classic; a move looks like 'write chance'"):
        read_move(make("classic"), "fly")
