"""A game in progress that throws its own dice and identifies moves by number."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove, BadSetup, NotProvided
from knobel.core.game import AnyGame, Over, Throw
from knobel.core.registry import make
from knobel.games.spec import spec
from knobel_lab.envs.encoding import encoding
from knobel_lab.envs.rewards import counts_turns
from knobel_lab.facets import observe_facet
from knobel_lab.sim.random_bits import BITS, LIMIT, Cup, Words, below, cup_of

Mask = NDArray[np.int8]
BYTE = np.dtype(np.int8)
MASKS = 1 << 13
"""How many masks of a game are cached."""


class Episodes:
    """The random words of one game after the other: by seed, and number of the game since that seed."""

    def __init__(self) -> None:
        self.seed, self.number = randbits(BITS), -1

    def begin(self, seed: int | None) -> Words:
        """The random words of the next game; of the first one with this seed, if given."""
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = seed % LIMIT, 0
        return Words(self.seed, self.number)


def with_options(game: AnyGame, options: Mapping[str, object]) -> AnyGame:
    """The game with some options changed; raises an error if that would change the observations or actions."""
    changed = make(game.key, game.seats, **{**game.options, **options})
    if changed.alphabet != game.alphabet or encoding(changed).names != encoding(game).names:
        raise BadSetup(
            f"{', '.join(sorted(options))} cannot be changed by reset(): it would change what is seen or done"
        )
    return changed


class GameCache:
    """Caches of a game: moves by number, masks of moves, and cups."""

    def __init__(self, game: AnyGame) -> None:
        self._game, self.alphabet = game, game.alphabet
        self._numbers = {move: number for number, move in enumerate(game.alphabet)}
        self._places = {id(move): number for number, move in enumerate(game.alphabet)}
        self._masks: dict[int | tuple[int, ...], tuple[Sequence[Any], bytes]] = {}
        self.room_mask = _room_mask(game)
        self._seats, self._sheet_of = range(game.seats), encoding(game).sheet_of
        self._turns_taken = spec(game).rules.turns_taken if counts_turns(game) else None
        self._sides = tuple(die.sides for die in game.pool)
        self._cups: dict[tuple[int, ...], Cup] = {}

    def __reduce__(self) -> tuple[Callable[..., "GameCache"], tuple[Any, ...]]:
        # Caches by object identity are not valid in another process.
        return _cache_of, (self._game,)

    def mask(self, moves: Sequence[Any]) -> bytes:
        """The mask of these moves."""
        # Rules mostly offer the same tuple again, or the very moves of the alphabet: looking them up by identity is
        # faster than by value.
        key = id(moves) if isinstance(moves, tuple) else tuple(map(id, moves))
        cached = self._masks.get(key)
        if cached:
            return cached[1]
        marked, same = bytearray(len(self.alphabet)), True
        for move in moves:
            number = self._places.get(id(move), -1)
            if number < 0:  # a move that is only equal to one of the alphabet, not identical
                number, same = self._numbers[move], False
            marked[number] = 1
        mask = bytes(marked)
        if same:
            if len(self._masks) >= MASKS:
                self._masks.clear()
            self._masks[key] = moves, mask
        return mask

    def sheet_changed(self, before: Any, after: Any) -> bool:
        """Whether a sheet changed or a turn ended between these states, as far as a quick check can tell."""
        of, turns = self._sheet_of, self._turns_taken
        if of is None:
            return True
        for seat in self._seats:
            if of(before, seat) is not of(after, seat) or (turns and turns(before, seat) != turns(after, seat)):
                return True
        return False

    def cup(self, dice: tuple[int, ...]) -> Cup:
        """The cup with these dice in it."""
        cup = self._cups.get(dice)
        if cup is None:
            cup = self._cups[dice] = cup_of(tuple(self._sides[at] for at in dice))
        return cup


def _room_mask(game: AnyGame) -> Callable[[Any, int], bytes | None]:
    """The room's own function for masks, if it has one."""
    try:
        return observe_facet(game).allowed(game)
    except NotProvided:
        return lambda _state, _seat: None


@lru_cache(maxsize=32)
def _cache_of(game: Any) -> GameCache:
    return GameCache(game)


class Table:
    """A game from its start with these random words; dice are thrown automatically.

    Every throw uses a random word, and so does every random move.
    """

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game = game
        self.state: Any = game.start()
        self._words = words
        self._cache = _cache_of(game)
        self._points: tuple[int, ...] | None = None
        self._scores: NDArray[np.int64] | None = None
        self.changed = True
        """Whether rewards may have changed; to be reset by the caller."""
        self._offered: tuple[int, bytes] | None = None
        """The seat whose moves were asked for last, and their mask."""
        self.thrown = 0
        """The number of throws so far."""
        self.over = False
        """Whether the game is over."""
        self.deciding: tuple[int, ...] = ()
        """The seats that decide now; none if the game is over."""
        self._settle(self.state)

    def _settle(self, state: Any) -> None:
        """Throw dice from this state on until somebody decides, or the game is over."""
        game, cup = self.game, self._cache.cup
        while isinstance(pending := game.pending(state), Throw):
            state = game.land(state, cup(pending.dice).fall(self._words.draw()))
            self.thrown += 1
        self.state, self._pending = state, pending
        if isinstance(pending, Over):
            self.over, self.deciding = True, ()
        else:
            self.deciding = pending.seats

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every seat so far."""
        if self._points is None:
            self._points = self.game.scores(self.state)
        return self._points

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points as a read-only array."""
        if self._scores is None:
            self._scores = np.array(self.points, np.int64)
            self._scores.flags.writeable = False
        return self._scores

    @property
    def places(self) -> NDArray[np.int64]:
        """The place of every seat; zeros until the game is over."""
        return np.array(self._pending.places if isinstance(self._pending, Over) else (0,) * self.game.seats, np.int64)

    @property
    def turns(self) -> NDArray[np.int64]:
        """How many turns every seat has taken."""
        taken = spec(self.game).rules.turns_taken
        return np.array([taken(self.state, seat) for seat in range(self.game.seats)], np.int64)

    def mask(self, seat: int) -> Mask:
        """The mask of legal moves of this seat.

        Once the game is over it is all ones: no move is asked for, and a learner never has to normalise an empty mask.
        """
        if self.over:
            return np.ones(len(self._cache.alphabet), np.int8)
        return np.frombuffer(bytearray(self._allowed(seat)), BYTE)

    def _allowed(self, seat: int) -> bytes:
        """The mask of legal moves while the game is going on, cached."""
        offered = self._offered
        if offered is not None and offered[0] == seat:
            return offered[1]
        cache = self._cache
        mask = cache.room_mask(self.state, seat) or cache.mask(self.game.moves(self.state, seat))
        self._offered = seat, mask
        return mask

    def any_move(self, seat: int) -> Any:
        """A uniformly random legal move of this seat."""
        moves = self.game.moves(self.state, seat)
        return moves[below(self._words.draw(), len(moves))]

    def act(self, seat: int, number: int) -> bool:
        """Play the move with this number; returns False if it is illegal, and plays a random one instead."""
        alphabet = self._cache.alphabet
        if not 0 <= number < len(alphabet):
            raise BadMove(f"moves of {self.game.key} have numbers from 0 to {len(alphabet) - 1}, not {number}")
        legal = self._allowed(seat)[number] == 1
        self.move(seat, alphabet[number] if legal else self.any_move(seat))
        return legal

    def move(self, seat: int, move: Any) -> None:
        """Play a move of this seat, and throw dice as long as the game waits for them."""
        before = self.state
        self._offered = None
        self._settle(self.game.play(before, seat, move))
        if self.over or self._cache.sheet_changed(before, self.state):
            self._points, self._scores, self.changed = None, None, True
