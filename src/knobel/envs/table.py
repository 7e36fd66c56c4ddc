"""A game under way that throws its own dice and knows moves by their number, and what a learner is paid for."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knobel.core.errors import BadMove, BadSetup, NotProvided
from knobel.core.game import AnyGame, Decide, Over, Pending, Throw
from knobel.games.spec import spec

Mask = NDArray[np.int8]


class Table:
    """A game from its start, with dice from this generator; it never waits for dice."""

    def __init__(self, game: AnyGame, random: np.random.Generator) -> None:
        self.game = game
        self.random = random
        self.state: Any = game.start()
        self._numbers = {move: number for number, move in enumerate(game.alphabet)}
        self._ends = np.array([len(die.sides) for die in game.pool])
        self._offered: dict[int, dict[int, Any]] = {}
        self.thrown = 0
        """How often dice have fallen."""
        self._pending: Pending = self._thrown()

    def _thrown(self) -> Decide | Over:
        """What the game waits for once all dice have fallen."""
        while isinstance(pending := self.game.pending(self.state), Throw):
            cup = list(pending.dice)
            fallen = self.random.integers(0, self._ends[cup]).tolist()
            faces = tuple([self.game.pool[at].sides[side] for at, side in zip(cup, fallen, strict=True)])
            self.state = self.game.land(self.state, faces)
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
            self._offered[seat] = {self._numbers[move]: move for move in self.game.moves(self.state, seat)}
        return self._offered[seat]

    def any_move(self, seat: int) -> Any:
        """One of the moves this seat may make now, each as likely."""
        moves = list(self.moves(seat).values())
        return moves[int(self.random.integers(len(moves)))]

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
        self._pending = self._thrown()


Rewards = NDArray[np.float64]
Worth = Callable[[AnyGame, Any], Rewards]
"""What a state is worth to every seat so far; a reward is how much that has grown."""


def points(game: AnyGame, state: Any) -> Rewards:
    """The score as it stands, so that all rewards of a game add up to the final score."""
    return np.array(game.scores(state), np.float64)


def place(game: AnyGame, state: Any) -> Rewards:
    """Nothing until the end; then the share of the other seats that were beaten, less the share that did better."""
    pending = game.pending(state)
    if not isinstance(pending, Over) or game.seats == 1:
        return np.zeros(game.seats)
    places = np.array(pending.places)
    return np.asarray(np.sign(places[None] - places[:, None]).sum(axis=1) / (game.seats - 1), np.float64)


def turns(game: AnyGame, state: Any) -> Rewards:
    """Minus the turns taken, in a game that is won by needing few."""
    try:
        return np.array([-float(spec(game).rules.turns_taken(state, seat)) for seat in range(game.seats)])
    except NotProvided:
        raise BadSetup(f"turns do not count in {game.key}; rewards are points or place") from None


WORTHS: dict[str, Worth] = {"points": points, "place": place, "turns": turns}


def usual(game: AnyGame) -> str:
    """What a game is played for: the place among several; alone points, or few turns."""
    if game.seats > 1:
        return "place"
    return "turns" if spec(game).has("rules", "turns_taken") else "points"


def worth_of(name: str | None, game: AnyGame) -> Worth:
    """The rewards with this name, or the usual ones of a game."""
    name = usual(game) if name is None else name
    if name not in WORTHS:
        raise BadSetup(f"there are no rewards {name[:60]!r}; there are {', '.join(WORTHS)}")
    worth = WORTHS[name]
    worth(game, game.start())
    return worth


class Purse:
    """Pays every seat what it has gained since it was paid last."""

    def __init__(self, worth: Worth, game: AnyGame) -> None:
        self._worth = worth
        self._paid = np.zeros(game.seats)
        self._game = game

    def pay(self, state: Any) -> Rewards:
        """The gains of every seat."""
        now = self._worth(self._game, state)
        gained = now - self._paid
        self._paid = now
        return gained
