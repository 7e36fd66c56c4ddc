"""A shell as somebody has it who begins: a clone, the programs of the system, and what the lines before have made."""

import os
import shlex
import signal
import subprocess
import time
from pathlib import Path

from tests.documents import ROOT, examples, matches
from tests.homes import home_in
from tests.patience import PATIENCE

SERVES = "Knobel is running at http"
"""What a server says when it is ready; it is ended then, as by Ctrl+C."""
TALKATIVE = ("make ", "pip ")
"""How lines begin that may print more than a page shows."""
SETTINGS = {
    "KNOBEL_PORT": "0",
    "LANG": "en_GB.UTF-8",
    "COLUMNS": "80",
    "PATH": "/usr/bin:/bin",
    "PYTHONUTF8": "1",
    # Packages that a page installs go beside the environment, which all tests share, and fetch nothing.
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
    "PIP_NO_DEPS": "1",
}


def clone_in(folder: Path, programs: Path) -> Path:
    """A clone after `make play` has installed what it needs: our files and an environment, by links."""
    clone = folder / "clone"
    clone.mkdir()
    for path in ROOT.iterdir():
        if path.name not in {".venv", "build", "dist"}:
            (clone / path.name).symlink_to(path)
    (clone / ".venv").symlink_to(programs.parent)
    return clone


class Shell:
    """Runs lines, each with what is set after the one before."""

    def __init__(self, folder: Path, start: Path) -> None:
        self._state = folder / "state"
        self._state.write_text(f"cd {shlex.quote(str(start))}\n", "utf-8")
        self._log = folder / "log"
        packages = str(folder / "packages")
        self._env = {**SETTINGS, **home_in(folder), "PIP_TARGET": packages, "PYTHONPATH": packages}

    def run(self, line: str) -> tuple[int, str]:
        """Run a line to its end, or until a server is ready: its exit code and what it printed."""
        state = shlex.quote(str(self._state))
        save = f'code=$?; {{ export -p; printf "cd \'%s\'\\n" "$PWD"; }} > {state}; exit $code'
        words = ["/bin/sh", "-c", f". {state}\n{line}\n{save}"]
        with self._log.open("wb") as log:
            process = subprocess.Popen(
                words, env=self._env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        try:
            end = time.monotonic() + PATIENCE
            while process.poll() is None:
                if SERVES in self.printed or time.monotonic() > end:
                    os.killpg(process.pid, signal.SIGINT)
                    process.wait(PATIENCE)
                time.sleep(0.01)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return process.returncode, self.printed

    @property
    def printed(self) -> str:
        """What the line has printed so far."""
        return self._log.read_text("utf-8", errors="replace")


def run_page(page: str, code: str, shell: Shell) -> None:
    """Run the lines of a page one after another; each does what is shown below it."""
    for line, shown in examples(code):
        ended, printed = shell.run(line)
        about = f"{page}: {line} ended with {ended} and printed\n{printed}"
        assert "Traceback" not in printed, about
        if SERVES in printed:
            continue
        assert ended == (2 if shown.startswith("knobel: ") else 0), about
        assert (line.startswith(TALKATIVE) and not shown) or matches(shown, printed), about
