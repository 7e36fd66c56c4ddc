import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel.games.holding.roll import alike, full_house, pairs, pattern, run

laws = settings(max_examples=100, deadline=None)
rolls = st.lists(st.integers(0, 9), min_size=1, max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((5, 5, 5, 6, 6, 2), (3, 2, 1)),
        ((1, 2, 3, 4, 5), (1, 1, 1, 1, 1)),
        ((2, 6, 2, 6, 2, 6), (3, 3)),
        ((4, 4, 4, 4, 4), (5,)),
        ((6, 1, 1, 6, 1, 1), (4, 2)),
        ((0,), (1,)),
    ],
)
def test_pattern_counts_each_face_most_first(faces: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert pattern(faces) == expected


@laws
@given(rolls)
def test_pattern_counts_every_die_once(faces: tuple[int, ...]) -> None:
    assert sum(pattern(faces)) == len(faces)


@pytest.mark.parametrize(("count", "expected"), [(1, True), (2, True), (3, True), (4, False), (5, False)])
def test_three_equal_dice_are_alike_up_to_three(count: int, expected: bool) -> None:
    assert alike((6, 2, 6, 1, 6), count) is expected


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((1, 2, 3, 4, 5, 6), 0),
        ((1, 1, 3, 4, 5, 6), 1),
        ((1, 1, 1, 1, 5, 6), 1),
        ((1, 1, 3, 3, 5, 6), 2),
        ((1, 1, 1, 3, 3, 3), 2),
        ((1, 1, 1, 1, 3, 3), 2),
        ((1, 1, 3, 3, 5, 5), 3),
    ],
)
def test_pairs_counts_different_faces_shown_at_least_twice(faces: tuple[int, ...], expected: int) -> None:
    assert pairs(faces) == expected


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((3, 3, 3, 5, 5), True),
        ((5, 3, 5, 3, 3), True),
        ((3, 3, 3, 5, 5, 1), True),
        ((3, 3, 3, 5, 5, 5), True),
        ((3, 3, 3, 3, 5, 5), True),
        ((3, 3, 3, 5, 6), False),
        ((3, 3, 3, 3, 5), False),
        ((3, 3, 5, 5, 1), False),
        ((3, 3, 5, 5, 1, 1), False),
        ((3, 3, 3, 3, 3, 5), False),
        ((3, 3, 3, 3, 3, 3), False),
    ],
)
def test_full_house_is_three_of_one_face_and_two_of_another(faces: tuple[int, ...], expected: bool) -> None:
    assert full_house(faces) is expected


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ((4,), 1),
        ((4, 4, 4), 1),
        ((1, 3, 5), 1),
        ((1, 2, 4, 5, 6), 3),
        ((1, 2, 3, 5, 6), 3),
        ((5, 6, 1, 2), 2),
        ((3, 1, 2, 4, 3, 9), 4),
        ((2, 3, 4, 5, 6, 3), 5),
        ((1, 2, 3, 4, 5, 0), 6),
        ((0, 1, 2, 3), 4),
        ((4, 5, 6, 7), 4),
        ((6, 7, 8, 9), 4),
    ],
)
def test_run_is_the_longest_row_of_consecutive_numbers(faces: tuple[int, ...], expected: int) -> None:
    assert run(faces) == expected


def test_no_dice_have_no_run() -> None:
    assert run(()) == 0


def test_a_run_never_wraps_from_nine_to_zero() -> None:
    assert run((8, 9, 0, 1, 2)) == 3


@laws
@given(rolls, st.integers(1, 5))
def test_a_run_is_as_long_wherever_it_stands(faces: tuple[int, ...], shift: int) -> None:
    assert run(tuple(face + shift for face in faces)) == run(faces)


@laws
@given(rolls.flatmap(lambda faces: st.tuples(st.just(faces), st.permutations(faces).map(tuple))))
def test_the_order_of_the_dice_never_matters(both: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    faces, mixed = both
    assert (pattern(mixed), pairs(mixed), full_house(mixed), run(mixed)) == (
        pattern(faces),
        pairs(faces),
        full_house(faces),
        run(faces),
    )
