"""The printed sheet of a scorecard game: a column for each player, or for each game of one player."""

from collections.abc import Sequence
from functools import lru_cache

from knobel.core.dice import outcomes
from knobel.core.errors import NotProvided
from knobel.games.scorecard.rules import FURTHER, Card, Scorecard, Sheet, State, bonus, points, upper
from knobel.games.scorecard.scene import UPPER
from knobel.games.spec import find
from knobel.scene.printing.model import Block, Box, Form, Glyph, Row, die_face, glyphs
from knobel.scene.text import Text, game_text, text


def rounds(game: Scorecard) -> int:
    """The default number of columns of a sheet."""
    return 6


def forms(game: Scorecard, state: State | None, rounds: int) -> list[Form]:
    """One sheet with a column for each player; for several games, one for each player with a column per game."""
    title = game_text(game, "title")
    if state is not None:
        heads = tuple(Box(text("print.seat", seat=seat)) for seat in range(game.seats))
        return [Form(title, _blocks(game, heads, state.sheets))]
    if rounds == 1 and game.seats > 1:
        return [Form(title, _blocks(game, (Box(),) * game.seats, (None,) * game.seats))]
    heads = tuple(Box(printed=str(number)) for number in range(1, rounds + 1)) if rounds > 1 else ()
    return [Form(title, _blocks(game, heads, (None,) * rounds), named=True)] * game.seats


def _blocks(game: Scorecard, heads: tuple[Box, ...], sheets: Sequence[Sheet | None]) -> tuple[Block, ...]:
    """The sheet from top to bottom, with a column for each of these."""
    card = game.card

    def row(index: int) -> Row:
        key = card.boxes[index].key
        boxes = tuple(_box(sheet.marks[index] if sheet else None) for sheet in sheets)
        signs = (sign,) if index < UPPER and (sign := _sign(card, index)) else ()
        return Row(boxes, game_text(card.key, f"box.{key}"), _worths(card)[index], signs)

    first = [row(index) for index in range(UPPER)]
    if card.bonus:
        condition = game_text(card.key, "print.bonus", needed=card.bonus.needed, points=card.bonus.points)
        first += [
            Row(
                tuple(Box(upper(card, sheet) if sheet else None) for sheet in sheets), game_text(card.key, "print.sum")
            ),
            Row(tuple(_bonus(card, sheet) for sheet in sheets), game_text(card.key, "box.bonus"), condition),
        ]
    second = [row(index) for index in range(UPPER, len(card.boxes))]
    if card.chips:
        chips = tuple(
            Box(kind="rings", rings=card.chips, crossed=card.chips - sheet.chips if sheet else 0) for sheet in sheets
        )
        second.append(Row(chips, game_text(card.key, "box.chips")))
    if game.further:
        further_fives = tuple(Box(FURTHER * sheet.further or None if sheet else None) for sheet in sheets)
        second.append(Row(further_fives, game_text(card.key, "box.further"), text("print.number", number=FURTHER)))
    total = Row(
        tuple(Box(points(card, sheet) if sheet else None) for sheet in sheets), text("print.total"), strong=True
    )
    return (Block(tuple(first), heads=heads), Block((*second, total)))


def _box(mark: int | None) -> Box:
    return Box(mark or None, struck=mark == 0)


def _bonus(card: Card, sheet: Sheet | None) -> Box:
    """The bonus, once it is earned or lost."""
    if sheet is None or (not bonus(card, sheet) and None in sheet.marks[:UPPER]):
        return Box()
    return _box(bonus(card, sheet))


def _sign(card: Card, index: int) -> Glyph | None:
    """The glyph of the face that a box of the upper part counts."""
    face = card.pool[0].faces[index]
    if face.isdigit():
        return die_face(face)
    try:
        return glyphs(find(card.key).package or "").get(face)
    except (FileNotFoundError, NotProvided):
        return None


@lru_cache(maxsize=64)
def _worths(card: Card) -> tuple[Text | None, ...]:
    """A short text for the points of each box: a fixed number, all dice, or some of them."""
    by_box: list[set[tuple[int, int]]] = [set() for _ in card.boxes]
    for faces, _ in outcomes(card.pool):
        ordered = tuple(sorted(faces))
        for index, box in enumerate(card.boxes):
            if box.meets(ordered):
                by_box[index].add((box.worth(ordered), sum(ordered)))
    return tuple(_word(card, index, worths) for index, worths in enumerate(by_box))


def _word(card: Card, index: int, worths: set[tuple[int, int]]) -> Text | None:
    """The text for a box with these pairs of worth and sum of dice."""
    if len({worth for worth, _ in worths}) == 1:
        return text("print.number", number=next(worth for worth, _ in worths))
    if all(worth == total for worth, total in worths):
        return game_text(card.key, "print.all")
    if all(worth == 2 * total for worth, total in worths):
        return game_text(card.key, "print.double")
    return None if index < UPPER else game_text(card.key, "print.own")
