"""The view of a table in the terminal, and progress bars."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.cells import cell_len
from rich.console import Console
from rich.control import Control
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.segment import ControlType
from rich.table import Table
from rich.text import Text as Styled

from knobel.cli.terminal.drawing import draw_dice, draw_sheets, line_of_dice
from knobel.core.entry import face_text
from knobel.core.game import AnyGame
from knobel.scene.model import Choice, Scene
from knobel.scene.rulebook import brief_options
from knobel.scene.text import Text, say, text


def screen() -> Console:
    """A console that prints text literally: a player may be called [b] or :smile:."""
    return Console(highlight=False, markup=False, emoji=False)


def decimal(value: float, language: str, digits: int = 2) -> str:
    """A number with this many decimals, and the decimal separator of a language."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return say(text("coach.decimal", whole=whole, part=part), language)


def table_of(*heads: str, style: str = "", pad_edge: bool = True) -> Table:
    """A table without lines: text in the first column, numbers in the others."""
    table = Table(box=None, pad_edge=pad_edge)
    for at, head in enumerate(heads):
        table.add_column(Styled(head, style), justify="right" if at else "left")
    return table


STORY = 5
"""How many lines of recent events are shown."""

AROUND = 4
"""How many lines the title, the keys and what is typed take."""


class View:
    """Draws scenes for these players in one language."""

    def __init__(self, console: Console, names: Sequence[str], language: str) -> None:
        self.console = console
        self.names = names
        self.language = language
        self._open_line = False

    def say(self, words: Text) -> str:
        """A text in the language of the user."""
        return say(words, self.language, self.names)

    def faces(self, game: AnyGame, faces: Sequence[int]) -> str:
        """Faces of the dice of a game in words."""
        die = game.pool[0]
        if not (die.thrown and die.colours):
            return self.named([face_text(game.pool, face) for face in faces])
        # Dice that are typed with their colours may be at any position.
        return " · ".join(f"{die.sign(face)} {self.say(text(f'colour.{die.colour(face)}'))}" for face in faces)

    def named(self, names: Sequence[str]) -> str:
        """Faces, given by their texts, in words."""
        return " ".join(name if name.isdigit() else self.say(text(f"symbol.{name}")) for name in names)

    def show(
        self,
        scene: Scene,
        story: Sequence[str] = (),
        held: Collection[int] = (),
        keys: Mapping[str, Choice] | None = None,
    ) -> None:
        """Draw the table; `keys` has the choice of each key."""
        keys = keys or {}
        console = self.console
        self.end_line()
        if console.is_terminal:
            console.clear()
        self._title(scene)
        by_move = {choice.move: key for key, choice in keys.items()}
        above = [
            draw_sheets(scene, self.names, self.language, by_move, console),
            *(Styled(line, "dim") for line in story[-STORY:]),
        ]
        keep = Styled(f" · {self.say(scene.tray.keep)}", "cyan") if scene.tray.keep else Styled()
        below = [
            *(Styled(self.say(note), "bold") for note in scene.notes),
            Styled(self.say(scene.prompt), "bold") + keep,
            *(
                Styled(f" {key} ", "bold cyan") + Styled(self.described(choice))
                for key, choice in _unseen(scene, keys).items()
            ),
        ]
        dice = self._dice(scene, held, sum(len(console.render_lines(part)) for part in (*above, *below)))
        for part in (*above, *dice, *below):
            console.print(part)
        if scene.waiting == "over":
            self._results(scene)

    def _dice(self, scene: Scene, held: Collection[int], others: int) -> Iterator[Styled]:
        """The dice, if any lie there: large where they fit beside so many other lines, else in a line."""
        if all(die.face is None for die in scene.tray.dice):
            return
        dice = draw_dice(scene.tray.dice, held, self.language)
        lines = dice.plain.splitlines()
        wide = max(map(cell_len, lines)) > self.console.width
        high = self.console.is_terminal and others + len(lines) + AROUND > self.console.height
        yield line_of_dice(scene.tray.dice, held, self.language) if wide or high else dice

    def _title(self, scene: Scene) -> None:
        """Print the game, its options, and all totals."""
        title = self.say(text(f"game.{scene.game}.title"))
        options = brief_options(scene.game, scene.options, self.language)
        totals = [
            Styled(f"▸ {self.names[sheet.seat]} {sheet.total}", "bold cyan")
            if sheet.seat in scene.seats
            else Styled(f"{self.names[sheet.seat]} {sheet.total}")
            for sheet in scene.sheets
        ]
        self.console.rule(Styled(" · ").join([Styled(title), *map(Styled, options), *totals]), style="dim")

    def described(self, choice: Choice) -> str:
        """A choice with its reason or effects."""
        more = [self.say(words) for words in (choice.reason, *choice.effects) if words]
        return self.say(choice.label) + (f" ({', '.join(more)})" if more else "")

    def help(self, scene: Scene, choices: Iterable[Choice]) -> None:
        """Print the value of each choice with the reason, and what each cell of the sheet asks for."""
        choice_of = {choice.cells[0]: choice for choice in choices if len(choice.cells) == 1 and choice.reason}
        sheet = next((sheet for sheet in scene.sheets if sheet.seat in scene.seats), scene.sheets[0])
        explained = {cell.help: cell for cell in reversed(sheet.cells) if cell.help}
        for cell in reversed(explained.values()):
            reason = choice_of[cell.key].reason if cell.key in choice_of else cell.reason
            why = f" ({self.say(reason)})" if reason else ""
            self.console.print(f"  {self.say(cell.label)}: {self.say(cell.help or cell.label)}{why}")

    def typed(self, words: str) -> None:
        """Show what was typed so far: on a terminal in place of what was shown before."""
        if not (words or self._open_line):
            return
        if not self.console.is_terminal:
            self.console.print(f"  {words}")
            return
        self.console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
        self.console.print(f"  {words}", end="", overflow="ellipsis", no_wrap=True)
        self._open_line = True

    def end_line(self) -> None:
        """Leave what was typed where it is; what is printed next comes below it."""
        if self._open_line:
            self.console.print()
        self._open_line = False

    def keys(self, words: str) -> None:
        """Print what keys do, without breaking what belongs together."""
        lines = [""]
        for key in words.split(" · "):
            longer = f"{lines[-1]} · {key}" if lines[-1] else key
            lines[-1:] = [longer] if cell_len(longer) <= self.console.width else [lines[-1], key]
        for line in lines:
            self.console.print(line, style="dim")

    def hint(self, words: Text) -> None:
        """Print a line below the table."""
        self.end_line()
        self.console.print(Styled(self.say(words), "cyan"))

    def _results(self, scene: Scene) -> None:
        """Print the final places."""
        for sheet in sorted(scene.sheets, key=lambda sheet: scene.places[sheet.seat]):
            unit, name = self.say(sheet.unit), self.names[sheet.seat]
            line = text("cli.place", place=scene.places[sheet.seat], name=name, n=sheet.total, unit=unit)
            self.console.print(f"  {self.say(line)}")


def _unseen(scene: Scene, keys: Mapping[str, Choice]) -> Mapping[str, Choice]:
    """The choices that must be listed: all of them, unless the sheet itself shows every one."""
    shown = {cell.move for sheet in scene.sheets for cell in sheet.cells}
    return {} if len(keys) > 3 and all(choice.move in shown for choice in keys.values()) else keys


@contextmanager
def progress_bar(title: str) -> Iterator["Meter"]:
    """A progress bar on standard error if somebody looks at it, with the rate and the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, highlight=False)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        yield Meter(bar, title)


class Meter:
    """Updates a progress bar."""

    def __init__(self, bar: Progress, title: str) -> None:
        self._bar = bar
        self._task = bar.add_task(title, total=None, rate="")
        self._start: tuple[int, float] | None = None

    def __call__(self, done: int, total: int, seconds: float, mean: float | None = None) -> None:
        """Update the bar: items done, all items, seconds spent (with earlier runs), and the mean of points if any."""
        if self._start is None:
            self._start = (done, seconds)
        spent = seconds - self._start[1]
        rate = f"{(done - self._start[0]) / spent:,.0f}/s" if spent else ""
        figures = filter(None, [rate, "" if mean is None else f"{mean:.2f} points"])
        self._bar.update(self._task, completed=done, total=total, rate=", ".join(figures))
