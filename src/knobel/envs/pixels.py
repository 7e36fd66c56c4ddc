"""A drawing as pixels; Pillow draws them."""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from knobel.envs.picture import Disc, Picture, Shape, Words

FINE = 2
"""Drawn so many times as large and shrunk, which smooths the edges."""

ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
"""Pillow's names: a text hangs by the left, middle or right end of its baseline."""

PLAIN = str.maketrans({"×": "x", "≠": "<>", "→": ">", "–": "-"})
"""Signs that Pillow's own font does not have."""


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def pixels(picture: Picture) -> NDArray[np.uint8]:
    """The pixels: rows x columns x red, green and blue."""
    image = Image.new("RGB", (FINE * picture.width, FINE * picture.height))
    canvas = ImageDraw.Draw(image)
    for part in picture.parts:
        match part:
            case Shape(points, fill, stroke):
                canvas.polygon([(FINE * x, FINE * y) for x, y in points], fill, stroke, FINE)
            case Disc(x, y, radius, fill, stroke):
                edges = [FINE * edge for edge in (x - radius, y - radius, x + radius, y + radius)]
                canvas.ellipse(edges, fill, stroke, FINE)
            case Words(x, y, text, size, colour, anchor):
                canvas.text((FINE * x, FINE * y), text.translate(PLAIN), colour, _font(FINE * size), ANCHORS[anchor])
    return np.asarray(image.resize((picture.width, picture.height), Image.Resampling.BOX)).copy()
