"""Names from before the laboratory was a package of its own work for one release, with a warning."""

import subprocess
import sys
from importlib import import_module

import pytest

import knobel_lab.solving

MOVED = [f"knobel.{name}" for name in ("arena", "envs", "plot", "sim")]


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_new_module(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    new = old.replace("knobel", "knobel_lab")
    with pytest.warns(FutureWarning, match=f"{old} is {new} now"):
        assert import_module(old) is import_module(new)


@pytest.mark.filterwarnings("ignore:knobel.envs")
def test_a_module_of_an_old_package_is_not_loaded_a_second_time() -> None:
    assert import_module("knobel.envs.solo") is import_module("knobel_lab.envs.solo")


def test_solving_is_found_where_it_was() -> None:
    with pytest.warns(FutureWarning, match="knobel.solve.solve is knobel_lab.solving now"):
        from knobel.solve import solve  # noqa: PLC0415
    assert solve is knobel_lab.solving.solve


def test_a_program_of_before_still_runs() -> None:
    code = "import gymnasium, knobel.envs; gymnasium.make('knobel/Classic-v0').reset(seed=1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "knobel.envs is knobel_lab.envs now" in done.stderr
