"""Runs all tests again and again, alone or beside busy processes, until one run fails."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.server.child import start_child

ROOT = Path(__file__).parent.parent
LOGS = ROOT / "build" / "runs"
PASSED = ROOT / "web" / "node_modules" / ".cache" / "knobel" / "test"
"""What tells `make` that the tests of the web app have passed; without it they run again."""
COUNTED = re.compile(r"^=+ (.*) in [\d.]+s.*=+$", re.MULTILINE)
"""The last line of pytest."""


def repeat(command: Sequence[str], runs: int, logs: Path) -> bool:
    """Run a command so often, each with a log of its own; stops at the first that fails. Whether all passed."""
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    for number in range(1, runs + 1):
        PASSED.unlink(missing_ok=True)
        log, begun = logs / f"{number}.log", time.monotonic()
        with log.open("w") as file, start_child(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT) as run:
            code = run.wait()
        counted = COUNTED.findall(log.read_text("utf-8", "replace"))
        outcome = f"{counted[-1] if counted else f'exit code {code}'}, {time.monotonic() - begun:.0f} s"
        print(f"run {number} of {runs}: {outcome}, load {os.getloadavg()[0]:.1f}", flush=True)
        if code:
            print(f"It failed with exit code {code}: see {log}")
            return False
    return True


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that do nothing but keep the processors busy."""
    children = [start_child([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


def main() -> None:
    """Read the command line, and repeat `make test`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="how often")
    parser.add_argument("--busy", type=int, default=0, help="how many busy processes beside it")
    options = parser.parse_args()
    if options.runs < 1 or options.busy < 0:
        parser.error("there must be one run at least, and no fewer than 0 busy processes")
    with busy(options.busy):
        passed = repeat(["make", "test"], options.runs, LOGS)
    sys.exit(not passed)


if __name__ == "__main__":
    main()
