"""Vector paths: parsing SVG path data, basic shapes, and transformations."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from knobel.core.errors import BadSetup

Point = tuple[float, float]


class Segment(NamedTuple):
    """A segment of a path: move (M), line (L), Bézier curve (C) with two control points, or close (Z)."""

    kind: str
    points: tuple[Point, ...] = ()


Path = tuple[Segment, ...]
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d*\.\d+|\d+\.?))")
_FLAG = re.compile(r"[\s,]*([01])")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "A": 7, "Z": 0}
QUARTER = 0.5522847498
"""The distance of the control points from the ends of a quarter circle of radius 1."""


@lru_cache(maxsize=512)
def path(data: str) -> Path:
    """Parse SVG path data, except Q and T, which we do not use."""
    segments: list[Segment] = []
    at = begin = pull = (0.0, 0.0)
    for kind, numbers in _commands(data):
        upper = kind.upper()
        origin = at if kind.islower() else (0.0, 0.0)
        if upper == "Z":
            segments.append(Segment("Z"))
            at = pull = begin
            continue
        if upper == "A":
            end = (numbers[5] + origin[0], numbers[6] + origin[1])
            segments += _arc(at, numbers[0], numbers[1], numbers[2], bool(numbers[3]), bool(numbers[4]), end)
            at = pull = end
            continue
        points = _points(upper, numbers, origin, at)
        if upper == "S":
            points = ((2 * at[0] - pull[0], 2 * at[1] - pull[1]), *points)
        curve = upper in "CS"
        segments.append(Segment("M" if upper == "M" else "C" if curve else "L", points))
        at = points[-1]
        pull = points[1] if curve else at
        if upper == "M":
            begin = at
    return tuple(segments)


def _points(kind: str, numbers: list[float], origin: Point, at: Point) -> tuple[Point, ...]:
    if kind == "H":
        return ((numbers[0] + origin[0], at[1]),)
    if kind == "V":
        return ((at[0], numbers[0] + origin[1]),)
    return tuple((x + origin[0], y + origin[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path, each with its numbers; repeated ones need not be named again."""
    place, kind = 0, ""
    while place < len(data):
        if data[place] in " ,\n\t":
            place += 1
            continue
        if data[place].isalpha():
            kind = data[place]
            place += 1
            if kind.upper() not in _NUMBERS:
                raise BadSetup(f"a path has no command {kind!r}; it has {', '.join(_NUMBERS)}")
            if kind.upper() == "Z":
                yield kind, []
            continue
        numbers: list[float] = []
        for number in range(_NUMBERS[kind.upper()]):
            # The flags of an arc need no separators.
            pattern = _FLAG if kind.upper() == "A" and number in (3, 4) else _NUMBER
            match = pattern.match(data, place)
            if match is None:
                raise BadSetup(f"the path {data[:40]!r} ends too early")
            numbers.append(float(match[1]))
            place = match.end()
        yield kind, numbers
        kind = {"M": "L", "m": "l"}.get(kind, kind)


def _arc(begin: Point, rx: float, ry: float, turned: float, large: bool, sweep: bool, end: Point) -> list[Segment]:
    """An elliptic arc as Bézier curves of at most a quarter each; see the implementation notes of the SVG standard."""
    if begin == end or not rx or not ry:
        return [Segment("L", (end,))]
    angle = math.radians(turned)
    cos, sin = math.cos(angle), math.sin(angle)
    half_x, half_y = (begin[0] - end[0]) / 2, (begin[1] - end[1]) / 2
    x1, y1 = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    stretch = max(1.0, math.sqrt((x1 / rx) ** 2 + (y1 / ry) ** 2))
    rx, ry = abs(rx) * stretch, abs(ry) * stretch
    under = (rx * ry) ** 2 - (rx * y1) ** 2 - (ry * x1) ** 2
    factor = math.sqrt(max(0.0, under) / ((rx * y1) ** 2 + (ry * x1) ** 2)) * (-1 if large == sweep else 1)
    cx1, cy1 = factor * rx * y1 / ry, -factor * ry * x1 / rx
    cx = cos * cx1 - sin * cy1 + (begin[0] + end[0]) / 2
    cy = sin * cx1 + cos * cy1 + (begin[1] + end[1]) / 2
    first = math.atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
    span = math.atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - first
    if sweep and span < 0:
        span += 2 * math.pi
    if not sweep and span > 0:
        span -= 2 * math.pi
    parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / parts
    pull = 4 / 3 * math.tan(step / 4)

    def on(x: float, y: float) -> Point:
        return (cos * rx * x - sin * ry * y + cx, sin * rx * x + cos * ry * y + cy)

    segments = []
    for part in range(parts):
        begins, ends = first + part * step, first + (part + 1) * step
        segments.append(
            Segment(
                "C",
                (
                    on(math.cos(begins) - pull * math.sin(begins), math.sin(begins) + pull * math.cos(begins)),
                    on(math.cos(ends) + pull * math.sin(ends), math.sin(ends) - pull * math.cos(ends)),
                    end if part == parts - 1 else on(math.cos(ends), math.sin(ends)),
                ),
            )
        )
    return segments


def line(x1: float, y1: float, x2: float, y2: float) -> Path:
    """A straight line."""
    return (Segment("M", ((x1, y1),)), Segment("L", ((x2, y2),)))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle, with round corners if a radius is given."""
    if not radius:
        corners = ((x + width, y), (x + width, y + height), (x, y + height))
        return (Segment("M", ((x, y),)), *(Segment("L", (corner,)) for corner in corners), Segment("Z"))
    r, k = radius, radius * (1 - QUARTER)
    right, foot = x + width, y + height
    return (
        Segment("M", ((x + r, y),)),
        Segment("L", ((right - r, y),)),
        Segment("C", ((right - k, y), (right, y + k), (right, y + r))),
        Segment("L", ((right, foot - r),)),
        Segment("C", ((right, foot - k), (right - k, foot), (right - r, foot))),
        Segment("L", ((x + r, foot),)),
        Segment("C", ((x + k, foot), (x, foot - k), (x, foot - r))),
        Segment("L", ((x, y + r),)),
        Segment("C", ((x, y + k), (x + k, y), (x + r, y))),
        Segment("Z"),
    )


def circle(x: float, y: float, radius: float) -> Path:
    """A circle."""
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def moved(outline: Path, x: float, y: float, scale: float, slant: float = 0.0) -> Path:
    """A path scaled, slanted to the right and moved."""
    return tuple(
        Segment(kind, tuple((x + scale * (px - slant * py), y + scale * py) for px, py in points))
        for kind, points in outline
    )


def extent(outline: Path) -> tuple[float, float, float, float]:
    """The bounding box of a path, with its control points: left, top, right and bottom."""
    points = [point for segment in outline for point in segment.points]
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
