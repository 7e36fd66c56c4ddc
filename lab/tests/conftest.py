"""What holds for all tests of the laboratory, and tables that several of them read, solved once."""

import os
import subprocess
from pathlib import Path

import pytest

from knobel.solve.tables import Table, read_table
from knobel_lab.solving import solve
from knobel_lab.solving.run import Report
from tests.commands import KNOBEL, run
from tests.shared import shared_folder

__all__ = ["run"]


@pytest.fixture(scope="session")
def classic_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    with shared_folder(tmp_path_factory, "solved-classic") as folder:
        path = folder / "classic.table"
        return path, solve("classic", out=path, jobs=2)


@pytest.fixture(scope="session")
def classic(classic_file: tuple[Path, Report]) -> Table:
    return read_table(classic_file[0])


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder of tables with that of Hex-hex."""
    with shared_folder(tmp_path_factory, "solved-hexhex") as folder:
        tables = folder / "tables"
        if not tables.is_dir():
            env = os.environ | {"KNOBEL_TABLES": str(tables)}
            subprocess.run([str(KNOBEL), "solve", "hexhex"], env=env, check=True, capture_output=True)
        return str(tables)
