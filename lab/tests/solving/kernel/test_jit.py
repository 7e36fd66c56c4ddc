"""Compiled code follows the rules it was compiled from, and is compiled once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import knobel
from knobel_lab.solving.kernel import jit

PLAY = """
from knobel_lab.sim import simulate
played = [simulate("hexhex", "random", 40, seed=1, compiled=compiled).moves.tolist() for compiled in (True, False)]
assert played[0] == played[1], "compiled games do not follow the rules"
print(max(played[0]))
"""

KERNEL = """
from knobel_lab.solving.kernel.jit import jit

@jit
def twice(number):
    return 2 * number
"""
COUNT = """
from numba.core import event
compiled = event.RecordingListener()
event.register("numba:compile", compiled)
from outside.kernel import twice
assert twice(21) == 42
print(sum(happened.is_start for _, happened in compiled.buffer))
"""


def test_processes_compile_a_function_once_wherever_its_sources_lie(tmp_path: Path) -> None:
    counting = []
    for place in ("here", "here", "there"):
        package = tmp_path / place / "outside"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").touch()
        (package / "kernel.py").write_text(KERNEL, "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(package.parent), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        counting.append(
            subprocess.Popen([sys.executable, "-c", COUNT], env=environment, stdout=subprocess.PIPE, text=True)
        )
    assert sum(int(process.communicate()[0]) for process in counting) == 1


def test_compiled_games_change_with_a_rule_in_another_file(tmp_path: Path) -> None:
    copy = tmp_path / "knobel"
    kept_out = shutil.ignore_patterns("__pycache__", "server", "*.npz")
    shutil.copytree(Path(knobel.__file__).parent, copy, ignore=kept_out)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def longest() -> int:
        ran = subprocess.run(
            [sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert ran.returncode == 0, ran.stderr
        return int(ran.stdout)

    assert longest() > 22
    rules = copy / "games" / "scorecard" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("\nTHROWS = 3\n", "\nTHROWS = 2\n"), "utf-8")
    assert longest() <= 22


def test_tests_share_compiled_code_in_the_project() -> None:
    locator = jit.Locator(jit.jit, "")
    assert Path(locator.get_cache_path()).is_relative_to(os.environ["XDG_CACHE_HOME"])
