"""A drawing as SVG."""

from xml.sax.saxutils import escape, quoteattr

from knobel.envs.picture import Disc, Part, Picture, Shape, Words


def svg(picture: Picture) -> str:
    """The text of an SVG file."""
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">']
    return "\n".join([*lines, *map(_part, picture.parts), "</svg>"]) + "\n"


def _part(part: Part) -> str:
    match part:
        case Shape(points, fill, stroke):
            corners = " ".join(f"{x:g},{y:g}" for x, y in points)
            return f'<polygon points="{corners}" {_paint(fill, stroke)}/>'
        case Disc(x, y, radius, fill, stroke):
            return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {_paint(fill, stroke)}/>'
        case Words(x, y, text, size, colour, anchor):
            place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill={quoteattr(colour)} text-anchor="{anchor}"'
            return f"<text {place}>{escape(text)}</text>"


def _paint(fill: str | None, stroke: str | None) -> str:
    return f'fill="{fill or "none"}" stroke="{stroke or "none"}"'
