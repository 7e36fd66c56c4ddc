"""What a judge needs at the table: values and their readers, and the kernel that solves a turn."""

from typing import Any

from knobel.moved import import_moved

MOVED = ("Progress", "Report", "solve", "table_file")
"""Names that are those of `knobel_lab.solving` now."""


def __getattr__(name: str) -> Any:
    if name in MOVED:
        return getattr(import_moved(f"{__name__}.{name}", "knobel_lab.solving"), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
