"""Trains the champion, a house bot for Verräter, on its own games; docs/champion.md describes the method and the
results.
"""

import os
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "bots" / "python" / "champion"
"""The folder of the bot. Training imports the bot's modules, so that both compute the network's inputs in one way."""

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in the bot
sys.path.insert(0, str(FOLDER))
