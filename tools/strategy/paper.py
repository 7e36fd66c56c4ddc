"""Paper for plots: small SVG drawings with one accent colour, readable in light and dark and without colour."""

from dataclasses import dataclass, field
from html import escape

WIDTH = 720
ACCENTS = {
    "kribbeln": ("#c2402b", "#ff8f78"),
    "extreme": ("#a8123a", "#ff7d99"),
    "krisskross": ("#0b6e67", "#52d0c3"),
    "master": ("#7d5a00", "#e6b94f"),
    "hexhex": ("#6a3fbd", "#bda5ff"),
    "classic": ("#1f3a7a", "#93b3ff"),
}
"""The accent of each game, in light and in dark."""

STYLE = """
svg {{ --paper: #fbf7ee; --ink: #2b2a27; --soft: #645f55; --rule: #ddd6c7; --accent: {light}; }}
@media (prefers-color-scheme: dark) {{
  svg {{ --paper: #26241f; --ink: #ece6d8; --soft: #b5ad9d; --rule: #47433a; --accent: {dark}; }}
}}
text {{ font: 13px "Source Sans 3", "Segoe UI", system-ui, sans-serif; fill: var(--ink); }}
.soft {{ fill: var(--soft); }} .end {{ text-anchor: end; }} .middle {{ text-anchor: middle; }}
.head {{ font-size: 15px; font-weight: 600; }}
.rule {{ stroke: var(--rule); stroke-width: 1; }}
.line {{ fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }}
.best {{ stroke: var(--ink); }} .mark {{ fill: var(--paper); stroke: var(--accent); stroke-width: 1.6; }}
.bar {{ fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }}
.hatch {{ stroke: var(--accent); stroke-width: 3; }}
"""
HATCH = (
    '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatch" d="M0 0V7"/></pattern>'
)


def _at(number: float) -> str:
    """A length with as many digits as a pixel needs."""
    return f"{number:.1f}".removesuffix(".0")


@dataclass
class Paper:
    """A drawing of a game: what it is called, what it shows, and the pieces drawn so far."""

    game: str
    title: str
    desc: str
    height: int
    pieces: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, classes: str = "") -> None:
        """Words with their baseline here."""
        named = f' class="{classes}"' if classes else ""
        self.pieces.append(f'<text{named} x="{_at(x)}" y="{_at(y)}">{escape(words)}</text>')

    def rule(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """A fine ruled line."""
        self.pieces.append(f'<path class="rule" d="M{_at(x)} {_at(y)}L{_at(to_x)} {_at(to_y)}"/>')

    def line(self, points: list[tuple[float, float]], dash: str = "", classes: str = "line") -> None:
        """A line through these points."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = "L".join(f"{_at(x)} {_at(y)}" for x, y in points)
        self.pieces.append(f'<path class="{classes}"{dashed} d="M{path}"/>')

    def mark(self, x: float, y: float, sides: int) -> None:
        """A small sign: a triangle, a square, a lozenge or, with no sides, a dot."""
        shapes = {
            3: f"M{_at(x)} {_at(y - 5)}l5 9h-10z",
            4: f"M{_at(x - 4)} {_at(y - 4)}h8v8h-8z",
            5: f"M{_at(x)} {_at(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        }
        if sides in shapes:
            self.pieces.append(f'<path class="mark" d="{shapes[sides]}"/>')
        else:
            self.pieces.append(f'<circle class="mark" cx="{_at(x)}" cy="{_at(y)}" r="4.2"/>')

    def bar(self, x: float, y: float, width: float, height: float, tint: int = 0) -> None:
        """A bar; tints tell bars apart by how light they are, and by hatching."""
        fills = ("", ' fill-opacity="0.6"', ' fill-opacity="0.3"', ' style="fill: url(#hatch)"', ' fill-opacity="0.1"')
        size = f'x="{_at(x)}" y="{_at(y)}" width="{_at(width)}" height="{_at(height)}"'
        self.pieces.append(f'<rect class="bar"{fills[tint]} {size}/>')

    def svg(self) -> str:
        """The whole file."""
        light, dark = ACCENTS[self.game]
        style = STYLE.format(light=light, dark=dark)
        hatch = f"<defs>{HATCH}</defs>\n" if any("#hatch" in piece for piece in self.pieces) else ""
        body = "\n".join(self.pieces)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" aria-labelledby="title desc">\n'
            f'<title id="title">{escape(self.title)}</title>\n<desc id="desc">{escape(self.desc)}</desc>\n'
            f"<style>{style}</style>\n{hatch}"
            f'<rect width="{WIDTH}" height="{self.height}" rx="10" style="fill: var(--paper)"/>\n{body}\n</svg>\n'
        )
