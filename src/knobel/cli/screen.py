"""The terminal that everything is printed to."""

from rich.console import Console


def screen() -> Console:
    """A console that prints words as they are: a player may be called [b] or :smile:."""
    return Console(highlight=False, markup=False, emoji=False)
