"""A game under way that throws its own dice and knows moves by their number."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove, BadSetup
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.core.registry import make
from knobel.envs.encoding import encoding
from knobel.games.spec import spec
from knobel.sim.random_bits import BITS, LIMIT, Words, below, fall_on

Mask = NDArray[np.int8]
MASKS = 1 << 13
"""How many masks of a game are remembered."""


class Episodes:
    """The random words of one game after the other: a seed and the number of the game since that seed."""

    def __init__(self) -> None:
        self.seed, self.number = randbits(BITS), -1

    def begin(self, seed: int | None) -> Words:
        """The words of the next game; of the first one with this seed, if there is one."""
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = seed % LIMIT, 0
        return Words(self.seed, self.number)


def with_options(game: AnyGame, options: Mapping[str, object]) -> AnyGame:
    """The same game with some options changed, as long as what is seen and done stays of one kind."""
    changed = make(game.key, game.seats, **{**game.options, **options})
    if changed.alphabet != game.alphabet or encoding(changed).names != encoding(game).names:
        raise BadSetup(
            f"{', '.join(sorted(options))} cannot be changed by reset(): it would change what is seen or done"
        )
    return changed


class KnownMoves:
    """The moves of a game by their numbers, and the masks of moves that are offered together."""

    def __init__(self, game: AnyGame) -> None:
        self._alphabet = game.alphabet
        # Moves are mostly the very objects of the alphabet, and known by that faster than by what they say.
        self._known = {id(move): number for number, move in enumerate(game.alphabet)}
        self._numbers = {move: number for number, move in enumerate(game.alphabet)}
        self._masks: dict[tuple[int, ...], Mask] = {}

    def mask(self, moves: Sequence[Any]) -> Mask:
        """A one for each of these moves; not to be written to."""
        offered = tuple(map(id, moves))
        found = self._masks.get(offered)
        if found is None:
            known = [self._known.get(at, -1) for at in offered]
            found = np.zeros(len(self._alphabet), np.int8)
            if -1 in known:
                found[[self._numbers[move] for move in moves]] = 1
                return found
            found[known] = 1
            if len(self._masks) < MASKS:
                self._masks[offered] = found
        return found


@lru_cache(maxsize=32)
def _known_moves(game: Any) -> KnownMoves:
    return KnownMoves(game)


class Table:
    """A game from its start with these random words; it never waits for dice.

    Every throw takes a word, and so does every move that is drawn at random.
    """

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game = game
        self.state: Any = game.start()
        self._words = words
        self._moves = _known_moves(game)
        self._sides = [die.sides for die in game.pool]
        self._scores: NDArray[np.int64] | None = None
        self._offered: dict[int, Mask] = {}
        self.thrown = 0
        """How often dice have fallen."""
        self._pending: Decide | Over = self._fall()

    def _fall(self) -> Decide | Over:
        """What the game waits for once all dice have fallen."""
        game, sides = self.game, self._sides
        while isinstance(pending := game.pending(self.state), Throw):
            faces = fall_on(self._words.draw(), [sides[at] for at in pending.dice])
            self.state = game.land(self.state, faces)
            self.thrown += 1
        return pending

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that decide now; none once the game is over."""
        return self._pending.seats if isinstance(self._pending, Decide) else ()

    @property
    def over(self) -> bool:
        """Nothing can follow."""
        return isinstance(self._pending, Over)

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points of every seat as the sheets stand."""
        if self._scores is None:
            self._scores = np.array(self.game.scores(self.state), np.int64)
        return self._scores.copy()

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
        """A one for every move this seat may make now.

        Once the game is over all are ones: nothing is asked for, and no learner has to divide by an empty choice.
        """
        if self.over:
            return np.ones(len(self.game.alphabet), np.int8)
        return self._allowed(seat).copy()

    def _allowed(self, seat: int) -> Mask:
        """The same while the game is going on; not to be written to."""
        found = self._offered.get(seat)
        if found is None:
            found = self._offered[seat] = self._moves.mask(self.game.moves(self.state, seat))
        return found

    def any_move(self, seat: int) -> Any:
        """One of the moves this seat may make now, each as likely."""
        moves = self.game.moves(self.state, seat)
        return moves[below(self._words.draw(), len(moves))]

    def act(self, seat: int, number: int) -> bool:
        """This seat makes the move with this number; False if it may not, and one of its moves was drawn instead."""
        alphabet = self.game.alphabet
        if not 0 <= number < len(alphabet):
            raise BadMove(f"moves of {self.game.key} have numbers from 0 to {len(alphabet) - 1}, not {number}")
        legal = bool(self._allowed(seat)[number])
        self.move(seat, alphabet[number] if legal else self.any_move(seat))
        return legal

    def move(self, seat: int, move: Any) -> None:
        """This seat makes one of its moves, and dice fall as long as the game waits for them."""
        self.state = self.game.play(self.state, seat, move)
        self._scores = None
        self._offered = {}
        self._pending = self._fall()
