"""What tests need to know of boxes."""

import shutil
from typing import Final

import pytest

from arena.sandbox.kernel import landlock
from arena.sandbox.levels import Level

boxed: Final = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="bubblewrap is not installed (apt-get install bubblewrap)"
)
"""For tests of what only a box does."""
LEVELS: Final = [
    pytest.param(Level.BOXED, marks=boxed),
    pytest.param(Level.CONFINED, marks=pytest.mark.skipif(landlock.version() < 4, reason="there is no Landlock")),
]
"""At which builds are confined."""
