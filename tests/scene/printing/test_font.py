"""Letters of pads: what is measured, what is spelled, what is broken into lines."""

import pytest

from knobel.scene.printing.font import WIDTHS, shortened, spelled, width_of, wrapped


def test_the_metrics_are_those_of_helvetica() -> None:
    assert [len(widths) for widths in WIDTHS.values()] == [224, 224]
    assert width_of("A", 1000) == pytest.approx(667)
    assert width_of("A", 1000, bold=True) == pytest.approx(722)
    assert width_of("ß", 1000) == pytest.approx(611)
    assert width_of("Full House", 10) == pytest.approx(
        10 * (0.611 + 0.556 + 2 * 0.222 + 0.278 + 0.722 + 0.556 * 2 + 0.5 + 0.556)
    )


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Łukasz", "?ukasz"),
        ("Dvořák", "Dvorák"),
        ("日本", "??"),
        ("a\nb\x00\u202e", "a?b??"),
        ("1 ≠ 2", "1 ≠ 2"),
        ("🎲", "?"),
    ],
)
def test_a_letter_that_the_font_lacks_loses_its_marks_or_becomes_a_question_mark(written: str, printed: str) -> None:
    assert spelled(written) == printed


def test_what_does_not_fit_is_shortened_and_what_fits_stays() -> None:
    assert shortened("Anna", 100, 10) == "Anna"
    short = shortened("Bartholomäus", 30, 10)
    assert short.endswith("…")
    assert width_of(short, 10) <= 30


def test_lines_break_between_words_and_lose_none() -> None:
    text = "Gleiche nebeneinander: zwei 2, drei 3, vier 6, fünf 10 Punkte."
    lines = wrapped(text, 80, 3)
    assert " ".join(lines) == text
    assert all(width_of(line, 3) <= 80 for line in lines)
