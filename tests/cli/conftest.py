"""The `knobel` command as a user runs it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
KNOBEL = Path(sys.executable).parent / "knobel"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the installed command in an empty folder and returns what it printed."""

    def run_knobel(*words: str, text: str = "", lang: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
        # Compiled solvers are kept in the usual place, or every test would compile them again.
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        env = {"LANG": lang, "COLUMNS": "80", "PYTHONUTF8": "1", "HOME": str(tmp_path), "XDG_CACHE_HOME": cache}
        return subprocess.run(
            [str(KNOBEL), *words],
            input=text,
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run_knobel
