"""Workers of a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from distributed import Client, KilledWorker

from knobel.core.errors import BadSetup

CONNECT_SECONDS = 10


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the cluster with this scheduler; Dask gives what was lost with a worker to another one."""
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0][:200]
        raise BadSetup(f"there is no Dask scheduler at {address[:60]!r}: {reason}") from error
    with client:
        executor = client.get_executor()
        try:
            yield executor
        except (KilledWorker, CancelledError) as error:
            raise BadSetup(
                f"the cluster lost the work ({type(error).__name__}); the same command goes on where it stopped"
            ) from error
        finally:
            executor.shutdown(wait=False)
