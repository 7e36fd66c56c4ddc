"""A match through the rules: one plays by the default objective among others who play by another, with common dice.

It is for games without a faster implementation of a match.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from knobel.coach.judge import judge_of, objectives
from knobel.core.dice import Faces, Source, seeded
from knobel.core.errors import BadSetup
from knobel.core.game import AnyGame, Over, Throw, apply
from knobel.core.playout import Player, next_event
from knobel_lab.solving.match import Floats, MatchResult, MatchSettings, Note, ignored, play_match
from knobel_lab.solving.run import Progress

CHUNK = 50
"""How many games are played and noted together."""
SAME = 9
"""Chances that agree in this many digits are equal: then the other objective decides."""


def match(
    game: AnyGame,
    games: int,
    seed: int = 0,
    earlier: Mapping[int, list[float]] | None = None,
    note: Note = ignored,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match; `earlier` are chunks that were played before, and each new one is passed to `note`."""
    goals = objectives(game)
    if goals[0] != "win" or len(goals) < 2:
        raise BadSetup(f"{game.key} for {game.seats} is played for {goals[0]} only: there is nothing to compare")
    settings = MatchSettings(games, seed, CHUNK)
    return play_match(game, settings, lambda numbers: _gains(game, goals[1], numbers, seed), earlier, note, progress)


def _gains(game: AnyGame, other: str, numbers: range, seed: int) -> Floats:
    """The gain of playing to win in each seat: games x seats."""
    usual, to_win = _player(other), _player("win", other)
    seats = range(game.seats)
    gains = np.zeros((len(numbers), game.seats))
    for at, number in enumerate(numbers):
        before = _shares(game, [usual] * game.seats, seed, number)
        for seat in seats:
            players = [to_win if each == seat else usual for each in seats]
            gains[at, seat] = _shares(game, players, seed, number)[seat] - before[seat]
    return gains


def _player(objective: str, second: str | None = None) -> Player:
    """A player that makes the best move by an objective, and among equals by a second one."""

    def play(game: AnyGame, state: Any, seat: int) -> Any:
        ratings = judge_of(game, objective).rate(game, state, seat)
        if second is None:
            return max(ratings, key=lambda move: ratings[move])
        most = round(max(ratings.values()), SAME)
        best = [move for move, chance in ratings.items() if round(chance, SAME) == most]
        if len(best) == 1:
            return best[0]
        other = judge_of(game, second).rate(game, state, seat)
        return max(best, key=lambda move: other[move])

    return play


def _shares(game: AnyGame, players: Sequence[Player], seed: int, number: int) -> Floats:
    """The share of the win of each seat in the game with this number, ties shared; each seat has its own dice."""
    sources: list[Source] = [seeded(Random(f"{seed} {number} {seat}").getrandbits(63)) for seat in range(game.seats)]

    def dice(game: AnyGame, _state: Any, throw: Throw) -> Faces:
        return sources[throw.seat]([game.pool[position] for position in throw.dice])

    state = game.start()
    while event := next_event(game, state, players, dice):
        state = apply(game, state, event)
    pending = game.pending(state)
    assert isinstance(pending, Over)
    won = np.array(pending.places) == 1
    return np.asarray(won / won.sum())
