"""Prometheus metrics of one worker, or summed over all workers; none without the extra `metrics`."""

import asyncio
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

INSTALLED = find_spec("prometheus_client") is not None
"""Whether the extra `metrics` is installed."""
if INSTALLED:
    from prometheus_client import (
        CONTENT_TYPE_LATEST,
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
"""The environment variable with the folder in which several workers share metrics; `knobel serve --workers` sets it."""
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


GONE = "499"
"""The status of a request whose client disconnected before it was answered."""
_TOGETHER = 0.5
"""Seconds for which requests are collected and then counted in one batch, which takes a third of the time."""


class Metrics:
    """The metrics of one worker, in a registry of its own."""

    def __init__(self) -> None:
        own = CollectorRegistry()
        self._requests = Counter("knobel_requests", "Answered requests.", ("method", "route", "status"), registry=own)
        self._seconds = Histogram(
            "knobel_request_seconds",
            "How long responses took, without streams.",
            ("route",),
            registry=own,
            buckets=_BUCKETS,
        )
        self._refused = Counter("knobel_refused", "Refused requests.", ("status",), registry=own)
        self._broken = Counter("knobel_broken", "Errors of the server.", registry=own)
        self._streams = Gauge(
            "knobel_streams", "Clients that are following a table.", registry=own, multiprocess_mode="livesum"
        )
        # Cached, because looking up the labels takes longer than counting; there are only as many as there are routes.
        self._answered = cache(self._requests.labels)
        self._took = cache(self._seconds.labels)
        self._noted: list[tuple[str, str, str, float | None]] = []
        self._folder = Path(os.environ[SHARED]) if os.environ.get(SHARED) else None
        if self._folder is None:
            ProcessCollector(registry=own)
            PlatformCollector(registry=own)
            GCCollector(registry=own)
        self._own = own

    def note(self, method: str, route: str, status: str, seconds: float | None) -> None:
        """Record an answered request and its duration (None for a stream); it is counted with the next batch."""
        if not self._noted:
            asyncio.get_running_loop().call_later(_TOGETHER, self._count)
        self._noted.append((method, route, status, seconds))

    def count_fault(self) -> None:
        """Count a fault of the server."""
        self._broken.inc()

    def count_streams(self, change: int) -> None:
        """Count streams that were opened, or, below zero, closed."""
        self._streams.inc(change)

    def _count(self) -> None:
        noted, self._noted = self._noted, []
        for method, route, status, seconds in noted:
            self._answered(method, route, status).inc()
            if status >= "400" and status != GONE:
                self._refused.labels(status).inc()
            if seconds is not None:
                self._took(route).observe(seconds)

    @property
    def media_type(self) -> str:
        """The media type of the page."""
        return CONTENT_TYPE_LATEST

    def page(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        self._count()
        if self._folder is None:
            return generate_latest(self._own)
        self._mark_dead()
        together = CollectorRegistry()
        MultiProcessCollector(together)
        return generate_latest(together)

    def close(self) -> None:
        """Remove the gauges of this worker from the sum; its counters stay."""
        self._count()
        if self._folder:
            mark_process_dead(os.getpid())

    def _mark_dead(self) -> None:
        """Remove the gauges of workers that were killed."""
        assert self._folder
        for path in self._folder.glob("gauge_live*_*.db"):
            number = int(path.stem.rpartition("_")[2])
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                mark_process_dead(number)
            except PermissionError:
                continue


class NoMetrics:
    """Counts nothing, where the extra `metrics` is not installed."""

    def note(self, *_: object) -> None:
        """Ignore an answered request."""

    def count_fault(self) -> None:
        """Ignore a fault of the server."""

    def count_streams(self, _: int) -> None:
        """Ignore a stream."""

    def close(self) -> None:
        """Do nothing."""


def new_metrics() -> Metrics | NoMetrics:
    """The metrics of this worker."""
    return Metrics() if INSTALLED else NoMetrics()
