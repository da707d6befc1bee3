"""The walk of the workflow for three systems: its league has the same matches on Windows as on Linux."""

import subprocess
from typing import Final

from tests.installed import TREE, python, surroundings
from tests.system.wine.windows import Windows, on_wine

pytestmark = on_wine
AUTHOR: Final = str(TREE / "tests" / "system" / "author.py")


def test_it_ends_alike_on_both_systems(windows: Windows) -> None:
    walked = subprocess.run((python(), AUTHOR), env=surroundings(), capture_output=True, text=True, check=False)
    assert walked.returncode == 0, walked.stderr
    assert windows.run(program=(AUTHOR,)).splitlines()[-1] == walked.stdout.splitlines()[-1]
