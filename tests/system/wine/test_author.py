"""Tests that the author's commands in `author.py` succeed on Windows, and print the same digest of the league's results
as on Linux.
"""

import subprocess
from typing import Final

from tests.installed import TREE, python
from tests.system.wine.windows import Windows, on_wine

pytestmark = on_wine
AUTHOR: Final = str(TREE / "tests" / "system" / "author.py")


def test_an_author_walks_to_the_end(windows: Windows) -> None:
    here = subprocess.run((python(), AUTHOR), stdout=subprocess.PIPE, text=True, check=True)
    assert windows.run(program=(AUTHOR,)).splitlines()[-1] == here.stdout.splitlines()[-1]
