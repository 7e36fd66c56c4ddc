"""The worth of chips: how many points the first, the second, … brings."""

from random import Random

from knobel.games.scorecard.solve.book import Book

SHEETS = 60
"""How many sheets are sampled for each number of open boxes."""
_USUAL = (2, 3, 3, 3, 4)
"""Typical numbers of dice that people write into the box of a number."""


def worth_of_chips(book: Book, sheets: int = SHEETS, seed: int = 1) -> dict[int, tuple[float, ...]]:
    """The mean worth of the first, second, … chip on random sheets, by their number of open boxes."""
    random, card = Random(seed), book.place.rules.card
    every, above = range(len(card.boxes)), book.place.upper.boxes
    found = {}
    for count in range(1, len(every) + 1):
        worths = [0.0] * card.chips
        for _ in range(sheets):
            boxes = random.sample(every, count)
            written = sum((at + 1) * random.choice(_USUAL) for at, box in enumerate(above) if box not in boxes)
            values = [book.value(boxes, written, chips) for chips in range(card.chips + 1)]
            worths = [sum_ + after - before for sum_, before, after in zip(worths, values, values[1:], strict=False)]
        found[count] = tuple(worth / sheets for worth in worths)
    return found
