"""What tests need to know of boxes."""

import shutil
from typing import Final

import pytest

boxed: Final = pytest.mark.skipif(
    not shutil.which("bwrap"), reason="bubblewrap is not installed (apt-get install bubblewrap)"
)
"""For tests of what only a box does."""
