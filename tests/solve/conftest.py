"""Tables that several tests read, solved once."""

from pathlib import Path

import pytest

from knobel.solve.tables import Table, read_table
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def classic_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    with shared_folder(tmp_path_factory, "solved-classic") as folder:
        path = folder / "classic.table"
        return path, solve("classic", out=path, jobs=2)


@pytest.fixture(scope="session")
def classic(classic_file: tuple[Path, Report]) -> Table:
    return read_table(classic_file[0])
