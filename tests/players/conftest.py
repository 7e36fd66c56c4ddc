"""Judges as on a fresh install: with what is shipped, and no solved table."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def _no_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("no-tables")


@pytest.fixture(autouse=True)
def _fresh_install(_no_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_TABLES", str(_no_tables))
