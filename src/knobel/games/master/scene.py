"""The scene of Master."""

from functools import lru_cache, partial

from knobel.core.dice import Faces
from knobel.core.game import Decide, Over
from knobel.games.master.rules.actions import Action, Coins, Fulfil, RowCoins, Rows
from knobel.games.master.rules.board import (
    GOAL,
    LAPS,
    NUMBERS,
    ROW_LENGTH,
    ROWS_UNDER_WAY,
    TASKS,
    Board,
    add_coins,
    laps,
    may_use,
    race_steps,
    stars,
)
from knobel.games.master.rules.game import THROWS, Master, Pass, State
from knobel.scene.model import Cell, Choice, Scene, Sheet
from knobel.scene.table import keep_text, prompt, scene, starting_choices, starting_scene, tray
from knobel.scene.text import Text, game_text

own_text = partial(game_text, Master.key)
"""A text of this game."""

STARS = own_text("unit.stars")

ALIKE = {"pair": 2, "two_pairs": 2, "triple": 3, "quad": 4}
"""How many equal dice a coin option needs."""


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
        [
            Sheet(
                seat,
                _cells(
                    board,
                    (*state.boards[:seat], *state.boards[seat + 1 :]),
                    state.tray.faces if deciding and seat == state.seat and not state.starting else None,
                ),
                stars(board),
                STARS,
                GOAL,
            )
            for seat, board in enumerate(state.boards)
        ]
    )
    if state.starting:
        return starting_scene(game, state.starting, tray(game, state.tray, THROWS, None), sheets)
    dice = tray(game, state.tray, THROWS, keep_text(THROWS - state.tray.throws) if deciding else None)
    notes: tuple[Text, ...] = ()
    if isinstance(pending, Over):
        notes = (own_text("rounds", n=state.round - 1),)
    elif max(sheet.total for sheet in sheets) >= GOAL:
        notes = (own_text("last_round"),)
    question = prompt(pending, state.tray, THROWS)
    actions = choices(game, state) if deciding else ()
    return scene(game, pending, question, dice, sheets, choices=actions, notes=notes)


@lru_cache(maxsize=1024)
def _cells(board: Board, rivals: tuple[Board, ...], faces: Faces | None) -> tuple[Cell, ...]:
    """Tasks, number rows and the laps of the coin row, with previews and reasons if these dice may be used there."""
    cells = []
    for at, done in enumerate(board.tasks):
        bonus = None if done or not rivals else _bonus(board, sum(rival.tasks[at] for rival in rivals))
        missed = faces is not None and not done and not _met(tuple(sorted(faces)))[at]
        total = sum(faces) if faces is not None and missed else None
        cells.append(_task_cell(at, done, bonus, faces is not None, total))
    for at, field in enumerate(board.rows):
        number = NUMBERS[at]
        ahead = sum(rival.rows[at] == ROW_LENGTH for rival in rivals)
        bonus = None if field == ROW_LENGTH or not rivals else _bonus(board, ahead)
        dice = None if faces is None else faces.count(number)
        cells.append(_row_cell(number, field, bonus, dice, faces is not None and may_use(board, number)))
    finished = laps(board)[0]
    cells += [_lap_cell(at, steps, at < finished) for at, steps in enumerate(_lap_steps(board.coins))]
    return tuple(cells)


def _bonus(board: Board, ahead: int) -> int:
    """The coin steps that the race would give for what this many rivals have done already."""
    return add_coins(board, race_steps(ahead)).coins - board.coins


# Few cells differ, and tables use them again and again.


@lru_cache(maxsize=1024)
def _task_cell(at: int, done: bool, bonus: int | None, deciding: bool, total: int | None) -> Cell:
    """A task; `total` is the sum of dice that do not meet it."""
    task = TASKS[at]
    reason = own_text("reason.done") if done and deciding else None
    if total is not None:
        reason = own_text(f"reason.{task.key}", sum=total)
    usable = deciding and reason is None
    return Cell(
        task.key,
        own_text(f"box.{task.key}"),
        "tasks",
        task.stars if done else None,
        size=task.stars,
        bonus=bonus,
        help=own_text(f"help.{task.key}", n=task.stars),
        preview=task.stars if usable else None,
        reason=reason,
        move=str(Fulfil(task.key)) if usable else None,
    )


@lru_cache(maxsize=4096)
def _row_cell(number: int, field: int, bonus: int | None, count: int | None, usable: bool) -> Cell:
    """A number row with its marker, and its field after `count` dice if it may be used."""
    reason = preview = move = None
    if count is not None:
        if field == ROW_LENGTH:
            reason = own_text("reason.row_finished")
        elif count < 2:
            reason = own_text("reason.row_dice", n=count)
        elif not usable:
            reason = own_text("reason.row_markers", n=ROWS_UNDER_WAY)
        else:
            preview, move = min(field + count, ROW_LENGTH), str(Rows((number,)))
    return Cell(
        f"row_{number}",
        own_text("row", number=str(number)),
        "rows",
        field,
        size=ROW_LENGTH,
        points=int(field == ROW_LENGTH),
        bonus=bonus,
        help=own_text("help.row"),
        preview=preview,
        reason=reason,
        move=move,
    )


@lru_cache(maxsize=256)
def _lap_cell(at: int, steps: int, finished: bool) -> Cell:
    """A lap of the coin row."""
    words, hint = own_text("lap", n=at + 1), own_text("help.lap")
    return Cell(f"lap_{at + 1}", words, "coins", steps, size=LAPS[at], points=int(finished), help=hint)


@lru_cache(maxsize=512)
def _met(ordered: Faces) -> tuple[bool, ...]:
    """Which tasks sorted dice meet."""
    return tuple(task.meets(ordered) for task in TASKS)


@lru_cache(maxsize=64)
def _lap_steps(coins: int) -> tuple[int, ...]:
    """The steps in each lap of the coin row after `coins` steps."""
    finished, steps = laps(Board(coins=coins))
    return tuple(length if at < finished else steps if at == finished else 0 for at, length in enumerate(LAPS))


def choices(game: Master, state: State) -> tuple[Choice, ...]:
    """The actions that are possible, with their stars and steps."""
    if state.starting:
        return starting_choices(state.starting)
    before, faces = state.boards[state.seat], state.tray.faces
    had = stars(before)
    actions = []
    for action, after in game.results(state, state.seat).items():
        gained = stars(after) - had
        reason = None if after != before else own_text("reason.coins_closed")
        actions.append(
            Choice(
                state.seat,
                str(action),
                action_text(game, action),
                gained,
                reason,
                _effects(before, after, gained),
                cells=_used(action, before),
                dice=_dice(action, faces),
                after=_changed(before, after),
            )
        )
    if not actions:
        return (Choice(state.seat, str(Pass()), own_text("choice.pass"), 0, own_text("reason.no_action")),)
    return tuple(actions)


@lru_cache(maxsize=256)
def action_text(game: Master, action: Action) -> Text:
    """An action in words, with the coin steps of its option."""
    match action:
        case Fulfil(task):
            return own_text("choice.task", task=own_text(f"box.{task}"))
        case Rows((number,)):
            return own_text("choice.row", number=number)
        case Rows((one, other)):
            return own_text("choice.rows", one=one, other=other)
        case Coins(option):
            return own_text("choice.coins", option=own_text(f"coins.{option}"), n=game.coins[option])
        case RowCoins(number, option):
            return own_text("choice.row_coins", number=number, option=own_text(f"coins.{option}"), n=game.coins[option])
    raise AssertionError


def _effects(before: Board, after: Board, gained: int) -> tuple[Text, ...]:
    """The effects of an action, with the stars it gains."""
    effects = [
        own_text("effect.row", number=number, to=to, of=ROW_LENGTH)
        for number, was, to in zip(NUMBERS, before.rows, after.rows, strict=True)
        if to != was
    ]
    if after.coins != before.coins:
        effects.append(own_text("effect.coins", n=after.coins - before.coins))
    if gained:
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
    """The numbers with enough dice for a coin option."""
    return {number for number in faces if faces.count(number) >= ALIKE[option]}


def _changed(before: Board, after: Board) -> dict[str, int | str]:
    """The values of the cells that an action changes, after it."""
    tasks = zip(TASKS, before.tasks, after.tasks, strict=True)
    rows = zip(NUMBERS, before.rows, after.rows, strict=True)
    steps = zip(_lap_steps(before.coins), _lap_steps(after.coins), strict=True)
    return {
        **{task.key: task.stars for task, was, done in tasks if done and not was},
        **{f"row_{number}": to for number, was, to in rows if to != was},
        **{f"lap_{at}": to for at, (was, to) in enumerate(steps, 1) if to != was},
    }
