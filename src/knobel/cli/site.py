"""The command that writes the static edition."""

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[Path, typer.Option(help="The folder to write; any host of files can serve it, at any path.")],
    runtime: Annotated[
        Path | None,
        typer.Option(help="A folder with npm's pyodide; that of the clone unless said.", show_default=False),
    ] = None,
) -> None:
    """Write Knobel as files that need no server: games are played and kept on the device."""
    from knobel.server.site.write import write

    written = write(out, runtime)
    whole, engine = (f"{size / (1 << 20):.1f} MB" for size in (written.size, written.engine))
    print(f"{out}: {written.files} files of {whole}, of which the engine has {engine}")
