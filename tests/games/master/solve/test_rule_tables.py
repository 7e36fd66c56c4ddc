"""The tables of Master say what its functions do."""

from itertools import product
from random import Random

import numpy as np

from knobel.core.dice import Faces
from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.board import LAST_COIN, Board, stars
from knobel.games.master.solve.positions import Moves, moves
from knobel.games.master.solve.rule_tables import CLOSED, NONE, SUBSETS, board_of, effect_of, rules, subset_of

RULES = rules()


def by_tables(board: Board, roll: int, moved: Moves) -> set[Board]:
    """The boards that a roll leads to, from the tables; `moved` is what row moves lead to."""
    subset, (codes, coins_of) = subset_of(board), moved
    found = set()
    for step in RULES.roll_steps[roll]:
        if RULES.step_subset[step, subset] != NONE:
            coins = min(board.coins + int(RULES.step_coins[step, subset]), LAST_COIN)
            found.add(board_of(int(RULES.step_subset[step, subset]), board.rows, coins))
    for move in RULES.roll_moves[roll]:
        if codes[0, move] != NONE:
            rows = tuple(int(codes[0, move]) // 9**power % 9 for power in range(5, -1, -1))
            found.add(board_of(subset, rows, min(board.coins + int(coins_of[0, move]), LAST_COIN)))
    return found


def boards(count: int) -> list[Board]:
    """Boards with at most three rows under way, the coin row often closed."""
    random = Random(1)
    found: list[Board] = []
    while len(found) < count:
        rows = tuple(random.choice((0, 8, random.randint(1, 7))) for _ in range(6))
        if sum(0 < field < 8 for field in rows) <= 3:
            found.append(board_of(random.randrange(64), rows, random.choice((LAST_COIN, random.randint(0, LAST_COIN)))))
    return found


def test_every_roll_leads_where_the_rules_say() -> None:
    kinds, which = RULES.loops
    for board in boards(40):
        moved = moves(RULES, np.array([board.rows]))
        for roll, faces in enumerate(RULES.lattice.falls):
            after = {new for _, new in actions(board, faces)}
            assert by_tables(board, roll, moved) == after
            idle = kinds[which[roll], int(board.coins == LAST_COIN), subset_of(board)]
            assert idle == (not after or board in after)


def test_every_roll_leads_where_the_rules_say_when_no_row_can_move() -> None:
    nowhere = moves(RULES, np.array([CLOSED]))
    for subset, coins in product(range(SUBSETS), (0, LAST_COIN)):
        board = board_of(subset, CLOSED, coins)
        for roll, faces in enumerate(RULES.lattice.falls):
            assert by_tables(board, roll, nowhere) == {new for _, new in actions(board, faces)}


def test_every_row_move_does_what_its_own_dice_do() -> None:
    assert all(
        np.array_equal(table, effect_of(move, action, faces))
        for table, (move, (action, faces)) in zip(RULES.move_after, RULES.examples.items(), strict=True)
    )


def test_stars_are_those_of_the_board() -> None:
    for subset, finished, coins in np.ndindex(RULES.stars.shape):
        board = board_of(subset, CLOSED[:finished] + (0,) * (6 - finished), coins)
        assert RULES.stars[subset, finished, coins] == stars(board)


def test_turning_all_dice_upside_down_turns_the_board() -> None:
    def turned(board: Board) -> Board:
        return board_of(int(RULES.mirror[subset_of(board)]), board.rows[::-1], board.coins)

    def turned_dice(faces: Faces) -> Faces:
        return tuple(sorted(7 - face for face in faces))

    for board in boards(20):
        for faces in RULES.lattice.falls:
            after = {turned(new) for _, new in actions(board, faces)}
            assert after == {new for _, new in actions(turned(board), turned_dice(faces))}


def test_row_moves_add_fields() -> None:
    fields = np.array([board.rows for board in boards(40)])
    codes, _ = moves(RULES, fields)
    sums = (codes[:, :, None] // 9 ** np.arange(6) % 9).sum(axis=2)
    assert (sums > fields.sum(axis=1)[:, None])[codes != NONE].all()


def test_only_dice_without_a_task_or_pair_may_be_passed() -> None:
    kinds, which = RULES.loops
    passed = [faces for faces, kind in zip(RULES.lattice.falls, which, strict=True) if kinds[kind, 0].any()]
    assert passed == [(1, 2, 3, 5, 6), (1, 2, 4, 5, 6)]
