"""The dice of Kribbeln, whose faces have colours, and the tasks that ask for colours.

A task names its colours, then works on how many dice show them:
`1 green` · `2 green` · `1 green & 0 red` · `0 green & 0 red` · `0 green` · `3 any` · `2 any & 2 any` · `no 3` ·
`4 any` · `3 colours` · `no 2` · `blue > red` · `blue = red` · `blue != red != green` · `blue != red` · `blue > rest`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from knobel.core.dice import D6, Die, Faces

COLOURS = ("black", "green", "blue", "orange", "yellow", "red")
DICE = tuple(Die(f"kribbel_{die}", D6.faces, colours=COLOURS[die:] + COLOURS[:die]) for die in range(6))


def colour_counts(faces: Faces) -> tuple[int, ...]:
    """How many dice show each colour, in the order of COLOURS, when all six show these numbers."""
    counts = [0] * len(COLOURS)
    for die, number in enumerate(faces):
        counts[(die + number - 1) % 6] += 1
    return tuple(counts)


Counts = tuple[int, ...]
"""How many dice show each colour."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of task: its notation, with {} for each colour it names, and what it asks."""

    number: int
    notation: str
    meets: Callable[[Counts, tuple[int, ...]], bool]
    """Called with the counts of all six colours and the counts of the colours it names."""

    @property
    def colours(self) -> int:
        """How many colours a task of this kind names."""
        return self.notation.count("{}")


KINDS = (
    Kind(1, "1 {}", lambda counts, named: named == (1,)),
    Kind(2, "2 {}", lambda counts, named: named == (2,)),
    Kind(3, "1 {} & 0 {}", lambda counts, named: named == (1, 0)),
    Kind(4, "0 {} & 0 {}", lambda counts, named: named == (0, 0)),
    Kind(5, "0 {}", lambda counts, named: named == (0,)),
    Kind(6, "3 any", lambda counts, named: counts.count(3) == 1),
    Kind(7, "2 any & 2 any", lambda counts, named: counts.count(2) == 2),
    Kind(8, "no 3", lambda counts, named: 3 not in counts),
    Kind(9, "4 any", lambda counts, named: 4 in counts),
    Kind(10, "3 colours", lambda counts, named: counts.count(0) == 3),
    Kind(11, "no 2", lambda counts, named: 2 not in counts),
    Kind(12, "{} > {}", lambda counts, named: named[0] > named[1]),
    Kind(13, "{} = {}", lambda counts, named: named[0] == named[1]),
    Kind(14, "{} != {} != {}", lambda counts, named: len(set(named)) == 3),
    Kind(15, "{} != {}", lambda counts, named: named[0] != named[1]),
    Kind(16, "{} > rest", lambda counts, named: sorted(counts)[-2] < max(counts) == named[0]),
)


@dataclass(frozen=True, slots=True)
class Task:
    """A task: its kind and its colours, as indices into COLOURS."""

    kind: int
    """The number of the kind, 1 to 16."""
    colours: tuple[int, ...] = ()

    def __str__(self) -> str:
        return KINDS[self.kind - 1].notation.format(*(COLOURS[colour] for colour in self.colours))

    def meets(self, counts: Counts) -> bool:
        """Whether the task is met if this many dice show each colour."""
        return KINDS[self.kind - 1].meets(counts, tuple([counts[colour] for colour in self.colours]))


WORDS = {
    **{name: index for index, name in enumerate(COLOURS)},
    **{name: index for index, name in enumerate(("schwarz", "grün", "blau", "orange", "gelb", "rot"))},
}
"""Colour names that may be typed, English and German."""


def write_tasks(tasks: tuple[Task, ...]) -> str:
    """The text of these tasks."""
    return "; ".join(map(str, tasks))
