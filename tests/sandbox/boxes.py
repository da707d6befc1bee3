"""Marks and parameters for tests that need boxes, which are sandboxes made with bubblewrap."""

import shutil
from typing import Final

import pytest

from arena.sandbox.kernel import landlock
from arena.sandbox.levels import Level

boxed: Final = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="bubblewrap is not installed (apt-get install bubblewrap)"
)
"""The mark of tests that need a box; they are skipped if bubblewrap is not installed."""
LEVELS: Final = [
    pytest.param(Level.BOXED, marks=boxed),
    pytest.param(Level.CONFINED, marks=pytest.mark.skipif(landlock.version() < 4, reason="there is no Landlock")),
]
"""The levels at which builds are confined, as parameters of tests."""
