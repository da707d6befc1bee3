"""The command line: it parses arguments, calls the rest of the arena, and prints."""

import atexit
import gc
from typing import Final

COLLECTED_AFTER: Final = 100_000
"""The garbage collector's threshold; with Python's own, 700, importing modules would start it hundreds of times."""

gc.set_threshold(COLLECTED_AFTER)
atexit.register(gc.freeze)  # a collection at the end would take a sixth of a short command
