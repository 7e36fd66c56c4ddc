"""Tables that several tests read, solved once."""

from pathlib import Path

import pytest

from knobel.solve import solve
from knobel.solve.run import Report
from knobel.solve.tables import Table, read_table
from tests.cli.conftest import fork_server, run

__all__ = ["fork_server", "run"]


@pytest.fixture(scope="session")
def classic_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    path = tmp_path_factory.mktemp("tables") / "classic.table"
    return path, solve("classic", out=path, jobs=2)


@pytest.fixture(scope="session")
def classic(classic_file: tuple[Path, Report]) -> Table:
    return read_table(classic_file[0])
