"""Metrics for Prometheus: of one worker, or added up over all of them."""

import os
from functools import cache
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder through which several workers add up their metrics; `knobel serve --workers` makes it."""
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The metrics of one worker, in a registry of its own."""

    def __init__(self) -> None:
        own = CollectorRegistry()
        self.requests = Counter(
            "knobel_requests", "Requests that were answered.", ("method", "route", "status"), registry=own
        )
        self.seconds = Histogram(
            "knobel_request_seconds",
            "How long answers took; streams left out.",
            ("route",),
            registry=own,
            buckets=_BUCKETS,
        )
        self.refused = Counter("knobel_refused", "Requests that were refused.", ("status",), registry=own)
        self.broken = Counter("knobel_broken", "Faults of the server.", registry=own)
        self.streams = Gauge(
            "knobel_streams", "Clients that follow a table now.", registry=own, multiprocess_mode="livesum"
        )
        # To find the figure for some labels takes longer than to count; there are as many as there are routes.
        self.answered = cache(self.requests.labels)
        self.took = cache(self.seconds.labels)
        self._folder = Path(os.environ[SHARED]) if os.environ.get(SHARED) else None
        if self._folder is None:
            ProcessCollector(registry=own)
            PlatformCollector(registry=own)
            GCCollector(registry=own)
        self._own = own

    def page(self) -> bytes:
        """All metrics as Prometheus reads them."""
        if self._folder is None:
            return generate_latest(self._own)
        self._mark_dead()
        together = CollectorRegistry()
        MultiProcessCollector(together)
        return generate_latest(together)

    def close(self) -> None:
        """Take the gauges of this worker out of the sum; what was counted stays."""
        if self._folder:
            mark_process_dead(os.getpid())

    def _mark_dead(self) -> None:
        """Do the same for workers that were killed."""
        assert self._folder
        for path in self._folder.glob("gauge_live*_*.db"):
            number = int(path.stem.rpartition("_")[2])
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                mark_process_dead(number)
            except PermissionError:
                continue
