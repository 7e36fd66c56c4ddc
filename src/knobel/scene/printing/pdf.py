"""Writes pages as PDF, with lines, curves and the standard fonts; the output is reproducible."""

from collections.abc import Sequence

from knobel.scene.printing.drawing import Drawing, Shape, Words
from knobel.scene.printing.font import ENCODING
from knobel.version import __version__

POINTS = 72 / 25.4
"""Points in a millimetre, the unit of PDF."""
FONTS = {
    (False, False): "Helvetica",
    (True, False): "Helvetica-Bold",
    (False, True): "Helvetica-Oblique",
    (True, True): "Helvetica-BoldOblique",
}
"""The fonts, by bold and slanted."""
_NAMES = {style: f"F{number}" for number, style in enumerate(FONTS, 1)}
_PAINT = {"": "S", "paper": "B", "ink": "B"}


def pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """A PDF document of these pages, without dates or random values."""
    objects: list[bytes] = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    fonts = " ".join(f"/{_NAMES[style]} {number} 0 R" for number, style in enumerate(FONTS, 4))
    objects.append(f"<</Title {_text(title)}/Producer(Knobel {__version__})>>".encode("ascii"))
    objects += [
        f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode("ascii")
        for name in FONTS.values()
    ]
    kids = []
    for page in pages:
        content = _content(page)
        objects.append(b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content))
        box = f"[0 0 {_number(page.width * POINTS)} {_number(page.height * POINTS)}]"
        resources = f"/Resources<</Font<<{fonts}>>>>/Contents {len(objects)} 0 R"
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox{box}{resources}>>".encode("ascii"))
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(kids)}]>>".encode("ascii")
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """The file with these objects, and the cross-reference table."""
    written = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    begin = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        written += b"%010d 00000 n \n" % place
    written += b"trailer\n<</Size %d/Root 1 0 R/Info 3 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, begin)
    return bytes(written)


def _content(page: Drawing) -> bytes:
    """The content stream of a page. The y axis of PDF points upwards."""
    lines = [f"{_number(POINTS)} 0 0 {_number(-POINTS)} 0 {_number(page.height * POINTS)} cm 1 J 1 j".encode("ascii")]
    lines += [_shape(part) if isinstance(part, Shape) else _words(part) for part in page.parts]
    return b"\n".join(lines)


def _shape(shape: Shape) -> bytes:
    drawn = [f"{_number(shape.width)} w [{'1 1' if shape.dashed else ''}] 0 d"]
    if shape.inside:
        drawn.append("1 g" if shape.inside == "paper" else "0 g")
    for kind, points in shape.outline:
        numbers = " ".join(f"{_number(x)} {_number(y)}" for x, y in points)
        drawn.append(f"{numbers} {kind.lower()}" if points else "h")
    drawn.append(_PAINT[shape.inside])
    return " ".join(drawn).encode("ascii")


def _words(words: Words) -> bytes:
    # The page is flipped, so text is flipped back.
    place = f"1 0 0 -1 {_number(words.x)} {_number(words.y)} Tm"
    font = f"/{_NAMES[words.bold, words.slanted]} {_number(words.size)} Tf"
    letters = words.text.encode(ENCODING).replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
    return b"0 g BT %b %b (%b) Tj ET" % (font.encode("ascii"), place.encode("ascii"), letters)


def _text(words: str) -> str:
    """A text string outside of pages, which may have any letters."""
    return f"<{'feff' + words.encode('utf-16-be').hex()}>" if words else "()"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if round(value, 4) else "0"
