"""The `knobel` command as a user runs it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.homes import home_in

Run = Callable[..., subprocess.CompletedProcess[str]]
KNOBEL = Path(sys.executable).parent / "knobel"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the installed command in an empty folder and returns what it printed."""

    def run_knobel(*words: str, text: str = "", lang: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
        env = {"LANG": lang, "COLUMNS": "80", "PYTHONUTF8": "1", **home_in(tmp_path)}
        return subprocess.run(
            [str(KNOBEL), *words],
            input=text,
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run_knobel
