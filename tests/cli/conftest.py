"""Tables that several commands read, solved once."""

import os
import subprocess

import pytest

from tests.commands import KNOBEL
from tests.shared import shared_folder


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder of tables with that of Hex-hex."""
    with shared_folder(tmp_path_factory, "solved-hexhex") as folder:
        tables = folder / "tables"
        if not tables.is_dir():
            env = os.environ | {"KNOBEL_TABLES": str(tables)}
            subprocess.run([str(KNOBEL), "solve", "hexhex"], env=env, check=True, capture_output=True)
        return str(tables)
