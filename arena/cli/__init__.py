"""The command line: it parses arguments, calls the rest of the arena, and prints."""

import atexit
import gc
from typing import Final

COLLECTED_AFTER: Final = 100_000
"""The number of new objects after which the garbage collector starts. Python's own threshold, 700, would start it
hundreds of times while modules are imported.
"""

gc.set_threshold(COLLECTED_AFTER)
atexit.register(gc.freeze)  # a collection at the end would take a sixth of the time of a short command
