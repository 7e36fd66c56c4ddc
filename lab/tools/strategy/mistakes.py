"""Classification of mistakes: the family of a decision, what was done, and what would have been better."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from knobel.core.dice import Faces
from knobel.core.game import AnyGame
from knobel.games.holding.roll import pattern, run
from knobel.games.holding.tray import Keep

STRAIGHT = 4
"""The number of consecutive numbers that make a straight; one less is worth holding."""

GROUPS = {
    (1,): "one",
    (2,): "pair",
    (3,): "triple",
    (4,): "quad",
    (5,): "five",
    (6,): "six",
    (2, 2): "two_pairs",
    (2, 2, 2): "three_pairs",
    (3, 2): "triple_pair",
    (3, 3): "two_triples",
    (4, 2): "quad_pair",
}
"""The names of holdings made of groups of equal dice."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was made: the turn of the seat, the best move, and the loss."""

    game: AnyGame
    state: Any
    seat: int
    turn: int
    made: Any
    best: Any
    loss: float


class Kind(NamedTuple):
    """A kind of mistake."""

    family: str
    did: str
    better: str

    @property
    def holds(self) -> bool:
        """Whether it was about which dice to hold, not about ending the turn."""
        return self.family.startswith("hold")


MoveKind = Callable[[AnyGame, Any, Any], str]
"""The kind of a move, from game, state and move."""


def family(decision: Decision) -> str:
    """The family of a mistake: dice held wrongly, the turn ended too early or too late, or in the wrong way."""
    match decision.made, decision.best:
        case Keep(), Keep():
            return "hold"
        case _, Keep():
            return "early"
        case Keep(), _:
            return "late"
        case _:
            return "end"


def has_straights(game: AnyGame) -> bool:
    """Whether consecutive faces of the dice mean anything: only on dice with numbers."""
    return all(text.isdigit() for text in game.pool[0].faces)


def roll_kind(faces: Faces, *, straights: bool) -> str:
    """The kind of a roll: its longest straight if straights count, else its groups of equal dice."""
    if straights and run(faces) >= STRAIGHT:
        return f"run{run(faces)}"
    groups = tuple(count for count in pattern(faces) if count > 1)
    return GROUPS[groups] if groups else "different"


def holding_kind(faces: Faces, *, straights: bool) -> str:
    """The kind of held dice: groups alone, part of a straight, all different, or groups with other dice."""
    if not faces:
        return "none"
    groups = pattern(faces)
    if groups in GROUPS:
        return GROUPS[groups]
    if groups[0] == 1:
        in_reach = max(faces) - min(faces) <= STRAIGHT
        return f"run{len(faces)}" if straights and len(faces) >= STRAIGHT - 1 and in_reach else "different"
    equal = tuple(count for count in groups if count > 1)
    return f"{GROUPS[equal]}_more"


def keep_kind(game: AnyGame, state: Any, move: Keep) -> str:
    """The kind of a move that holds dice."""
    faces = tuple(state.tray.dice[position] for position in move.holds)
    return f"hold.{holding_kind(faces, straights=has_straights(game))}"
