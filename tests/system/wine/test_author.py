"""The walk of the workflow for three systems ends well on Windows."""

import re
from typing import Final

from tests.installed import TREE
from tests.system.wine.windows import Windows, on_wine

pytestmark = on_wine
AUTHOR: Final = str(TREE / "tests" / "system" / "author.py")


def test_an_author_walks_to_the_end(windows: Windows) -> None:
    assert re.fullmatch("[0-9a-f]{64}", windows.run(program=(AUTHOR,)).splitlines()[-1])
