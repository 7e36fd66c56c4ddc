"""Slow and simple: the same questions answered by enumeration, through the rules of dice and the contract of games."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from knobel import AnyGame, Decide, Die, Over, Throw, outcomes
from knobel.core.dice import Faces

Dice = tuple[int | None, ...]


def best_chance(pool: tuple[Die, ...], worth: Callable[[Faces], float], held: Dice, throws: int) -> float:
    """The best expectation of `worth`: dice in the cup are thrown, then any may be taken up again."""

    @cache
    def thrown(dice: Dice, left: int) -> float:
        cup = [position for position, face in enumerate(dice) if face is None]
        total = 0.0
        for faces, chance in outcomes([pool[position] for position in cup]):
            fallen = dict(zip(cup, faces, strict=True))
            lying = tuple(fallen.get(position, face) for position, face in enumerate(dice))
            total += float(chance) * decided(lying, left - 1)
        return total

    def decided(dice: Dice, left: int) -> float:
        values = [worth(tuple(face for face in dice if face is not None))]
        keeps = [set(kept) for count in range(len(dice) * (left > 0)) for kept in combinations(range(len(dice)), count)]
        values += [thrown(tuple(f if at in kept else None for at, f in enumerate(dice)), left) for kept in keeps]
        return max(values)

    return thrown(held, throws) if None in held else decided(held, throws)


def best_score(game: AnyGame) -> float:
    """The expected score of a solo game with perfect play, by recursion over its states."""

    @cache
    def value(state: Any) -> float:
        match game.pending(state):
            case Over():
                return float(game.scores(state)[0])
            case Decide():
                return max(value(game.play(state, 0, move)) for move in game.moves(state, 0))
            case throw:
                falls = outcomes([game.pool[position] for position in throw.dice])
                return sum(float(chance) * value(game.land(state, faces)) for faces, chance in falls)

    return value(game.start())


def best_share(game: AnyGame, state: Any) -> float:
    """The chance of the first of two to win from a state, a tie counting half, when both play for nothing else."""

    @cache
    def value(state: Any) -> float:
        match game.pending(state):
            case Over():
                mine, theirs = game.scores(state)
                return (mine > theirs) + (mine == theirs) / 2
            case Decide((seat,)):
                best = max if seat == 0 else min
                return best(value(game.play(state, seat, move)) for move in game.moves(state, seat))
            case Throw(_, cup):
                falls = outcomes([game.pool[position] for position in cup])
                return sum(float(chance) * value(game.land(state, faces)) for faces, chance in falls)
        raise AssertionError

    return value(state)
