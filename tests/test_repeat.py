"""Tests are repeated until a run fails."""

from pathlib import Path

import pytest
from tools import repeat

COUNTING = "echo >>{file}; echo '===== 3 passed in 0.1s ====='; test $(wc -l <{file}) -lt {fails}"
"""A run that fails the so-manieth time."""


def counting(folder: Path, fails: int) -> list[str]:
    return ["/bin/sh", "-c", COUNTING.format(file=folder / "count", fails=fails)]


@pytest.fixture(autouse=True)
def _no_web_app(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(repeat, "PASSED", tmp_path / "passed")


def test_every_run_is_counted_and_has_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeat.repeat(counting(tmp_path, fails=4), 3, tmp_path / "logs")
    assert [line.partition(",")[0] for line in capsys.readouterr().out.splitlines()] == [
        f"run {number} of 3: 3 passed" for number in (1, 2, 3)
    ]
    assert len(list((tmp_path / "logs").iterdir())) == 3


def test_the_first_run_that_fails_is_the_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not repeat.repeat(counting(tmp_path, fails=2), 3, tmp_path / "logs")
    assert capsys.readouterr().out.endswith(f"It failed with exit code 1: see {tmp_path / 'logs' / '2.log'}\n")


def test_the_tests_of_the_web_app_run_each_time(tmp_path: Path) -> None:
    (tmp_path / "passed").touch()
    there = ["/bin/sh", "-c", f"test ! -e {tmp_path / 'passed'} && touch {tmp_path / 'passed'}"]
    assert repeat.repeat(there, 2, tmp_path / "logs")
