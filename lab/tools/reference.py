"""Generate the reference of the laboratory, lab/docs/reference, from docstrings and signatures."""

from pathlib import Path

from lab.tools.games import DOCS
from lab.tools.games import FOLDER as SETTINGS

from tools.docs.reference import Reference

LABORATORY = Reference(
    title="Reference of the laboratory",
    other="The game has [its own](../../../docs/reference/README.md).",
    folder=DOCS / "reference",
    pages={
        "solving": ("Perfect play", {"knobel_lab.solving": ("solve", "table_file")}),
        "sim": ("Simulation", {"knobel_lab.sim": ()}),
        "envs": ("Environments", {"knobel_lab.envs": ()}),
        "plot": ("Plots", {"knobel_lab.plot": ()}),
        "facets": ("What a game may bring", {"knobel_lab.facets": ("ObserveFacet", "BatchFacet", "SolveFacet")}),
    },
    examples=Path(__file__).with_name("examples.md"),
    settings=SETTINGS,
)

if __name__ == "__main__":
    LABORATORY.write()
