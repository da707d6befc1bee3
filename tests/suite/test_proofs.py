"""What rests on a proof: the proof names all that decides how its tests end."""

from pathlib import Path

import pytest

from tools.proofs import INPUTS, TREE
from tools.reach import needed

SUITES = {
    "browser": ["tests/web/playing", "tests/web/replaying", "tests/web/telling", "tests/web/test_browser.py"],
    "check": [
        "tests/authoring/conformance/test_check_house_bots.py",
        "tests/authoring/conformance/test_check_miniatures.py",
    ],
    "strength": ["tests/bots/test_strength.py", "tests/bots/test_hetverraad_bots.py"],
}
"""Where the tests of suites are that are no languages."""


@pytest.mark.parametrize("suite", SUITES)
def test_what_its_tests_import_is_among_its_inputs(suite: str) -> None:
    files = [file for place in SUITES[suite] for file in ([TREE / place, *(TREE / place).glob("test_*.py")])]
    tests = [file for file in files if file.is_file()]
    assert tests
    inputs = [Path(place) for place in INPUTS[suite]]
    for name in {name for test in tests for name in [*needed(test), test.relative_to(TREE).as_posix()]}:
        path = Path(name)
        assert path.name == "__init__.py" or any(path.is_relative_to(place) for place in inputs), name
