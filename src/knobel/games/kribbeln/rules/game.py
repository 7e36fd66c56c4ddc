"""Kribbeln for a number of seats: rows, turns, dodging and who begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from knobel.core.dice import Die, Faces
from knobel.core.errors import BadSetup, with_text
from knobel.core.game import Over, Pending, decides, rank, throws
from knobel.core.registry import find, make, option_of
from knobel.games.holding.roll import read_roll
from knobel.games.holding.starting import FIRST, ROLL, Begins, Starting, answers, begins_option, opening
from knobel.games.holding.tray import Keep, Tray, fresh, keeps
from knobel.games.kribbeln.rules.arrangement import (
    ANY,
    FACES,
    check_colours,
    check_typed,
    colour_of,
    number_of,
    pool_of,
    read_square,
    write_square,
)
from knobel.games.kribbeln.rules.arrangement import read_face as read_typed
from knobel.games.kribbeln.rules.reading import read_tasks
from knobel.games.kribbeln.rules.sheet import (
    BLANK,
    LAST_KRIBBEL,
    ROWS,
    SHEETS,
    STRUCK,
    TASKS,
    TOTALS_AFTER,
    Sheet,
    dodge_row,
    rises,
    row_points,
    write,
)
from knobel.games.kribbeln.rules.tasks import COLOURS, DICE, Counts, Task, colour_counts, write_tasks

THROWS = 3
ROLL_OFF_DIE = (0,)


@dataclass(frozen=True, slots=True)
class Write:
    """Enter the sum of the dice in the row."""

    def __str__(self) -> str:
        return "write"


@dataclass(frozen=True, slots=True)
class Strike:
    """Enter an X in the row."""

    def __str__(self) -> str:
        return "strike"


@dataclass(frozen=True, slots=True)
class Dodge:
    """Enter the sum in the Kribbel row of the area and try the task again."""

    def __str__(self) -> str:
        return "dodge"


Move = Keep | Write | Strike | Dodge | Begins
WRITE, STRIKE, DODGE = Write(), Strike(), Dodge()
ONLY_WRITE, ONLY_STRIKE, STRIKE_OR_DODGE = (WRITE,), (STRIKE,), (STRIKE, DODGE)


@cache
def _or_keep(endings: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves if one may throw again or end the turn like this, as a cached tuple."""
    return (*keeps(len(DICE)), *endings)


@dataclass(frozen=True, slots=True)
class State:
    """All sheets, the row and seat in play with their dice, and a roll-off for the start of the row."""

    sheets: tuple[Sheet, ...]
    row: int
    seat: int
    tray: Tray
    roll_off: tuple[tuple[int, int | None], ...] = ()
    """The seats that roll for the start, each with its number once it is thrown."""
    starting: Starting | None = None
    """How it is decided who begins the game, until that is known."""


def with_tray(state: State, tray: Tray) -> State:
    """The state with another tray; `replace` would take a tenth of the time of a random game."""
    return State(state.sheets, state.row, state.seat, tray)


@dataclass(frozen=True)
class Kribbeln:
    """Kribbeln for 2 to 5 seats; `sheet` is the number of one of our sheets, or None for tasks typed in."""

    seats: int
    tasks: tuple[Task, ...]
    sheet: int | None
    beginner: bool
    arrangement: str = ""
    """Which die shows which number in which colour: ours if empty, `any`, or a description."""
    begins: str = FIRST
    key = "kribbeln"

    @property
    def options(self) -> Mapping[str, str]:
        tasks = {"tasks": write_tasks(self.tasks)} if self.sheet is None else {"sheet": str(self.sheet)}
        # Ours is left out, so that records from before there was a choice stay the same.
        dice = {"arrangement": self.arrangement} if self.arrangement else {}
        return {**tasks, "beginner": "yes" if self.beginner else "no", **dice, **begins_option(self.begins)}

    @property
    def pool(self) -> tuple[Die, ...]:
        return pool_of(self.arrangement)

    def numbers(self, faces: Faces) -> Faces:
        """The numbers that these faces show."""
        return tuple([number_of(face) for face in faces]) if self.arrangement else faces

    def counts(self, faces: Faces) -> Counts:
        """How many dice show each colour, if all six show these faces."""
        if not self.arrangement:
            return colour_counts(faces)
        shown = [colour_of(face) for face in faces]
        return tuple([shown.count(colour) for colour in range(len(COLOURS))])

    @cached_property
    def alphabet(self) -> tuple[Move, ...]:
        return (*keeps(len(DICE)), WRITE, STRIKE, DODGE, *answers(self.begins, self.seats))

    def start(self) -> State:
        return State((BLANK,) * self.seats, 0, 0, fresh(len(DICE)), starting=opening(self.begins, self.seats))

    def pending(self, state: State) -> Pending:
        if state.starting:
            return state.starting.pending
        if state.row == len(ROWS):
            deciding = [
                (score, sheet[LAST_KRIBBEL]) for score, sheet in zip(self.scores(state), state.sheets, strict=True)
            ]
            return Over(rank(deciding))
        for seat, number in state.roll_off:
            if number is None:
                return throws(seat, ROLL_OFF_DIE)
        cup = state.tray.cup
        return throws(state.seat, cup) if cup else decides(state.seat)

    def met(self, row: int, faces: Faces) -> bool:
        """Whether the dice meet the task of this row; always in a Kribbel row."""
        task = ROWS[row].task
        return task is None or self.tasks[task].meets(self.counts(faces))

    def endings(self, sheet: Sheet, row: int, faces: Faces) -> tuple[Move, ...]:
        """The moves that may end a turn in this row with these dice."""
        total = sum(self.numbers(faces))
        if ROWS[row].task is None:
            return ONLY_WRITE if rises(sheet, total, self.beginner) else ONLY_STRIKE
        if self.met(row, faces):
            return ONLY_WRITE
        can_dodge = dodge_row(sheet, row) is not None and rises(sheet, total, self.beginner)
        return STRIKE_OR_DODGE if can_dodge else ONLY_STRIKE

    def moves(self, state: State, seat: int) -> Sequence[Move]:
        if state.starting:
            return state.starting.moves if seat == 0 else ()
        if seat != state.seat or None in state.tray.dice:
            return ()
        endings = self.endings(state.sheets[seat], state.row, state.tray.faces)
        return _or_keep(endings) if state.tray.throws < THROWS else endings

    def land(self, state: State, faces: Faces) -> State:
        if state.starting:
            starting = state.starting.land(self.numbers(faces)[0])
            if isinstance(starting, int):
                return replace(state, seat=starting, starting=None)
            return replace(state, starting=starting)
        if not state.roll_off:
            tray = state.tray.land(faces)
            if self.arrangement:
                check_typed(self.arrangement, tray.faces)
            return with_tray(state, tray)
        starting = Starting(ROLL, self.seats, state.roll_off).land(self.numbers(faces)[0])
        if isinstance(starting, int):
            return self.begun_by(state, starting)
        return replace(state, roll_off=starting.rolled)

    def play(self, state: State, seat: int, move: Move) -> State:
        sheet = state.sheets[seat]
        total = sum(self.numbers(state.tray.faces))
        match move:
            case Begins(first):
                return replace(state, seat=first, starting=None)
            case Keep(positions):
                return with_tray(state, state.tray.keep(positions))
            case Dodge():
                row = dodge_row(sheet, state.row)
                assert row is not None
                sheet = write(sheet, row, total)
            case Write():
                sheet = write(sheet, state.row, total)
            case Strike():
                sheet = write(sheet, state.row, STRUCK)
        state = State((*state.sheets[:seat], sheet, *state.sheets[seat + 1 :]), state.row, seat, fresh(len(DICE)))
        return state if move == DODGE else self._pass_on(state)

    def _open(self, state: State) -> list[int]:
        """The seats without an entry in the row."""
        return [seat for seat, sheet in enumerate(state.sheets) if sheet[state.row] is None]

    def _pass_on(self, state: State) -> State:
        """Go on to the next seat, or to the next row in which an entry is missing."""
        if self._open(state):
            return self.begun_by(state, state.seat + 1)
        while state.row < len(ROWS) and not self._open(state):
            state = replace(state, row=state.row + 1)
        if state.row == len(ROWS):
            return state
        line = self._line_above(state)
        return self._begin(state, [seat for seat, value in enumerate(line) if value == max(line)])

    def _line_above(self, state: State) -> Sequence[int]:
        """The values that decide who begins the row: the running total if one is above it, else the row above."""
        above = state.row - 1
        return self.scores(state) if above in TOTALS_AFTER else [sheet[above] or STRUCK for sheet in state.sheets]

    def _begin(self, state: State, best: Sequence[int]) -> State:
        """Begin the row with the best seat; several roll for it, unless only one seat is left to play."""
        if len(best) > 1 and len(self._open(state)) > 1:
            return replace(state, roll_off=tuple((seat, None) for seat in best))
        return self.begun_by(state, best[0])

    def begun_by(self, state: State, seat: int) -> State:
        """Begin the turn of the first seat from this one on, clockwise, that has no entry in the row."""
        order = [at % self.seats for at in range(seat, seat + self.seats)]
        following = next(at for at in order if state.sheets[at][state.row] is None)
        return State(state.sheets, state.row, following, fresh(len(DICE)))

    def points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """The points of every seat in each row that has been scored."""
        return points_before(state.sheets, state.row)

    def scores(self, state: State) -> tuple[int, ...]:
        return scores_before(state.sheets, state.row)


@lru_cache(maxsize=1 << 12)
def points_before(sheets: tuple[Sheet, ...], row: int) -> tuple[tuple[int, ...], ...]:
    """The points of every seat in each row before this one."""
    return tuple([row_points([sheet[at] or STRUCK for sheet in sheets]) for at in range(row)])


@lru_cache(maxsize=1 << 12)
def scores_before(sheets: tuple[Sheet, ...], row: int) -> tuple[int, ...]:
    """The points of every seat in the rows before this one together."""
    points = points_before(sheets, row)
    return tuple([sum([line[seat] for line in points]) for seat in range(len(sheets))])


def build(*, seats: int, sheet: str, tasks: str, beginner: str, arrangement: str, begins: str) -> Kribbeln:
    """Build the game from options given as texts."""
    if arrangement not in ("", ANY):
        arrangement = write_square(read_square(arrangement))
    if not tasks:
        number = int(sheet or "1")
        return Kribbeln(seats, SHEETS[number - 1], number, beginner == "yes", arrangement, begins)
    if sheet:
        raise with_text(BadSetup("choose one of our sheets or tasks of your own, not both"), "game.kribbeln.bad.both")
    return Kribbeln(seats, read_tasks(tasks, TASKS), None, beginner == "yes", arrangement, begins)


def appraise(game: Kribbeln, texts: Sequence[str]) -> dict[str, bool]:
    """Which of the game's tasks six dice meet: numbers in the order of our dice, or dice with their colours."""
    game = typed_with_colours(game, texts)
    if game.arrangement:
        check_colours(texts)
    faces = read_roll(game, texts)
    if game.arrangement:
        check_typed(game.arrangement, faces)
    counts = game.counts(faces)
    return {str(task): task.meets(counts) for task in game.tasks}


def typed_with_colours(game: Kribbeln, texts: Sequence[str]) -> Kribbeln:
    """The game, changed to any dice if these are typed with their colours."""
    coloured = not game.arrangement and any(text in FACES for text in texts)
    return replace(game, arrangement=ANY) if coloured else game


def read_face(game: Kribbeln, text: str) -> str:
    """Convert a die as people type it, with its colour; a number alone is a face of our dice."""
    return read_typed(text)


def build_example(options: Mapping[str, object]) -> Kribbeln:
    """Build a game for examples, which may have any number of tasks."""
    game = make("kribbeln", None, **{name: value for name, value in options.items() if name != "tasks"})
    assert isinstance(game, Kribbeln)
    tasks = options.get("tasks")
    if not tasks:
        return game
    return replace(game, tasks=read_tasks(option_of(find("kribbeln"), "tasks").read(tasks)), sheet=None)


def turn_key(state: State) -> str:
    """The key of the turn of a throw: the row (one may dodge or wait), or the roll-off for its start."""
    return f"{state.row} {'roll-off' if state.roll_off else 'row'}"
