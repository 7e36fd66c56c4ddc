"""The scene of Master."""

from dataclasses import replace
from functools import partial

from knobel.core.dice import Faces
from knobel.core.game import Decide, Over
from knobel.games.master.rules.actions import Action, Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.board import (
    COINS,
    GOAL,
    LAPS,
    NUMBERS,
    ROW_LENGTH,
    ROWS_UNDER_WAY,
    TASKS,
    Board,
    fulfil,
    laps,
    may_use,
    move_row,
    race,
    stars,
)
from knobel.games.master.rules.game import THROWS, Master, Pass, State
from knobel.scene.model import Cell, Choice, Scene, Sheet
from knobel.scene.table import keep_text, prompt, scene, tray
from knobel.scene.text import Text, game_text

own_text = partial(game_text, Master.key)
"""A text of this game."""

ALIKE = {"pair": 2, "two_pairs": 2, "triple": 3, "quad": 4}
"""How many dice alike serve a coin option."""


def label(game: Master, key: str) -> Text:
    """The name of a task, row or coin option."""
    kind, _, which = key.partition("_")
    if kind == "row":
        return own_text("row", number=which)
    return own_text(f"coins.{which}") if kind == "coins" else own_text(f"box.{key}")


def paint(game: Master, state: State) -> Scene:
    """The table of Master."""
    pending = game.pending(state)
    deciding = isinstance(pending, Decide)
    sheets = tuple(
        Sheet(
            seat,
            _cells(
                board,
                (*state.boards[:seat], *state.boards[seat + 1 :]),
                state.tray.faces if deciding and seat == state.seat else None,
            ),
            stars(board),
            own_text("unit.stars"),
            GOAL,
        )
        for seat, board in enumerate(state.boards)
    )
    dice = tray(game, state.tray, THROWS, keep_text(THROWS - state.tray.throws) if deciding else None)
    notes: tuple[Text, ...] = ()
    if isinstance(pending, Over):
        notes = (own_text("rounds", n=state.round - 1),)
    elif max(map(stars, state.boards)) >= GOAL:
        notes = (own_text("last_round"),)
    asked = prompt(pending, state.tray, THROWS)
    found = choices(game, state) if deciding else ()
    return scene(game, pending, asked, dice, sheets, choices=found, notes=notes)


def _values(board: Board) -> dict[str, int | None]:
    """What stands in every cell: stars of tasks, the fields of the markers."""
    finished, steps = laps(board)
    return {
        **{task.key: task.stars if done else None for task, done in zip(TASKS, board.tasks, strict=True)},
        **{f"row_{number}": field for number, field in zip(NUMBERS, board.rows, strict=True)},
        **{
            f"lap_{at + 1}": length if at < finished else steps if at == finished else 0
            for at, length in enumerate(LAPS)
        },
    }


def _cells(board: Board, rivals: tuple[Board, ...], faces: Faces | None) -> tuple[Cell, ...]:
    """Tasks, number rows and the laps of the coin row, with reasons if these dice may be used there."""
    values = _values(board)
    tasks = (
        Cell(
            task.key,
            own_text(f"box.{task.key}"),
            "tasks",
            values[task.key],
            size=task.stars,
            bonus=None if done else _bonus(board, fulfil(board, at), rivals),
            help=own_text(f"help.{task.key}", n=task.stars),
            preview=task.stars if faces and not done and task.meets(faces) else None,
            reason=_task_reason(task.key, done, faces) if faces and (done or not task.meets(faces)) else None,
            move=str(Fulfil(task.key)) if faces and not done and task.meets(faces) else None,
        )
        for at, (task, done) in enumerate(zip(TASKS, board.tasks, strict=True))
    )
    rows = (_row_cell(board, number, rivals, faces) for number in NUMBERS)
    finished = laps(board)[0]
    coins = (
        Cell(
            f"lap_{at + 1}",
            own_text("lap", n=at + 1),
            "coins",
            values[f"lap_{at + 1}"],
            size=length,
            points=1 if at < finished else 0,
            help=own_text("help.lap"),
        )
        for at, length in enumerate(LAPS)
    )
    return (*tasks, *rows, *coins)


def _bonus(before: Board, after: Board, rivals: tuple[Board, ...]) -> int | None:
    """The coin steps that the race would give for this change; alone there is no race."""
    return race(before, after, rivals).coins - after.coins if rivals else None


def _task_reason(key: str, done: bool, faces: Faces) -> Text:
    """Why a task cannot be fulfilled now."""
    return own_text("reason.done") if done else own_text(f"reason.{key}", sum=sum(faces))


def _row_cell(board: Board, number: int, rivals: tuple[Board, ...], faces: Faces | None) -> Cell:
    """A number row with its marker, and where the dice would take it."""
    field = board.rows[number - 1]
    cell = Cell(
        f"row_{number}",
        own_text("row", number=str(number)),
        "rows",
        field,
        size=ROW_LENGTH,
        points=int(field == ROW_LENGTH),
        bonus=None if field == ROW_LENGTH else _bonus(board, move_row(board, number, ROW_LENGTH - field), rivals),
        help=own_text("help.row"),
    )
    if faces is None:
        return cell
    count = faces.count(number)
    reason = None
    if field == ROW_LENGTH:
        reason = own_text("reason.row_finished")
    elif count < 2:
        reason = own_text("reason.row_dice", n=count)
    elif not may_use(board, number):
        reason = own_text("reason.row_markers", n=ROWS_UNDER_WAY)
    if reason:
        return replace(cell, reason=reason)
    return replace(cell, preview=min(field + count, ROW_LENGTH), move=str(Rows((number,))))


def choices(game: Master, state: State) -> tuple[Choice, ...]:
    """The actions that are possible, with their stars and steps."""
    before = state.boards[state.seat]
    found = tuple(
        Choice(
            state.seat,
            str(action),
            action_text(action),
            stars(after) - stars(before),
            None if after != before else own_text("reason.coins_closed"),
            _effects(before, after),
            cells=_used(action, before),
            dice=_dice(action, state.tray.faces),
            after=_changed(before, after),
        )
        for action, after in game.results(state, state.seat).items()
    )
    return found or (Choice(state.seat, str(Pass()), own_text("choice.pass"), 0, own_text("reason.no_action")),)


def action_text(action: Action) -> Text:
    """An action in words."""
    match action:
        case Fulfil(task):
            return own_text("choice.task", task=own_text(f"box.{task}"))
        case Rows((number,)):
            return own_text("choice.row", number=number)
        case Rows((one, other)):
            return own_text("choice.rows", one=one, other=other)
        case Coins(option):
            return own_text("choice.coins", option=own_text(f"coins.{option}"), n=COINS[option])
        case RowCoins(number, option):
            return own_text("choice.row_coins", number=number, option=own_text(f"coins.{option}"), n=COINS[option])
    raise AssertionError


def _effects(before: Board, after: Board) -> tuple[Text, ...]:
    """What an action changes, step by step."""
    effects = [
        own_text("effect.row", number=number, to=to, of=ROW_LENGTH)
        for number, was, to in zip(NUMBERS, before.rows, after.rows, strict=True)
        if to != was
    ]
    if after.coins != before.coins:
        effects.append(own_text("effect.coins", n=after.coins - before.coins))
    if gained := stars(after) - stars(before):
        effects.append(own_text("effect.stars", n=gained))
    return tuple(effects)


def _used(action: Action, board: Board) -> tuple[str, ...]:
    """The cells an action uses."""
    lap = f"lap_{min(laps(board)[0] + 1, len(LAPS))}"
    match action:
        case Fulfil(task):
            return (task,)
        case Rows(numbers):
            return tuple(f"row_{number}" for number in numbers)
        case Coins():
            return (lap,)
        case RowCoins(number, _):
            return (f"row_{number}", lap)


def _dice(action: Action, faces: Faces) -> tuple[int, ...]:
    """The positions of the dice that serve an action: all of them for a task, else those of its numbers."""
    numbers: set[int]
    match action:
        case Rows(moved):
            numbers = set(moved)
        case Coins(option) if option in ALIKE:
            numbers = _groups(faces, option)
        case RowCoins(number, option):
            numbers = {number} | _groups(faces, option)
        case _:
            numbers = set(faces)
    return tuple(at for at, face in enumerate(faces, 1) if face in numbers)


def _groups(faces: Faces, option: str) -> set[int]:
    """The numbers that lie often enough for a coin option."""
    return {number for number in faces if faces.count(number) >= ALIKE[option]}


def _changed(before: Board, after: Board) -> dict[str, int | str]:
    """What stands in the cells that an action changes, after it."""
    was = _values(before)
    return {key: value for key, value in _values(after).items() if value is not None and value != was[key]}
