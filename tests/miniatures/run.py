"""The program of all miniatures: it records its process id, then calls `play` from the bot.py of its folder."""

import os
import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.miniatures.wire import Wire, note_process

note_process(os.getpid())
runpy.run_path("bot.py")["play"](Wire())
