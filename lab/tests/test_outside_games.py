"""Games of other packages in the laboratory: simulated, rated by the arena, and environments."""

from pathlib import Path

import pytest

from tests.outside import run_outside

PROGRAM = Path(__file__).with_name("outside_program.py")


def test_games_of_other_packages_are_simulated_and_environments(tmp_path_factory: pytest.TempPathFactory) -> None:
    printed = run_outside(tmp_path_factory)(str(PROGRAM))
    refused = "seats move in turn, not together; use env() or raw_env()"
    # PettingZoo prints a line too, for tests that pass.
    assert [line for line in printed.splitlines() if ": " in line] == [
        f"pasch: in pasch {refused}",
        f"hamster: in hamster {refused}",
        "schleuse: points are paid, and who has nothing to decide is not asked",
    ]
