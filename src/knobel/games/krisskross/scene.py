"""The scene of Kriss Kross."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import groupby

from knobel.core.dice import Faces
from knobel.core.game import Decide, Over, Throw
from knobel.games.krisskross.rules import (
    CELLS,
    DIE,
    EMPTY,
    KRISS,
    SIZE,
    START,
    Begin,
    Grid,
    KrissKross,
    Place,
    State,
    title,
)
from knobel.scene.model import Cell, Choice, Scene, Sheet, Tray
from knobel.scene.rulebook import face_text
from knobel.scene.table import POINTS, over, scene, starting_choices, starting_scene, tray_die
from knobel.scene.text import Text, game_text, text

own_text = partial(game_text, KrissKross.key)
"""A text of this game."""


def label(game: KrissKross, key: str) -> Text:
    """The name of a line, or of the total."""
    return _line_text(key)


def _line_text(key: str) -> Text:
    kind, _, which = key.partition("_")
    return own_text(kind, which=which.upper()) if kind in ("row", "column") else own_text(key)


def paint(game: KrissKross, state: State) -> Scene:
    """The table of Kriss Kross."""
    pending = game.pending(state)
    sheets = tuple([_sheet(game, seat, grid) for seat, grid in enumerate(state.grids)])
    dice = tuple(
        [tray_die(at + 1, DIE.name, DIE.text(state.dice[at]) if state.dice else None) for at in range(len(game.pool))]
    )
    if state.starting:
        return starting_scene(game, state.starting, Tray(dice), sheets)
    match pending:
        case Throw(seat, _):
            question = own_text("prompt.throw_for_all", seat=seat, n=state.throws + 1)
        case Decide((seat, *_)) if not state.waiting:
            question = own_text("prompt.begin", seat=seat)
        case Decide(seats):
            question = own_text("prompt.place", n=len(seats))
        case Over(places):
            question = over(places)
    notes: tuple[Text, ...] = ()
    if isinstance(pending, Over) and game.seats == 1 and not game.advanced and game.edition == KRISS:
        # The list of titles is for the basic game of our rulebook.
        earned = title(sheets[0].total)
        notes = (own_text(f"title.{earned}"), own_text(f"comment.{earned}"))
    moves = choices(game, state)
    return scene(game, pending, question, Tray(dice), sheets, choices=moves, notes=notes)


def choices(game: KrissKross, state: State) -> tuple[Choice, ...]:
    """The moves of all who decide, each with the points it adds and the points of lines after it."""
    if state.starting:
        return starting_choices(state.starting)
    pending = game.pending(state)
    seats = pending.seats if isinstance(pending, Decide) else ()
    return tuple(choice for seat in seats for choice in _choices(game, state, seat))


def _sheet(game: KrissKross, seat: int, grid: Grid) -> Sheet:
    """The grid row by row, then the points of its lines."""
    points = game.lines(grid)
    cells = [_cell(at, symbol) for at, symbol in enumerate(grid)]
    for name, symbols in game.symbols(grid).items():
        full = symbols if EMPTY not in symbols else ()
        cells.append(_line_cell(game.advanced, game.edition, name, points[name], full))
    return Sheet(seat, tuple(cells), sum(points.values()), POINTS)


def _choices(game: KrissKross, state: State, seat: int) -> Sequence[Choice]:
    """The moves of one seat."""
    if seat in state.waiting:
        return _placements(game, seat, state.grids[seat], state.dice)
    start, beginnings = CELLS[START], []
    for move in game.moves(state, seat):
        if isinstance(move, Begin):
            words = own_text("choice.begin", symbol=_symbol(move.symbol))
            beginnings.append(Choice(seat, str(move), words, cells=(start,), after={start: move.symbol}))
    return beginnings


# After one seat has written, the choices of the others are asked for again unchanged.
@lru_cache(maxsize=512)
def _placements(game: KrissKross, seat: int, grid: Grid, dice: Faces) -> tuple[Choice, ...]:
    """Every placement of these symbols on a grid."""
    before, state = game.lines(grid), State((grid,), 1, dice, (0,))
    placements, filled = [], list(grid)
    for move in game.moves(state, 0):
        if isinstance(move, Place):
            one, other = move.cells
            filled[one], filled[other] = dice
            now = game.lines(filled, move.cells)
            filled[one] = filled[other] = EMPTY
            changed = tuple([line for line in now.items() if line[1] != before[line[0]]])
            worth = sum([points - before[name] for name, points in changed])
            placements.append(_placement(seat, move.cells, dice, worth, changed))
    return tuple(placements)


# Few cells and placements differ, and tables use them again and again.


@lru_cache(maxsize=256)
def _cell(at: int, symbol: int) -> Cell:
    """A cell of the grid."""
    words = own_text("start_cell" if at == START else "cell", cell=CELLS[at])
    return Cell(CELLS[at], words, "grid", DIE.text(symbol) if symbol != EMPTY else None)


@lru_cache(maxsize=4096)
def _line_cell(advanced: bool, edition: str, name: str, points: int, full: tuple[int, ...]) -> Cell:
    """The points of a line; a full one says for which runs."""
    hint = own_text(f"help.{'advanced' if advanced else 'basic'}{'' if edition == KRISS else '_older'}")
    return Cell(name, _line_text(name), "lines", points, reason=_earned(full) if full else None, help=hint)


def _earned(line: tuple[int, ...]) -> Text:
    """The runs of a full line, as a text."""
    runs = [(DIE.text(symbol), len(list(run))) for symbol, run in groupby(line)]
    scored = [text("coach.times", count=n, what=text(f"symbol.{symbol}")) for symbol, n in runs if n > 1]
    if not scored:
        return own_text("full.nothing")
    return own_text("full.runs", runs=reduce(lambda one, other: text("coach.list", one=one, other=other), scored))


@lru_cache(maxsize=8192)
def _placement(
    seat: int, cells: tuple[int, int], dice: Faces, worth: int, changed: tuple[tuple[str, int], ...]
) -> Choice:
    """A placement of these symbols, with the lines whose points it changes."""
    move, names, filled, values = _placed(cells, dice)
    words = Text(_PLACE.key, (*values, ("worth", worth)))
    return Choice(seat, move, words, worth, cells=names, after={**filled, **dict(changed)})


_PLACE = own_text("choice.place")
_Placed = tuple[str, tuple[str, str], Mapping[str, str], tuple[tuple[str, str | Text], ...]]


@lru_cache(maxsize=4096)
def _placed(cells: tuple[int, int], dice: Faces) -> _Placed:
    """The parts of a placement's choice that do not depend on its worth: move, cells, symbols, and text values."""
    one, other = (DIE.text(face) for face in dice)
    first, second = (CELLS[cell] for cell in cells)
    values = (("one", _symbol(one)), ("other", _symbol(other)), ("first", first), ("second", second))
    return str(Place(cells)), (first, second), {first: one, second: other}, values


@lru_cache(maxsize=16)
def _symbol(name: str) -> Text:
    """The name of a symbol."""
    return text(f"symbol.{name}")


def example(game: KrissKross, grid: Sequence[str], say: Callable[[Text], str]) -> str:
    """A grid of an example, as a table of Markdown."""
    words = [say(face_text(DIE, symbol)) for symbol in grid]
    lines = [words[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]
    head = [f"| {' | '.join('abcde')} |", "|---" * SIZE + "|"]
    return "\n".join([*head, *(f"| {' | '.join(line)} |" for line in lines)])
