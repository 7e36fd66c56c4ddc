"""What holds for all tests, those of the game and those of the laboratory."""

import gc
import os
import shutil
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from tests.homes import move_out
from tests.pairs import NIGHTLY

# First of all: what is imported may read settings, and decide where it keeps compiled code.
HOME = move_out()

# Shells let what they start in the background ignore Ctrl+C, and all that it starts in turn; tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Threads of one product wait for each other by counting in circles, and other tests want the processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine is no reason to fail: laws are judged by what they find, not by how long it takes.
settings.register_profile("knobel", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("knobel")

# The usual collector of garbage takes a sixth of the processor time of tests, and finds next to nothing.
gc.set_threshold(50_000, 20, 50)


def pytest_report_header() -> str:
    """Whether this run walks everything."""
    return f"walks: {'everything' if NIGHTLY else 'pairs that cover; make nightly walks everything'}"


def pytest_collection_finish() -> None:
    """What was loaded to find the tests stays, and need not be looked through again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _home_stays_empty() -> Iterator[None]:
    """What a test writes below its home, others would read: it has a `tmp_path`."""
    yield
    written = [str(path) for path in (HOME / ".local").rglob("*")]
    shutil.rmtree(HOME / ".local", ignore_errors=True)
    assert not written, f"written to the home of all tests: {written}"
