"""What boards may become with each roll is what the rules say, roll by roll."""

from random import Random

from knobel.games.master.rules.actions import actions
from knobel.games.master.rules.board import LAST_COIN, TASKS, Board
from knobel.games.master.rules.game import Master
from knobel.games.master.solve.uses import uses
from knobel.solve.kernel.lattice import lattice

BOARDS = 12


def _board(random: Random) -> Board:
    rows = [random.choice((0, 8)) for _ in range(3)] + [random.choice((0, 2, 5, 7, 8)) for _ in range(3)]
    random.shuffle(rows)
    return Board(tuple(random.random() < 0.5 for _ in TASKS), tuple(rows), random.choice((0, 3, 12, LAST_COIN)))


def test_every_roll_leads_where_its_actions_lead() -> None:
    random = Random(1)
    for board in (Board(), Board((True,) * len(TASKS), (8,) * 6, LAST_COIN), *(_board(random) for _ in range(BOARDS))):
        boards, rolls = uses(board)
        assert len(set(boards)) == len(boards)
        for faces, led in zip(lattice(Master.pool).falls, rolls, strict=True):
            after = [one for _, one in actions(board, faces)]
            assert [boards[at] for at in led] == (list(dict.fromkeys(after)) or [board])
