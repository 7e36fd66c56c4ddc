"""The command `site`, which writes the static edition."""

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[Path, typer.Option(help="The folder to write; any static file host can serve it, at any path.")],
) -> None:
    """Write the static edition: files that need no server; games are played and kept on the device."""
    from knobel.server.site.write import write

    written = write(out)
    whole, engine = (f"{size / (1 << 20):.1f} MB" for size in (written.size, written.engine))
    print(f"{out}: {written.files} files of {whole}; a browser fetches {engine} of them once to play")
