"""The usual ways to call pytest work in this repository."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
TWO = """
from pathlib import Path

def test_that_passes():
    pass

def test_that_fails_once():
    assert Path(__file__).with_name("mended").exists()
"""


def pytest(*words: str | Path, cache: Path) -> str:
    """What pytest prints at last with the settings of this repository."""
    program = (sys.executable, "-m", "pytest", "-q", "-c", ROOT / "pyproject.toml", "-o", f"cache_dir={cache}")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run([*program, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert not ran.stderr
    return ran.stdout.splitlines()[-1]


def test_what_failed_last_is_run_again_alone(tmp_path: Path) -> None:
    two, cache = tmp_path / "test_two.py", tmp_path / "cache"
    two.write_text(TWO, "utf-8")
    assert pytest(two, cache=cache).startswith("1 failed, 1 passed")
    (tmp_path / "mended").touch()
    assert pytest("--lf", two, cache=cache).startswith("1 passed, 1 deselected")
    assert pytest("--lf", two, cache=cache).startswith("2 passed")


def test_where_nothing_can_be_written_tests_run_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text(TWO, "utf-8")
    (tmp_path / "mended").touch()
    assert pytest(tmp_path / "test_two.py", cache=Path(os.devnull, "cache")).startswith("2 passed")
