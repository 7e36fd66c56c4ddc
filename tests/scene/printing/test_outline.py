"""Paths in the notation of SVG, as every writer can draw them."""

import math

import pytest

from knobel.core.errors import BadSetup
from knobel.scene.printing.model import disc
from knobel.scene.printing.outline import Segment, extent, path
from knobel.scene.printing.svg import path_data


def test_relative_and_short_commands_become_plain_ones() -> None:
    assert path("M1 2h3v4l-1-1z") == (
        Segment("M", ((1, 2),)),
        Segment("L", ((4, 2),)),
        Segment("L", ((4, 6),)),
        Segment("L", ((3, 5),)),
        Segment("Z"),
    )


def test_points_after_a_move_are_lines_and_numbers_need_no_space() -> None:
    assert path("M4.8.5 1-2") == (Segment("M", ((4.8, 0.5),)), Segment("L", ((1, -2),)))


def test_a_smooth_curve_goes_on_as_the_last_one_ended() -> None:
    assert path("M0 0C0 1 1 2 2 2s2 1 2 2")[2] == Segment("C", ((3, 2), (4, 3), (4, 4)))


def test_a_circle_of_arcs_is_round() -> None:
    for segment in path(disc(5, 5, 3)):
        for x, y in segment.points[-1:]:
            assert math.hypot(x - 5, y - 5) == pytest.approx(3)
    left, top, right, foot = extent(path(disc(5, 5, 3)))
    assert (left, top, right, foot) == pytest.approx((2, 2, 8, 8), abs=0.01)


def test_what_is_written_reads_back() -> None:
    shape = path("M5 0C2 0 0 3 0 7s2 7 5 7a1.4 1.4 0 01 0 2.8z")
    again = path(path_data(shape))
    assert [segment.kind for segment in again] == [segment.kind for segment in shape]
    for one, other in zip(shape, again, strict=True):
        for point, same in zip(one.points, other.points, strict=True):
            assert point == pytest.approx(same, abs=0.001)


@pytest.mark.parametrize("wrong", ["M1", "M1 2Q3 4 5 6", "M1 2L"])
def test_what_is_no_path_is_refused(wrong: str) -> None:
    if wrong == "M1 2L":
        assert len(path(wrong)) == 1
        return
    with pytest.raises(BadSetup):
        path(wrong)
