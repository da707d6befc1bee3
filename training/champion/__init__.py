"""Trains the champion of Verräter on its own games; docs/champion.md says how, and what came of it."""

import os
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "bots" / "python" / "champion"
"""The folder of the bot, whose modules training uses, too: what it learns from is what it plays by."""

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in the bot
sys.path.insert(0, str(FOLDER))
