"""Tests proofs: a proof covers all inputs that decide how the tests of a suite end, and is written only if all these
tests ran.
"""

from pathlib import Path
from typing import cast

import pytest

from tests.suite import proved
from tools import proofs
from tools.proofs import INPUTS, TREE
from tools.reach import needed

SUITES = {
    "browser": [
        path for path in sorted(TREE.glob("tests/web/**/test_*.py")) if "browser" in path.read_text("utf-8").lower()
    ],
    "check": sorted(TREE.glob("tests/authoring/conformance/test_check_[hm]*.py")),
    "strength": [TREE / "tests/bots/test_strength.py", TREE / "tests/bots/test_hetverraad_bots.py"],
}
"""The test files of some suites, by the suite's name."""


@pytest.mark.parametrize("suite", SUITES)
def test_what_its_tests_import_is_among_its_inputs(suite: str) -> None:
    assert SUITES[suite]
    inputs = [Path(place) for place in INPUTS[suite]]
    for test in SUITES[suite]:
        for name in [*needed(test), test.relative_to(TREE).as_posix()]:
            assert any(Path(name).is_relative_to(place) for place in inputs), f"{test} needs {name}"


@pytest.mark.parametrize("chosen", ["args", "keyword", "deselect", "ignore", "ignore_glob"])
def test_no_proof_is_written_by_a_run_of_some_tests(monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    class Some:
        args_source = pytest.Config.ArgsSource.ARGS if chosen == "args" else pytest.Config.ArgsSource.TESTPATHS

        def getoption(self, name: str) -> object:
            return ["tests/web"] if name == chosen else None

    some = cast("pytest.Config", Some())
    proved.pytest_configure(some)
    monkeypatch.setattr(proofs, "PROVES", True)
    with pytest.raises(pytest.UsageError, match="ARENA_PROVE writes proofs of whole suites; name no tests"):
        proved.pytest_configure(some)
    monkeypatch.setattr(Some, "args_source", pytest.Config.ArgsSource.TESTPATHS)
    monkeypatch.setattr(Some, "getoption", lambda *_: None)
    proved.pytest_configure(some)
