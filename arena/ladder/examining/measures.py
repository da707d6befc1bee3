"""Measures how long the steps of an examination take, for operators.

Rule: what is counted or logged names a submission by its number, and nothing that a stranger wrote.
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
    """Within it a step is taken; it ends as done, as rejected, as hindered by us, or it was ended or failed."""
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
