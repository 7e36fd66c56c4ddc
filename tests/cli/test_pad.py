"""Pads from the command line."""

from pathlib import Path

import pytest

from knobel import make, save
from knobel.scene.printing import blank, filled
from knobel.testing import random_record
from tests.commands import Run


def test_a_pad_is_written_as_pdf(run: Run, tmp_path: Path) -> None:
    done = run("pad", "hexhex", "--out", "pad.pdf", "--lang", "de", "--size", "a5", "--seats", "2")
    assert done.stdout == "Gespeichert in pad.pdf\n"
    assert (tmp_path / "pad.pdf").read_bytes() == blank("hexhex", 2, size="A5", language="de").pdf()


def test_every_page_is_an_svg_of_its_own(run: Run, tmp_path: Path) -> None:
    run("pad", "master", "--rounds", "2", "--out", "pad.svg", "--lang", "en")
    made = blank("master", rounds=2, language="en")
    assert len(made.pages) > 1
    for page in range(1, len(made.pages) + 1):
        assert (tmp_path / f"pad-{page}.svg").read_text("utf-8") == made.svg(page)


def test_the_sheets_of_a_record_are_written_as_they_stand(run: Run, tmp_path: Path) -> None:
    record = random_record(make("kribbeln", 2), 3)
    save(record, tmp_path / "evening.knobel")
    run("pad", "evening.knobel", "--out", "pad.pdf", "--lang", "de")
    assert (tmp_path / "pad.pdf").read_bytes() == filled(record.game, record.state, record.names, language="de").pdf()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("classic", "--out", "pad.png"), "the name of the file must end in .pdf or .svg, not 'pad.png'"),
        (("chess", "--out", "pad.pdf"), "unknown game 'chess'"),
        (("classic", "--out", "pad.pdf", "--size", "A3"), "unknown paper size 'A3'; use one of A4, A5"),
        (("classic", "--out", "nowhere/pad.pdf"), "cannot write nowhere/pad.pdf: its folder does not exist"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, words: tuple[str, ...], told: str) -> None:
    done = run("pad", *words)
    assert done.returncode == 2
    assert told in done.stderr
