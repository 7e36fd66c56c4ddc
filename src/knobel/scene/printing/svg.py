"""Writes pages as SVG."""

from html import escape

from knobel.scene.printing.drawing import Drawing, Shape, Words
from knobel.scene.printing.outline import Path

FAMILY = "Helvetica,Arial,'Liberation Sans','Nimbus Sans',sans-serif"
"""Fonts with the same metrics, so that text that was measured fits everywhere."""
_INSIDE = {"": "none", "paper": "#fff", "ink": "#000"}


def svg(page: Drawing, title: str) -> str:
    """A page as SVG, in millimetres."""
    size = f'width="{_number(page.width)}mm" height="{_number(page.height)}mm"'
    box = f'viewBox="0 0 {_number(page.width)} {_number(page.height)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img">',
        f"<title>{escape(title)}</title>",
        '<g fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round"',
        f' xml:space="preserve" font-family="{FAMILY}">',
        *(_shape(part) if isinstance(part, Shape) else _words(part) for part in page.parts),
        "</g>",
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _shape(shape: Shape) -> str:
    inside = f' fill="{_INSIDE[shape.inside]}"' if shape.inside else ""
    dashes = ' stroke-dasharray="1 1"' if shape.dashed else ""
    return f'<path d="{path_data(shape.outline)}" stroke-width="{_number(shape.width)}"{inside}{dashes}/>'


def _words(words: Words) -> str:
    weight = ' font-weight="700"' if words.bold else ""
    style = ' font-style="italic"' if words.slanted else ""
    # Whatever font is used, the line has the width that was measured.
    length = f' textLength="{_number(words.width)}" lengthAdjust="spacingAndGlyphs"'
    place = f'x="{_number(words.x)}" y="{_number(words.y)}" font-size="{_number(words.size)}"'
    return f'<text {place}{weight}{style}{length} fill="#000" stroke="none">{escape(words.text)}</text>'


def path_data(outline: Path) -> str:
    """The SVG path data of a path."""
    return "".join(
        segment.kind + " ".join(f"{_number(x)} {_number(y)}" for x, y in segment.points) for segment in outline
    )


def _number(value: float) -> str:
    """A number in millimetres, as short as possible."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if round(value, 3) else "0"
