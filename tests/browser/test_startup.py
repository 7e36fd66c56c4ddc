"""What a browser keeps in memory for its next start: everything that it will need, and nothing that must be new."""

import random
import sys
from pathlib import Path

from knobel.browser import startup
from knobel.server.site.archive import archive


def test_memory_has_every_module_and_has_looked_at_every_game() -> None:
    startup.prepare()
    assert {"knobel.browser.bridge", "knobel.coach.review", "knobel.app.jobs"} <= set(sys.modules)


def test_what_is_random_begins_anew_and_files_are_there_again(tmp_path: Path) -> None:
    packed = tmp_path / "knobel.zip"
    packed.write_bytes(archive())
    drawn = []
    for _ in range(2):
        random.seed(1)
        startup.wake(str(packed), str(tmp_path / "lib"))
        drawn.append(random.random())
    assert drawn[0] != drawn[1]
    laid_out = {path.suffix for path in (tmp_path / "lib").rglob("*") if path.is_file()}
    assert laid_out == {".json", ".md"}
