"""The command line: parse, call, print."""

import atexit
import gc
from typing import Final

COLLECTED_AFTER: Final = 100_000
"""Threshold of the garbage collector; that of Python, 700, is reached hundreds of times while modules are imported."""

gc.set_threshold(COLLECTED_AFTER)
atexit.register(gc.freeze)  # all there is would be looked through before the end: a sixth of a short command
