"""The program of miniatures that speak HTTP/2 by hand: like `run.py`, but `play` must connect to the arena itself."""

import os
import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.miniatures.wire import note_process

note_process(os.getpid())
runpy.run_path("bot.py")["play"]()
