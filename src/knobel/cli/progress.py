"""A progress bar for work that takes long."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(title: str) -> Iterator["Meter"]:
    """A bar on the error stream, with how much is done per second and the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True, highlight=False)) as bar:
        yield Meter(bar, title)


class Meter:
    """Tells a progress bar how far some work is."""

    def __init__(self, bar: Progress, title: str) -> None:
        self._bar = bar
        self._task = bar.add_task(title, total=None, rate="")
        self._start: tuple[int, float] | None = None

    def __call__(self, done: int, total: int, seconds: float) -> None:
        """So much of all is done, after so many seconds, earlier runs included."""
        if self._start is None:
            self._start = (done, seconds)
        spent = seconds - self._start[1]
        rate = f"{(done - self._start[0]) / spent:,.0f}/s" if spent else ""
        self._bar.update(self._task, completed=done, total=total, rate=rate)
