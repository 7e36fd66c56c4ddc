"""The commands of the laboratory, which `knobel --help` lists under Research where it is installed."""

from typing import Any

from knobel_lab.cli.arena import arena, work
from knobel_lab.cli.match import match
from knobel_lab.cli.plot import plot
from knobel_lab.cli.puzzles import puzzles
from knobel_lab.cli.solve import distil, measure, selfplay, solve, train

COMMANDS: dict[str, dict[str, Any]] = {
    "Research": {
        "arena": arena,
        "work": work,
        "solve": solve,
        "selfplay": selfplay,
        "distil": distil,
        "train": train,
        "measure": measure,
        "match": match,
        "puzzles": puzzles,
        "plot": plot,
    },
}
"""Functions and groups of commands, as `knobel --help` groups them."""
