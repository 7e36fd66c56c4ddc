"""Many games played through the rules, by policies: for any game, and the reference for everything compiled."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knobel.coach.judge import judge_of
from knobel.core.errors import BadSetup, NotProvided
from knobel.core.game import AnyGame, Decide, Event, Fell, Moved, Over, Throw
from knobel.core.playout import Player
from knobel_lab.facets import batch_facet
from knobel_lab.sim.random_bits import Words, below, fall

Ints = NDArray[np.int64]


class Results(NamedTuple):
    """The results of some games, in their order."""

    scores: Ints
    """The points of every seat: games x seats."""
    places: Ints
    """The place of every seat, counted from 1, ties share it: games x seats."""
    moves: Ints
    """How many moves were made."""
    throws: Ints
    """How often dice were thrown."""


def join(parts: list[Results]) -> Results:
    """Concatenate results."""
    return Results(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def ranked(deciding: Ints) -> Ints:
    """The places of seats by these values, highest first: games x seats."""
    return np.asarray(1 + (deciding[:, None, :] > deciding[:, :, None]).sum(axis=2), np.int64)


@dataclass(frozen=True, eq=False)
class Played:
    """Simulated games: rules, seed and results."""

    game: AnyGame
    seed: int
    results: Results

    @property
    def scores(self) -> Ints:
        """The points of every seat: games x seats."""
        return self.results.scores

    @property
    def places(self) -> Ints:
        """The place of every seat: games x seats."""
        return self.results.places

    @property
    def moves(self) -> Ints:
        """How many moves each game had."""
        return self.results.moves

    @property
    def throws(self) -> Ints:
        """How many throws each game had."""
        return self.results.throws

    def mean(self, seat: int = 0) -> tuple[float, float]:
        """The mean score of a seat, and its standard error."""
        scores = self.scores[:, seat]
        return float(scores.mean()), float(scores.std()) / len(scores) ** 0.5

    def won(self, seat: int = 0) -> tuple[float, float]:
        """The fraction of games that a seat won, ties shared; and the standard error."""
        first = self.places == 1
        share = first[:, seat] / first.sum(axis=1)
        return float(share.mean()), float(share.std()) / len(share) ** 0.5


Policy = Callable[[AnyGame, Sequence[Any], int, Sequence[int]], Sequence[Any]]
"""Called with a game, states in which a seat decides, the seat, and a random word per state; gives a move for each."""


class RunningGame:
    """A game in progress: every throw and every move uses the next random word."""

    def __init__(self, game: AnyGame, seed: int, number: int) -> None:
        self.game = game
        self.state: Any = game.start()
        self.moves = self.throws = 0
        self._words = Words(seed, number)
        self.events: list[Event] = []

    def fall(self) -> int | None:
        """Throw dice until a seat decides; return it, the first of several, or None at the end."""
        while True:
            match self.game.pending(self.state):
                case Throw(_, cup):
                    faces = fall(self._words.draw(), [self.game.pool[at] for at in cup])
                    self.state = self.game.land(self.state, faces)
                    self.events.append(Fell(faces))
                    self.throws += 1
                case Decide((seat, *_)):
                    return seat
                case _:
                    return None

    def word(self) -> int:
        """The random word of the next move."""
        return self._words.draw()

    def move(self, seat: int, move: Any) -> None:
        """Play a move of a seat."""
        self.state = self.game.play(self.state, seat, move)
        self.events.append(Moved(seat, move))
        self.moves += 1


def play(game: AnyGame, policies: Sequence[Policy], seed: int, numbers: Iterable[int]) -> list[RunningGame]:
    """Play the games with these numbers to the end; a policy is called once for all games waiting for its seat."""
    all_games = [RunningGame(game, seed, number) for number in numbers]
    going = all_games
    while going:
        waiting: dict[int, list[RunningGame]] = {}
        for one in going:
            seat = one.fall()
            if seat is not None:
                waiting.setdefault(seat, []).append(one)
        for seat, games in waiting.items():
            words = [one.word() for one in games]
            moves = policies[seat](game, [one.state for one in games], seat, words)
            for one, move in zip(games, moves, strict=True):
                one.move(seat, move)
        going = [one for games in waiting.values() for one in games]
    return all_games


def results(game: AnyGame, played: Sequence[RunningGame]) -> Results:
    """The results of these games."""
    places = []
    for one in played:
        over = game.pending(one.state)
        assert isinstance(over, Over)
        places.append(over.places)
    scores = [game.scores(one.state) for one in played]
    counts = [one.moves for one in played], [one.throws for one in played]
    return Results(*(np.array(column, np.int64) for column in (scores, places, *counts)))


NAMES = ("random", "greedy", "optimal")


def play_at_random(game: AnyGame, states: Sequence[Any], seat: int, words: Sequence[int]) -> Sequence[Any]:
    """A policy that plays uniformly random moves."""
    chosen = []
    for state, word in zip(states, words, strict=True):
        moves = game.moves(state, seat)
        chosen.append(moves[below(word, len(moves))])
    return chosen


def each(player: Player) -> Policy:
    """A policy that calls a player for one game after the other."""

    def ask(game: AnyGame, states: Sequence[Any], seat: int, _words: Sequence[int]) -> Sequence[Any]:
        return [player(game, state, seat) for state in states]

    return ask


def best(game: AnyGame, state: Any, seat: int) -> Any:
    """The move that the game's judge rates highest."""
    ratings = judge_of(game).rate(game, state, seat)
    return max(ratings, key=lambda move: ratings[move])


def policy_of(name: str, game: AnyGame) -> Policy:
    """The policy with this name, through the rules of a game."""
    if name == "random":
        return play_at_random
    if name not in NAMES:
        raise BadSetup(f"unknown policy {name[:60]!r}; use one of {', '.join(NAMES)}")
    try:
        player = batch_facet(game).player(game, name)
    except NotProvided:
        player = None
    if player:
        return each(player)
    raise BadSetup(f"{game.key} has no {name} policy for {game.seats} seats; pass a function instead")
