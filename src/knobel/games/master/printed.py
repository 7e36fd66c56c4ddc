"""The printed sheet of Master: a board for each player, on which tasks, fields and coins are crossed out."""

from knobel.games.master.rules.board import (
    GOAL,
    LAPS,
    NUMBERS,
    RACE,
    ROW_LENGTH,
    TASKS,
    Board,
    laps,
    stars,
)
from knobel.games.master.rules.game import Master, State
from knobel.games.master.scene import own_text
from knobel.scene.printing.model import STAR, Block, Box, Form, Glyph, Row, Stroke, die_face, disc
from knobel.scene.text import Text, text

COIN = Glyph((Stroke(disc(12, 12, 9.5)), Stroke(disc(12, 12, 6.5))))


def forms(game: Master, state: State | None, rounds: int) -> list[Form]:
    """A board for each player and game."""
    if state is None:
        return [_form(game, None, None)] * game.seats * rounds
    return [_form(game, board, text("print.seat", seat=seat)) for seat, board in enumerate(state.boards)]


def _form(game: Master, board: Board | None, name: Text | None) -> Form:
    race = own_text("print.race", first=RACE[0], second=RACE[1]) if game.seats > 1 else None
    tasks = tuple(
        Row(
            tuple(Box(printed=STAR, crossed=bool(board and board.tasks[at])) for _ in range(task.stars)),
            own_text(f"box.{task.key}"),
        )
        for at, task in enumerate(TASKS)
    )
    rows = tuple(
        Row(_track(ROW_LENGTH, board.rows[at] if board else 0), signs=(die_face(str(number)),))
        for at, number in enumerate(NUMBERS)
    )
    finished, steps = laps(board) if board else (0, 0)
    coins = tuple(
        Row(_track(length, length if at < finished else steps if at == finished else 0), signs=(COIN,))
        for at, length in enumerate(LAPS)
    )
    total = Row((Box(stars(board) if board else None, strong=True),), own_text("unit.stars"), strong=True)
    return Form(
        own_text("title"),
        (
            Block(tasks, "fields", own_text("print.tasks"), beside=2),
            Block(rows, "fields", own_text("print.rows")),
            Block(coins, "fields", own_text("print.coins"), hint=race),
            Block((total,)),
        ),
        own_text("print.goal", goal=GOAL),
        named=True,
        name=name,
    )


def _track(length: int, reached: int) -> tuple[Box, ...]:
    """The fields of a row or lap, the last of which has a star."""
    return tuple(
        Box(printed=STAR if field == length else str(field), crossed=int(field <= reached))
        for field in range(1, length + 1)
    )
