"""What holds for all tests."""

import gc
import os

from hypothesis import HealthCheck, settings

from tests.commands import run

__all__ = ["run"]

# Threads of one product wait for each other by counting in circles, and other tests want the processors.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A busy machine is no reason to fail: laws are judged by what they find, not by how long it takes.
settings.register_profile("knobel", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("knobel")

# The usual collector of garbage takes a sixth of the processor time of tests, and finds next to nothing.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    """What was loaded to find the tests stays, and need not be looked through again."""
    gc.collect()
    gc.freeze()
