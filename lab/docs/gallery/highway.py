"""The odds of a Highway: six in a row on the six dice of Extreme, from what lies, with one and two throws left.

python lab/docs/gallery/highway.py
"""

from knobel import make
from knobel.coach.explore import odds_of

LYING = {"nothing": (), "1 2 3": (1, 2, 3), "2 3 4 5": (2, 3, 4, 5), "1 2 3 4 5": (1, 2, 3, 4, 5)}


def chance(held: tuple[int, ...], throws: int) -> float:
    """The chance of the box, if these dice lie and the others may be thrown so often."""
    # Dice that are not named are in the cup: here always the ten-sided one.
    return next(box.chance for box in odds_of(make("extreme"), held, throws) if box.key == "highway")


def main() -> None:
    """Print a table."""
    print(f"{'lying':12}{'one throw':>12}{'two throws':>12}")
    for name, held in LYING.items():
        print(f"{name:12}{chance(held, 1):12.4%}{chance(held, 2):12.4%}")


if __name__ == "__main__":
    main()
