"""A process that starts only when a gate is open; in a file of its own, which a new process reads in no time."""

from pathlib import Path

from knobel.server.live.pool import _serve_parent


def wait_at(gate: Path) -> None:
    """Wait until somebody writes to the gate, or whoever started this process is gone."""
    _serve_parent()
    gate.read_text()
