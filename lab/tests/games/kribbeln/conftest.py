"""A table that several tests read, solved once."""

from pathlib import Path

import pytest

from knobel_lab.games.kribbeln.solve import contest, contest_plan
from knobel_lab.solving.run import execute
from tests.games.kribbeln.solve.test_book import kribbeln
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def beginners_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """The table of two beginners after two rounds, which is fewer than usual, and what a best responder gains."""
    with shared_folder(tmp_path_factory, "solved-beginners") as folder:
        path, gained = folder / "beginner.table", folder / "gain"
        if not gained.exists():
            report = execute(contest_plan(contest(kribbeln(seats=2, beginner=True), rounds=2)), path)
            assert report.gain is not None
            assert report.objective == "rank points"
            gained.write_text(repr(report.gain), "ascii")
        return path, float(gained.read_text("ascii"))
