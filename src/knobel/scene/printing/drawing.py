"""A drawing: vector paths and text in millimetres, for any output format."""

from dataclasses import dataclass, field

from knobel.scene.printing.font import SIGNS, spelled, width_of
from knobel.scene.printing.outline import Path, Segment, circle, extent, line, moved, path, rectangle

THIN, THICK = 0.2, 0.45
"""The line widths of rules and of frames, in millimetres."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, stroked in black, and its fill."""

    outline: Path
    width: float = THIN
    inside: str = ""
    """The fill: none, `paper` or `ink`."""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins here, on its baseline."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    slanted: bool = False

    @property
    def width(self) -> float:
        """The width of the text."""
        return width_of(self.text, self.size, bold=self.bold)


@dataclass
class Drawing:
    """A drawing so far, and its size."""

    width: float = 0.0
    height: float = 0.0
    parts: list[Shape | Words] = field(default_factory=list)

    def stroke(self, outline: Path, width: float = THIN, inside: str = "", *, dashed: bool = False) -> None:
        """Draw a path."""
        self.parts.append(Shape(outline, width, inside, dashed))

    def rule(self, x1: float, y1: float, x2: float, y2: float, width: float = THIN, *, dashed: bool = False) -> None:
        """Draw a straight line."""
        self.stroke(line(x1, y1, x2, y2), width, dashed=dashed)

    def frame(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0.0, line: float = THIN
    ) -> None:
        """Draw a box."""
        self.stroke(rectangle(x, y, width, height, radius), line)

    def ring(self, x: float, y: float, radius: float, line: float = THIN, inside: str = "") -> None:
        """Draw a circle."""
        self.stroke(circle(x, y, radius), line, inside)

    def words(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, slanted: bool = False, at: float = 0.0
    ) -> float:
        """Draw a line of text; `at` is the anchor: 0 its beginning, 0.5 its centre, 1 its end.

        Signs that the font lacks are drawn as paths. Returns where the line ends.
        """
        text = spelled(text)
        x -= at * width_of(text, size, bold=bold)
        run = ""
        for letter in text:
            if letter not in SIGNS:
                run += letter
                continue
            x = self._run(x, y, run, size, bold=bold, slanted=slanted)
            run = ""
            wide, sign = SIGNS[letter]
            self.stroke(moved(path(sign), x, y, size), size * (0.11 if bold else 0.075))
            x += wide * size
        return self._run(x, y, run, size, bold=bold, slanted=slanted)

    def _run(self, x: float, y: float, text: str, size: float, *, bold: bool, slanted: bool) -> float:
        if text:
            self.parts.append(Words(x, y, text, size, bold, slanted))
        return x + width_of(text, size, bold=bold)

    def place(self, other: "Drawing", x: float, y: float, scale: float = 1.0) -> None:
        """Place another drawing here, scaled."""
        for part in other.parts:
            if isinstance(part, Shape):
                outline = moved(part.outline, x, y, scale)
                self.parts.append(Shape(outline, part.width * scale, part.inside, part.dashed))
            else:
                self.parts.append(
                    Words(x + scale * part.x, y + scale * part.y, part.text, part.size * scale, part.bold, part.slanted)
                )

    def extent(self) -> tuple[float, float, float, float]:
        """The bounding box of everything drawn: left, top, right and bottom."""
        boxes = [
            extent(part.outline)
            if isinstance(part, Shape)
            else (part.x, part.y - 0.8 * part.size, part.x + part.width, part.y + 0.25 * part.size)
            for part in self.parts
        ]
        lefts, tops, rights, feet = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(feet)


__all__ = ["THICK", "THIN", "Drawing", "Path", "Segment", "Shape", "Words"]
