"""Pagination: arranges sheets on pages, as many as keep boxes large enough to write in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knobel.scene.printing.drawing import Drawing
from knobel.scene.printing.layout import STRETCHED, Layout

SIZES = {"A4": (210.0, 297.0), "A5": (148.0, 210.0)}
"""Width and height of paper, in millimetres."""
MARGIN = 9.0
"""The margin that printers leave white, in millimetres."""
BETWEEN = 9.0
MIN_SCALE, MAX_SCALE = 0.82, 1.4
"""The smallest and largest scale of sheets."""
_MOST_ACROSS = 4


@dataclass(frozen=True)
class Plan:
    """The arrangement of sheets on a page: columns, rows, scale, and the size of the page."""

    columns: int
    rows: int
    scale: float
    width: float
    height: float
    down: float
    """The height available for a sheet."""

    @property
    def places(self) -> int:
        """The number of sheets on a page."""
        return self.columns * self.rows


def arranged(sheets: Sequence[Layout], size: str, *, blank: bool) -> list[Drawing]:
    """The pages with these sheets; the last page of a blank pad is filled up with copies."""
    drawn = {sheet: sheet.draw() for sheet in dict.fromkeys(sheets)}
    wide, high = (max(getattr(drawing, side) for drawing in drawn.values()) for side in ("width", "height"))
    plan = _plan(wide, high, len(sheets), size, blank=blank)
    drawn = {sheet: _stretched(sheet, drawing, plan) for sheet, drawing in drawn.items()}
    drawings = [drawn[sheet] for sheet in sheets]
    while blank and len(drawings) % plan.places:
        drawings.append(drawings[len(drawings) % len(sheets)])
    return [_page(plan, drawings[at : at + plan.places]) for at in range(0, len(drawings), plan.places)]


def _stretched(sheet: Layout, usual: Drawing, plan: Plan) -> Drawing:
    """The sheet with its rows stretched to the available height."""
    room = plan.down / plan.scale
    highest = sheet.draw(STRETCHED)
    if highest.height <= room or highest.height == usual.height:
        return highest
    return sheet.draw(1 + (STRETCHED - 1) * max(0.0, room - usual.height) / (highest.height - usual.height))


def _plan(wide: float, high: float, sheets: int, size: str, *, blank: bool) -> Plan:
    """The plan with the most sheets on a page, then the largest; filled sheets are as large as possible."""
    plans = list(_plans(wide, high, size))
    good = [plan for plan in plans if plan.scale >= MIN_SCALE and (blank or plan.places <= sheets)]
    if not good:
        return max(plans, key=lambda plan: plan.scale)
    return max(good, key=lambda plan: (plan.places, round(plan.scale, 6), plan.height))


def _plans(wide: float, high: float, size: str) -> Iterator[Plan]:
    short, long = SIZES[size]
    for width, height in ((short, long), (long, short)):
        for columns in range(1, _MOST_ACROSS + 1):
            for rows in range(1, _MOST_ACROSS + 1):
                across = (width - 2 * MARGIN - (columns - 1) * BETWEEN) / columns
                down = (height - 2 * MARGIN - (rows - 1) * BETWEEN) / rows
                yield Plan(columns, rows, min(MAX_SCALE, across / wide, down / high), width, height, down)


def _page(plan: Plan, sheets: Sequence[Drawing]) -> Drawing:
    """A page with every sheet centred in its place, and lines to cut along."""
    page = Drawing(plan.width, plan.height)
    across, down = plan.width / plan.columns, plan.height / plan.rows
    for column in range(1, plan.columns):
        page.rule(column * across, 4, column * across, plan.height - 4, 0.12, dashed=True)
    for row in range(1, plan.rows):
        page.rule(4, row * down, plan.width - 4, row * down, 0.12, dashed=True)
    for at, sheet in enumerate(sheets):
        row, column = divmod(at, plan.columns)
        left = column * across + (across - plan.scale * sheet.width) / 2
        top = row * down + (down - plan.scale * sheet.height) / 2
        page.place(sheet, left, top, plan.scale)
    return page
