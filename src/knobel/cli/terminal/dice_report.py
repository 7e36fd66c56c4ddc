"""The dice report of a server in the terminal."""

from rich.table import Table

from knobel.cli.terminal.view import screen
from knobel.scene.text import Text, catalogue, say, text
from knobel.server.live.dice_report import Progress, Report, Trial, dice_report
from knobel.server.storage.database import check_current
from knobel.server.storage.store import Store

_RARE = ((1e-6, "< 1 : 10⁶"), (1e-3, "< 1 ‰"), (1e-2, "< 1 %"))


async def count(url: str, tell: Progress) -> Report:
    """The report on all tables of a database."""
    store = Store(url)
    try:
        await check_current(store.database)
        return await dice_report(store, progress=tell)
    finally:
        await store.close()


def show(report: Report, language: str) -> None:
    """Print a report: the verdict, then a table for every kind of die."""
    console = screen()
    counted = text("dice.counted", dice=report.dice, throws=report.throws, n=report.tables)
    console.print(say(counted, language), soft_wrap=True)
    if report.unread:
        console.print(say(text("dice.unread", n=report.unread), language), soft_wrap=True)
    console.print(say(report.words, language), style="bold", soft_wrap=True)
    kinds: dict[tuple[str, tuple[str, ...]], list[Trial]] = {}
    for trial in report.trials:
        kinds.setdefault((trial.die, trial.faces), []).append(trial)
    for (die, faces), trials in kinds.items():
        # Dice of added games have only their own name.
        title = say(text(f"dice.die.{die}"), language) if f"dice.die.{die}" in catalogue(language) else die
        console.print(f"\n{title}", style="bold")
        console.print(_table(trials, faces, language))


def _table(trials: list[Trial], faces: tuple[str, ...], language: str) -> Table:
    """The table of one kind of die."""
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column(say(text("dice.column.dice"), language), justify="right", no_wrap=True)
    for face in faces:
        table.add_column(_face(face, language), justify="right", no_wrap=True)
    table.add_column(say(text("dice.column.chance"), language), justify="right", no_wrap=True)
    for trial in trials:
        counts = map(str, trial.counts[0]) if len(trial.counts) == 1 else ("",) * len(faces)
        table.add_row(say(_part(trial), language), str(trial.dice), *counts, _percent(trial.chance))
    return table


def _percent(chance: float | None) -> str:
    """A probability as text."""
    if chance is None:
        return "–"
    return next((words for least, words in _RARE if chance < least), f"{100 * chance:.0f} %")


def _face(face: str, language: str) -> str:
    """The name of a face."""
    words = catalogue(language)
    return next((words[key] for key in (f"short.{face}", f"symbol.{face}") if key in words), face)


def _part(trial: Trial) -> Text:
    """What the dice of a test have in common."""
    match trial.split:
        case "game":
            return text("dice.split.game", game=text(f"game.{trial.value}.title"))
        case "position":
            return text("dice.split.position", number=int(trial.value) + 1)
        case "cup" | "by":
            return text(f"dice.split.{trial.split}.{trial.value}")
    return text(f"dice.split.{trial.split}")
