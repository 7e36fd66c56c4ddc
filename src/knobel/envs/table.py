"""A game under way that throws its own dice and knows moves by their number."""

from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove
from knobel.core.game import AnyGame, Decide, Over, Throw
from knobel.games.spec import spec
from knobel.sim.random_bits import BITS, LIMIT, Words, below, fall

Mask = NDArray[np.int8]


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


class Table:
    """A game from its start with these random words; it never waits for dice.

    Every throw takes a word, and so does every move that is drawn at random.
    """

    def __init__(self, game: AnyGame, words: Words) -> None:
        self.game = game
        self.state: Any = game.start()
        self._words = words
        # Moves are mostly the very objects of the alphabet, and known by that faster than by what they say.
        self._known = {id(move): number for number, move in enumerate(game.alphabet)}
        self._numbers = {move: number for number, move in enumerate(game.alphabet)}
        self._offered: dict[int, dict[int, Any]] = {}
        self.thrown = 0
        """How often dice have fallen."""
        self._pending: Decide | Over = self._fall()

    def _fall(self) -> Decide | Over:
        """What the game waits for once all dice have fallen."""
        game, pool = self.game, self.game.pool
        while isinstance(pending := game.pending(self.state), Throw):
            faces = fall(self._words.draw(), [pool[at] for at in pending.dice])
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
        return np.array(self.game.scores(self.state), np.int64)

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
            return np.ones(len(self._numbers), np.int8)
        mask = np.zeros(len(self._numbers), np.int8)
        mask[list(self.moves(seat))] = 1
        return mask

    def moves(self, seat: int) -> dict[int, Any]:
        """The moves this seat may make now, by their number."""
        if seat not in self._offered:
            known, numbers = self._known, self._numbers
            found = {}
            for move in self.game.moves(self.state, seat):
                number = known.get(id(move))
                found[numbers[move] if number is None else number] = move
            self._offered[seat] = found
        return self._offered[seat]

    def any_move(self, seat: int) -> Any:
        """One of the moves this seat may make now, each as likely."""
        moves = list(self.moves(seat).values())
        return moves[below(self._words.draw(), len(moves))]

    def act(self, seat: int, number: int) -> bool:
        """This seat makes the move with this number; False if it may not, and one of its moves was drawn instead."""
        if not 0 <= number < len(self._numbers):
            raise BadMove(f"moves of {self.game.key} have numbers from 0 to {len(self._numbers) - 1}, not {number}")
        moves = self.moves(seat)
        legal = number in moves
        self.move(seat, moves[number] if legal else self.any_move(seat))
        return legal

    def move(self, seat: int, move: Any) -> None:
        """This seat makes one of its moves, and dice fall as long as the game waits for them."""
        self.state = self.game.play(self.state, seat, move)
        self._offered = {}
        self._pending = self._fall()
