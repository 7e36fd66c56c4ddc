"""Runs `knobel` for tests, each command in a forked process: what all commands import is loaded only once."""

import json
import os
import sys

import numpy as np  # noqa: F401  # many commands load it

from knobel.cli.main import run


def become(request: dict[str, object]) -> None:
    """Make this process what a shell would have started."""
    os.chdir(str(request["cwd"]))
    os.environ.clear()
    os.environ.update(request["env"])  # type: ignore[arg-type]
    for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))):
        opened = os.open(str(request[name]), flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1, errors="backslashreplace")
    sys.argv = ["knobel", *request["words"]]  # type: ignore[misc]


def main() -> None:
    """Answer every request with the exit code of its command, until nobody asks any more."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(json.loads(line))
            run()
            return
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
