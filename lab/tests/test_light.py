"""The laboratory is light: it needs nothing of the server, parts of it an extra, and they say which."""

import pytest

from tests.light import alone

USE = """
from knobel_lab.sim import simulate
from knobel_lab.solving import solve

assert simulate("hexhex", "greedy", 2).scores.shape == (2, 1)
"""


def test_solvers_and_simulation_need_numpy_and_numba_alone() -> None:
    done = alone(USE, "knobel-lab")
    assert done.returncode == 0, done.stderr


def test_environments_and_plots_need_nothing_of_the_server() -> None:
    code = "import knobel_lab.envs, knobel_lab.plot\nknobel_lab.envs.SoloEnv('classic').reset(seed=1)"
    done = alone(code, "knobel-lab", "gymnasium", "pettingzoo", "matplotlib")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("part", "installed", "missing", "extra"),
    [
        ("knobel_lab.envs", [], "gymnasium", "envs"),
        ("knobel_lab.envs", ["gymnasium"], "pettingzoo", "envs"),
        ("knobel_lab.plot", [], "matplotlib", "plot"),
    ],
)
def test_a_part_without_its_packages_names_the_extra(part: str, installed: list[str], missing: str, extra: str) -> None:
    done = alone(f"import {part}", "knobel-lab", *installed)
    assert f"{part} needs {missing}; run pip install 'knobel-lab[{extra}]'" in done.stderr
