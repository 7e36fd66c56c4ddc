"""The layout of a sheet: from rows and boxes to lines and text, in millimetres, large enough to write in."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from knobel.scene.printing.boxes import NAME, Area, draw_box, draw_signs, signs_width
from knobel.scene.printing.drawing import THICK, THIN, Drawing
from knobel.scene.printing.font import shortened, width_of, wrapped
from knobel.scene.printing.model import Block, Form, Row
from knobel.scene.text import Text, text

LINE, PICTURED = 7.4, 9.4
"""The height of a row of a table, and of one with glyphs above words."""
FIELD, SQUARE = 9.2, 11.5
"""The size of a field of a row, and of a square of a grid."""
BOX, NAMED, HALVES = 13.0, 18.0, 23.0
"""The width of a box of a table, of one below a name, and of one with two halves."""
LABEL, HINT, SMALL, TITLE = 3.4, 2.3, 2.0, 5.4
"""Font sizes."""
NARROWEST = 60.0
"""The least width of a sheet."""
GAP, APART, STEP = 2.6, 4.0, 1.0
"""The space between blocks, between rows side by side, and between rows of fields."""
INSET = 1.6
WIDEST_LABEL = 62.0
STRETCHED = 1.35
"""The greatest factor by which rows are stretched to fill the page."""


@dataclass(frozen=True)
class Layout:
    """A sheet to lay out, with a function that translates its texts, and its footer."""

    form: Form
    say: Callable[[Text], str]
    foot: str
    rules: tuple[str, ...] = ()
    """The house rules of the sheet, in words."""

    def draw(self, stretch: float = 1.0) -> Drawing:
        """Draw the sheet in its natural size, with rows of tables stretched by this factor."""
        width = max(NARROWEST, *(self._natural(block) for block in self.form.blocks))
        drawing = Drawing(width)
        y = self._header(drawing, width)
        for block in self.form.blocks:
            y = self._block(drawing, block, y + GAP, width, stretch)
        subtitle = self.say(self.form.subtitle) if self.form.subtitle else ""
        if rules := " · ".join(rule for rule in self.rules if rule not in subtitle):
            y = self._lines(drawing, rules, y, width)
        if self.foot:
            drawing.words(width / 2, y + 3.6, shortened(self.foot, width, SMALL), SMALL, at=0.5)
            y += 4.2
        drawing.height = y
        return drawing

    def _header(self, drawing: Drawing, width: float) -> float:
        """Draw the title, the subtitle, and the line for a name; returns where they end."""
        end = drawing.words(0, TITLE, self.say(self.form.title), TITLE, bold=True)
        y = TITLE + 1.2
        if self.form.subtitle:
            words = self.say(self.form.subtitle)
            if width_of(words, HINT) <= width - end - 3:
                drawing.words(width, TITLE, words, HINT, at=1)
            else:
                y = self._lines(drawing, words, y, width)
        if self.form.named:
            y += 6.4
            start = drawing.words(0, y, self.say(text("print.name")), HINT) + 1.5
            drawing.rule(start, y + 0.6, width, y + 0.6)
            if self.form.name:
                name = shortened(self.say(self.form.name), width - start - 2, NAME)
                drawing.words(start + 1, y - 0.4, name, NAME, slanted=True)
            y += 1.0
        return y

    def _lines(self, drawing: Drawing, words: str, y: float, width: float) -> float:
        """Draw small words in as many lines as they need; returns where they end."""
        for line in wrapped(words, width, HINT):
            y += HINT * 1.3
            drawing.words(0, y, shortened(line, width, HINT), HINT)
        return y + 0.6

    def _natural(self, block: Block) -> float:
        """The natural width of a block."""
        columns = max(len(row.boxes) for row in block.rows)
        match block.kind:
            case "grid":
                return columns * SQUARE
            case "fields":
                shares = [self._share(part) for part in self._columns(block)]
                return sum(shares) + APART * (len(shares) - 1)
            case _:
                halves = any(box.kind == "halves" for row in block.rows for box in row.boxes)
                named = any(head.entry is not None for head in block.heads)
                return self._label_width + columns * (HALVES if halves else NAMED if named else BOX)

    @staticmethod
    def _columns(block: Block) -> list[tuple[Row, ...]]:
        """The rows of a block, split into columns side by side."""
        high = -(-len(block.rows) // block.beside)
        return [block.rows[at : at + high] for at in range(0, len(block.rows), high)]

    def _share(self, rows: tuple[Row, ...]) -> float:
        """The natural width of rows of fields below each other."""
        return max(self._row_width(row) + len(row.boxes) * FIELD for row in rows)

    @cached_property
    def _label_width(self) -> float:
        """The width of the row labels of all tables, with short hints beside them."""
        rows = [row for block in self.form.blocks if block.kind == "table" for row in block.rows]
        return min(WIDEST_LABEL, max(map(self._row_width, rows), default=0.0))

    def _row_width(self, row: Row) -> float:
        words = width_of(self.say(row.label), LABEL, bold=row.strong) if row.label else 0.0
        signs = signs_width(row.signs, self.say)
        if len(row.signs) > 1:
            # Signs that show the whole task are above its words.
            return INSET + max(signs, width_of(self.say(row.label), SMALL) if row.label else 0.0) + INSET
        hint = width_of(self.say(row.hint), HINT) + 3 if row.hint else 0.0
        return INSET + (signs + 1.4 if signs else 0.0) + words + hint + INSET if words or signs else 0.0

    def _block(self, drawing: Drawing, block: Block, y: float, width: float, stretch: float) -> float:
        """Draw a block from here on; returns where it ends."""
        if block.title:
            drawing.words(0, y + 2.6, self.say(block.title), 2.9, bold=True)
            y += 4.2
        match block.kind:
            case "grid":
                y = self._grid(drawing, block, y, width)
            case "fields":
                y = self._fields(drawing, block, y, width)
            case _:
                y = self._table(drawing, block, y, width, stretch)
        return self._lines(drawing, self.say(block.hint), y + 0.4, width) if block.hint else y

    def _table(self, drawing: Drawing, block: Block, y: float, width: float, stretch: float) -> float:
        columns = max(len(row.boxes) for row in block.rows)
        label, line = self._label_width, stretch * self._line(block)
        box = (width - label) / columns
        top = y
        if block.heads:
            for at, head in enumerate(block.heads):
                draw_box(drawing, head, Area(label + at * box, y, box, LINE), self.say, framed=False)
            y += LINE
        begin = y
        for number, row in enumerate(block.rows):
            self._label(drawing, row, 0, y, label, line)
            for at, place in enumerate(row.boxes):
                draw_box(drawing, place, Area(label + at * box, y, box, line), self.say, framed=False)
            if number:
                drawing.rule(0, y, width, y, THICK if row.strong else THIN)
            y += line
        drawing.frame(0, begin, width, y - begin, line=THICK)
        if block.heads:
            drawing.frame(label, top, width - label, begin - top, line=THICK)
        for at in range(columns):
            drawing.rule(label + at * box, top if at else begin, label + at * box, y, THIN if at else THICK)
        return y

    def _line(self, block: Block) -> float:
        return PICTURED if any(len(row.signs) > 1 for row in block.rows) else LINE

    def _grid(self, drawing: Drawing, block: Block, y: float, width: float) -> float:
        for row in block.rows:
            left = (width - len(row.boxes) * SQUARE) / 2
            for at, place in enumerate(row.boxes):
                draw_box(drawing, place, Area(left + at * SQUARE, y, SQUARE, SQUARE), self.say)
            y += SQUARE
        return y

    def _fields(self, drawing: Drawing, block: Block, y: float, width: float) -> float:
        """Draw rows of fields; in a single column, fields are widened until the longest row fills the sheet."""
        parts = self._columns(block)
        spare = (width - self._natural(block)) / len(parts)
        left = 0.0
        for part in parts:
            share = self._share(part) + spare
            label = max(map(self._row_width, part))
            field = FIELD if len(parts) > 1 else (share - label) / max(len(row.boxes) for row in part)
            for line, row in enumerate(part):
                top = y + line * (FIELD + STEP)
                start = left + (share - len(row.boxes) * field if len(parts) > 1 else label)
                self._label(drawing, row, left, top, start - left, FIELD)
                for at, place in enumerate(row.boxes):
                    draw_box(drawing, place, Area(start + at * field, top, field, FIELD), self.say)
            left += share + APART
        return y + max(map(len, parts)) * (FIELD + STEP) - STEP

    def _label(self, drawing: Drawing, row: Row, x: float, y: float, width: float, height: float) -> None:
        """Draw the label of a row: signs beside words, or above them."""
        left, middle = x + INSET, y + height / 2
        if len(row.signs) > 1:
            draw_signs(drawing, row.signs, left, middle - (1.3 if row.label else 0), self.say, denied=row.denied)
            if row.label:
                words = shortened(self.say(row.label), width - INSET, SMALL)
                drawing.words(left, middle + 3.5, words, SMALL)
            return
        if row.signs:
            left = draw_signs(drawing, row.signs, left, middle, self.say, denied=row.denied) + 1.4
        if not row.label:
            return
        words, hint = self.say(row.label), self.say(row.hint) if row.hint else ""
        room = x + width - INSET - left
        beside = width_of(words, LABEL, bold=row.strong) + 3 + width_of(hint, HINT) <= room + 0.01
        words = shortened(words, room, LABEL, bold=row.strong)
        drawing.words(left, middle + (1.2 if beside or not hint else -0.1), words, LABEL, bold=row.strong)
        if hint and beside:
            drawing.words(x + width - INSET, middle + 1.1, hint, HINT, at=1)
        elif hint:
            drawing.words(left, middle + 2.7, shortened(hint, room, SMALL), SMALL)
