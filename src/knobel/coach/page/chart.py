"""The drawings of a review page as SVG: the course of a game, and dice."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from knobel.coach.model import EXPLAINED, Moment, SeatReview
from knobel.scene.text import Text, say

TICKS = 6
"""The approximate number of horizontal grid lines."""


ROOM = 26
"""The least distance of two labels of turns."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart, and its margins."""

    name: str
    width: int
    height: int
    left: int = 46
    right: int = 12
    top: int = 14
    bottom: int = 28


FRAMES = (Frame("narrow", 328, 230), Frame("wide", 860, 300))
"""One for a phone, one for a desktop: a chart that is merely scaled has unreadable labels."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of a chart: a title, a summary, the name of a turn, and the format of numbers."""

    title: str
    sentence: str
    turn: str
    number: Callable[[float], str]


def charts(seat: SeatReview, shown: Callable[[float], float], words: Words) -> str:
    """The trajectory of a seat in each frame."""
    return "\n".join(_chart(seat, shown, words, frame) for frame in FRAMES)


def ticks(low: float, high: float) -> list[float]:
    """Round numbers from low to high, about `TICKS` of them."""
    rough = (high - low) / TICKS
    size = 10 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [step * at for at in range(ceil(low / step), floor(high / step) + 1)]


def _chart(seat: SeatReview, shown: Callable[[float], float], words: Words, frame: Frame) -> str:
    values = [shown(value) for value in (seat.start, *(moment.after for moment in seat.moments))]
    low, high = min(values), max(values)
    margin = 0.06 * (high - low) or 1.0
    low, high = low - margin, high + margin
    across = (frame.width - frame.left - frame.right) / max(1, len(values) - 1)
    down = (frame.height - frame.top - frame.bottom) / (high - low)
    points = [(frame.left + across * at, frame.top + down * (high - value)) for at, value in enumerate(values)]
    name = f"chart-{seat.seat}-{frame.name}"
    size = f'viewBox="0 0 {frame.width} {frame.height}"'
    parts = [
        f'<svg class="chart {frame.name}" {size} role="img" aria-labelledby="{name}-title {name}-text">',
        f'<title id="{name}-title">{escape(words.title)}</title>',
        f'<desc id="{name}-text">{escape(words.sentence)}</desc>',
        *_rules(frame, low, high, words.number),
        *_turns(frame, seat.moments, [x for x, _ in points[1:]], words.turn),
        f'<path class="start" d="M{frame.left} {points[0][1]:.1f}H{frame.width - frame.right}"/>',
        f'<path class="line" d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>',
        *_marks(seat.moments, points),
        "</svg>",
    ]
    return "\n".join(parts)


def _rules(frame: Frame, low: float, high: float, number: Callable[[float], str]) -> Iterator[str]:
    """The grid lines with their numbers."""
    for tick in ticks(low, high):
        y = frame.top + (frame.height - frame.top - frame.bottom) * (high - tick) / (high - low)
        yield f'<path class="rule" d="M{frame.left} {y:.1f}H{frame.width - frame.right}"/>'
        yield f'<text class="tick" x="{frame.left - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(number(tick))}</text>'


def _turns(frame: Frame, moments: Sequence[Moment], across: Sequence[float], word: str) -> Iterator[str]:
    """The numbers of the turns on the horizontal axis, as many as fit."""
    y = frame.height - 8
    yield f'<text class="tick" x="{frame.left - 8}" y="{y}" text-anchor="end">{escape(word)}</text>'
    last, free = 0, 0.0
    for moment, x in zip(moments, across, strict=True):
        if moment.turn > last and x >= free:
            last, free = moment.turn, x + ROOM
            yield f'<text class="tick" x="{x:.1f}" y="{y}" text-anchor="middle">{last}</text>'


def _marks(moments: Sequence[Moment], points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """A filled circle for each throw, a hollow one for others, a triangle for each costly decision."""
    for moment, (_, before), (x, y) in zip(moments, points, points[1:], strict=False):
        if moment.kind == "decision" and moment.verdict in EXPLAINED:
            size = 4 + 1.5 * EXPLAINED.index(moment.verdict)
            yield f'<path class="drop" d="M{x:.1f} {before:.1f}V{y:.1f}"/>'
            yield f'<path class="loss" d="M{x - size:.1f} {y - size:.1f}H{x + size:.1f}L{x:.1f} {y + size:.1f}Z"/>'
        elif moment.kind != "decision":
            yield f'<circle class="{moment.kind}" cx="{x:.1f}" cy="{y:.1f}" r="2.4"/>'


_SPOTS = {"1": "e", "2": "ai", "3": "aei", "4": "acgi", "5": "acegi", "6": "acdfgi"}
_AT = {letter: (8 + 7 * (at % 3), 8 + 7 * (at // 3)) for at, letter in enumerate("abcdefghi")}


def symbols() -> str:
    """The six faces as SVG symbols, used by every die of the page."""
    faces = []
    for face, spots in _SPOTS.items():
        dots = "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in (_AT[spot] for spot in spots))
        faces.append(f'<symbol id="face-{face}" viewBox="0 0 30 30">{dots}</symbol>')
    return f'<svg class="symbols" aria-hidden="true">{"".join(faces)}</svg>'


def row(dice: Sequence[Text], language: str) -> str:
    """Dice side by side, each with its face in words for accessibility."""
    return f'<span class="dice">{"".join(_die(die, language) for die in dice)}</span>' if dice else ""


def _die(die: Text, language: str) -> str:
    words = escape(say(die, language))
    values = dict(die.values)
    face, colour = values.get("face"), values.get("colour")
    if isinstance(colour, Text):
        ink = colour.key.removeprefix("colour.")
        # Two letters: in German, green and yellow have the same first letter.
        short = escape(say(colour, language)[:2].capitalize())
        return f'<span class="die {escape(ink)}" title="{words}">{escape(str(face))}<small>{short}</small></span>'
    if words in _SPOTS:
        return f'<span class="die"><svg role="img" aria-label="{words}"><use href="#face-{words}"/></svg></span>'
    if words.startswith("⟨"):
        return f'<span class="die ten">{words.strip("⟨⟩")}</span>'
    return f'<span class="die word">{words}</span>'
