"""The printed sheet of Kriss Kross: a grid for each player, with a place for the points of every line."""

from knobel.games.krisskross.rules import (
    DIAGONALS,
    DIE,
    EMPTY,
    KRISS,
    OLDER_RUN_POINTS,
    RUN_POINTS,
    SIZE,
    START,
    SYMBOLS,
    WORTHLESS,
    Grid,
    KrissKross,
    State,
    diagonals,
)
from knobel.scene.printing.model import Block, Box, Form, Row, glyphs
from knobel.scene.text import Text, game_text, text

DRAWN = glyphs(__package__ or "")


def forms(game: KrissKross, state: State | None, rounds: int) -> list[Form]:
    """A sheet for each player and game."""
    if state is None:
        return [_form(game, None, None)] * game.seats * rounds
    return [_form(game, grid, text("print.seat", seat=seat)) for seat, grid in enumerate(state.grids)]


def _form(game: KrissKross, grid: Grid | None, name: Text | None) -> Form:
    kind = game_text(game, "option.advanced") if game.advanced else None
    total = Box(game.points(grid) if grid else None, strong=True)
    blocks = (
        Block((Row(tuple(Box(printed=DRAWN[symbol], kind="plain") for symbol in SYMBOLS)),), "fields"),
        Block(_rows(game, grid), "grid", hint=_scoring(game)),
        Block((Row((total,), text("print.total"), strong=True),)),
    )
    return Form(game_text(game, "title"), blocks, kind, named=True, name=name)


def _rows(game: KrissKross, grid: Grid | None) -> tuple[Row, ...]:
    """The grid with the points of rows at the right, of columns at the bottom, of diagonals in the corners."""
    lines = game.lines(grid) if grid else {}
    counted = diagonals(game.advanced, game.edition)

    def line(name: str) -> Box:
        return Box(lines.get(name), kind="round")

    gap = Box(kind="none")
    rows = [
        Row((*(_cell(grid, SIZE * at + column) for column in range(SIZE)), line(f"row_{at + 1}"))) for at in range(SIZE)
    ]
    down, up = (line(name) if name in counted else gap for name in DIAGONALS)
    foot = Row((*(line(f"column_{letter}") for letter in "abcde"), down))
    return (*((Row((*(gap,) * SIZE, up)),) if up is not gap else ()), *rows, foot)


def _cell(grid: Grid | None, at: int) -> Box:
    symbol = grid[at] if grid else EMPTY
    return Box(DRAWN[DIE.text(symbol)] if symbol != EMPTY else None, strong=at == START)


def _scoring(game: KrissKross) -> Text:
    """The points of runs, as a text."""
    run_points = RUN_POINTS if game.edition == KRISS else OLDER_RUN_POINTS
    runs = {f"run_{length}": points for length, points in enumerate(run_points) if points}
    return game_text(game, "print.advanced" if game.advanced else "print.basic", **runs, worthless=-WORTHLESS)
