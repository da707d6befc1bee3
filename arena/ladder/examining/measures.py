"""Measures the duration of each step of an examination, for operators.

Rule: measurements and logs identify a submission only by its number, and contain no text by a stranger.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import Histogram

from arena.ladder.examining.examining import Hindrance, Rejection

LOG: Final = logging.getLogger(__name__)
STEP_S: Final = Histogram(
    "arena_step_seconds",
    "How long steps of submissions took, by step and how it ended.",
    ("step", "ended"),
    buckets=(0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000),
    registry=None,
)


@contextmanager
def timed(step: str, submission: int) -> Iterator[None]:
    """Measures and logs the duration of the `with` block, as a step of this submission.

    The result of the step is "done", "rejected", "hindered" (by a fault of the server) or "ended" (any other error).
    """
    begun, ended = time.monotonic(), "ended"
    try:
        yield
        ended = "done"
    except Rejection:
        ended = "rejected"
        raise
    except Hindrance:
        ended = "hindered"
        raise
    finally:
        took_s = time.monotonic() - begun
        STEP_S.labels(step, ended).observe(took_s)
        LOG.info("step", extra={"submission": submission, "step": step, "ended": ended, "ms": int(took_s * 1000)})
