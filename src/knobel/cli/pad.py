"""The command `pad`, which makes pads to print."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Language, game_options
from knobel.core.errors import BadSetup, with_technical_text
from knobel.core.files import load, replacing, unwritten
from knobel.library import games
from knobel.scene.printing import ROUNDS, Pad, blank, filled
from knobel.scene.printing.paper import SIZES
from knobel.scene.text import say, text

_KINDS = (".pdf", ".svg")


@game_options
def pad(
    subject: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help="A game, for a blank pad; or a record, for its sheets as they stand."),
    ],
    out: Annotated[Path, typer.Option(help="The file to write: .pdf, or .svg with a file for each page.")],
    language: Language,
    seats: Annotated[int | None, typer.Option(help="How many players; four by default.", show_default=False)] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            min=ROUNDS[0],
            max=ROUNDS[-1],
            help="How many games; by default as many as the sheet has columns.",
            show_default=False,
        ),
    ] = None,
    size: Annotated[str, typer.Option(metavar="|".join(SIZES), help="The paper.")] = "A4",
    *,
    options: dict[str, object],
) -> None:
    """Make a pad to print: blank sheets of a game, or the sheets of a record as they stand."""
    if out.suffix.lower() not in _KINDS:
        raise with_technical_text(
            BadSetup(f"the name of the file must end in {' or '.join(_KINDS)}, not {out.name!r}"),
            "pad_kind",
            one=_KINDS[0],
            other=_KINDS[1],
            file=repr(out.name),
        )
    # A name with a dot or in a folder is that of a file, even if there is none.
    named = Path(subject)
    if any(spec.key == subject for spec in games()) or not (named.exists() or named.suffix or len(named.parts) > 1):
        made = blank(subject, seats, rounds, size=size.upper(), language=language, options=options)
    else:
        record = load(subject)
        made = filled(record.game, record.state, record.names, size=size.upper(), language=language)
    for path, data in _files(made, out):
        try:
            with replacing(path) as file:
                file.write(data)
        except OSError as error:
            raise unwritten(path, error) from error
        print(say(text("cli.saved", file=str(path)), language))


def _files(made: Pad, out: Path) -> list[tuple[Path, bytes]]:
    """The files to write; several pages have their number in the name."""
    if out.suffix.lower() == ".pdf":
        return [(out, made.pdf())]
    pages = range(1, len(made.pages) + 1)
    names = [out] if len(pages) == 1 else [out.with_name(f"{out.stem}-{page}{out.suffix}") for page in pages]
    return [(name, made.svg(page).encode()) for name, page in zip(names, pages, strict=True)]
