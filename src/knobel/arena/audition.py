"""The audition: a Python player that cannot be loaded is told of before the first game, not in all of them."""

import subprocess
from collections.abc import Iterable

from knobel.arena.entrant import Entrant
from knobel.arena.limits import START_SECONDS, Limits
from knobel.core.errors import BadSetup


def audition(entrants: Iterable[Entrant], limits: Limits) -> None:
    """Load each Python player once, in a process of its own; raises an error with the reason if one does not load."""
    for entrant in entrants:
        if entrant.builtin or not entrant.lasting:
            continue
        try:
            ran = subprocess.run(  # noqa: S603 - to run what the user named is what it is for
                limits.around(entrant.command()),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=entrant.folder,
                timeout=START_SECONDS + limits.move_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise BadSetup(f"the player {entrant.what} takes too long to load") from None
        if ran.returncode:
            last = ran.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise BadSetup(f"cannot load the player {entrant.what}: {last[:200] or f'exit code {ran.returncode}'}")
