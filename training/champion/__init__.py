"""Trains the champion, a house bot for Verräter, on its own games; docs/champion.md describes the method and the
results.
"""

import os
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "bots" / "python" / "champion"
"""The folder of the bot. Training imports the bot's modules, so that the facts, which are the numbers that describe a
position to the network, are computed in the same way in training and in play.
"""

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in the bot
sys.path.insert(0, str(FOLDER))
