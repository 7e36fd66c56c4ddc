"""Gives the laboratory the version and address of the game beside it, and makes it depend on exactly that version."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

DEPENDENCIES = ["numba>=0.62", "numpy>=2", "rich>=14", "typer>=0.29"]


class OneVersion(MetadataHookInterface):
    """Fills in the version and the dependencies."""

    def update(self, metadata: dict[str, object]) -> None:
        """Read the version where the game declares it, or, in a source distribution, where it was written down."""
        root = Path(self.root)
        game, written = root.parent / "src" / "knobel" / "version.py", root / "PKG-INFO"
        text = (game if game.exists() else written).read_text("utf-8")
        match = re.search(r'^(?:__version__ = "|Version: )([^"\n]+)', text, re.MULTILINE)
        if match is None:
            raise ValueError(f"no version in {game} or {written}")
        metadata["version"] = match[1]
        if address := re.search(r'^(?:REPOSITORY = "|Project-URL: Source, )([^"\n]+)', text, re.MULTILINE):
            metadata["urls"] = {"Source": address[1]}
        metadata["dependencies"] = [f"knobel=={match[1]}", *DEPENDENCIES]
