"""The state of a ladder as Prometheus metrics."""

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from arena.errors import ArenaError
from arena.ladder.ladder import Service
from arena.ladder.limits import warnings
from arena.ladder.status import Status, status_of


class LadderFacts(Collector):
    """A Prometheus collector of the metrics of one ladder."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Yields the present metrics.

        If the database cannot be read, the metrics report only this failure and whether the workers of the ladder run.
        """
        yield _gauge("arena_worker_running", "Whether the worker runs.", self._service.is_working())
        try:
            status = status_of(self._service.ladder)
        except (ArenaError, OSError):
            yield _gauge("arena_database_readable", "Whether the database can be read.", 0)
            return
        yield _gauge("arena_database_readable", "Whether the database can be read.", 1)
        yield from _told(status)


def _told(status: Status) -> Iterator[Metric]:
    submissions = GaugeMetricFamily("arena_submissions", "Submissions, by state.", labels=("state",))
    for state, count in status.submissions.items():
        submissions.add_metric((str(state),), count)
    yield submissions
    queue = GaugeMetricFamily("arena_queue", "Jobs that are not done, and submissions that are held.", labels=("kind",))
    for kind, count in (("waiting", status.waiting), ("under-way", status.under_way), ("held", status.held)):
        queue.add_metric((kind,), count)
    yield queue
    yield _gauge("arena_queue_oldest_seconds", "How long the oldest submission in the queue is there.", status.oldest_s)
    yield _gauge("arena_warnings", "Things to see to before hand-ins are refused.", len(warnings(status)))
    yield _gauge("arena_archive_bytes", "What was handed in, all together.", status.archive_bytes)
    free = GaugeMetricFamily("arena_free_bytes", "Room on the disks.", labels=("disk",))
    free.add_metric(("ladder",), status.free_bytes)
    free.add_metric(("copies",), status.copies_free_bytes)
    yield free


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)
