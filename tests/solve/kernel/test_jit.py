"""Compiled code follows the rules it was compiled from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import knobel
from knobel.solve.kernel.jit import COMPILED

PLAY = """
from knobel.sim import simulate
played = [simulate("hexhex", "random", 40, seed=1, compiled=compiled).moves.tolist() for compiled in (True, False)]
assert played[0] == played[1], "compiled games do not follow the rules"
print(max(played[0]))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled without Numba")
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
