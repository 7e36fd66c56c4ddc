"""The six dice of Kribbeln: over all dice every pair of number and colour stands exactly once."""

from knobel.core.dice import D6, Die, Faces

COLOURS = ("black", "green", "blue", "orange", "yellow", "red")
DICE = tuple(Die(f"kribbel_{index}", D6.faces) for index in range(6))


def colour(die: int, number: int) -> str:
    """The colour in which this die (0 to 5) shows this number."""
    return COLOURS[(die + number - 1) % 6]


def colour_counts(faces: Faces) -> tuple[int, ...]:
    """How many dice show each colour, in the order of COLOURS, when all six show these numbers."""
    counts = [0] * len(COLOURS)
    for die, number in enumerate(faces):
        counts[(die + number - 1) % 6] += 1
    return tuple(counts)
