"""A player who takes what is worth most at once, and tries a few throws in the mind before holding dice."""

from random import Random
from typing import Any

from knobel.core.dice import seeded
from knobel.core.game import AnyGame, Throw
from knobel.games.holding.tray import Keep
from knobel.scene import choices, look
from knobel.scene.model import Choice

TRIES = 6
"""How many imagined throws decide about a way to hold dice."""

UNKNOWN = 0.5
"""A choice whose worth shows only later beats a choice worth nothing."""


class Greedy:
    """Takes the choice worth most now; holds the dice whose next throw promises most. Ties fall at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)
        self._dice = seeded(self._random.getrandbits(63))

    def __call__(self, game: AnyGame, state: Any, seat: int) -> Any:
        """The move this player makes."""
        moves = {str(move): move for move in game.moves(state, seat)}
        best = self._best(game, state, seat)
        value, answer = _value(best), moves[best.move]
        for keep in _different(game, state, [move for move in moves.values() if isinstance(move, Keep)]):
            promise = sum(self._imagine(game, game.play(state, seat, keep), seat) for _ in range(TRIES)) / TRIES
            if promise > value:
                value, answer = promise, keep
        return answer

    def _best(self, game: AnyGame, state: Any, seat: int) -> Choice:
        """The choice that ends the turn best."""
        found = choices(game, state, seat)
        return max(found, key=lambda choice: (_value(choice), len(choice.effects), self._random.random()))

    def _imagine(self, game: AnyGame, state: Any, seat: int) -> float:
        """What one throw of the dice in the cup would be worth."""
        pending = game.pending(state)
        assert isinstance(pending, Throw)
        after = game.land(state, self._dice([game.pool[position] for position in pending.dice]))
        return _value(self._best(game, after, seat))


def _value(choice: Choice) -> float:
    return UNKNOWN if choice.worth is None else choice.worth


def _different(game: AnyGame, state: Any, keeps: list[Keep]) -> list[Keep]:
    """One way of each to hold the same faces of equal dice."""
    seen: dict[tuple[tuple[str, str | None], ...], Keep] = {}
    dice = look(game, state).tray.dice if keeps else ()
    for keep in keeps:
        held = tuple(sorted((dice[at].die, dice[at].face) for at in keep.positions))
        seen.setdefault(held, keep)
    return list(seen.values())
