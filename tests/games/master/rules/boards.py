"""Boards of Master to test with. Holds no rules."""

from hypothesis import strategies as st

from knobel.games.master.rules.board import Board

TASKS = ("full_house", "small_straight", "chance_low", "chance_high", "large_straight", "five_of_a_kind")

boards = st.builds(
    Board,
    st.tuples(*(st.booleans() for _ in range(6))),
    st.tuples(*(st.integers(0, 8) for _ in range(6))).filter(lambda rows: sum(0 < field < 8 for field in rows) <= 3),
    st.integers(0, 30),
)
"""Any board on which at most three rows are under way."""


def done(*tasks: str) -> tuple[bool, ...]:
    """These tasks are fulfilled."""
    return tuple(task in tasks for task in TASKS)
