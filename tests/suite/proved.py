"""Leaves out tests whose suite has a valid proof: the suite has passed before, and its inputs have not changed since.

A suite is the tests of bots in one programming language, or another group of tests. The tests of suites have the mark
`proved`.
"""

from collections import defaultdict
from typing import Any, Final

import pytest

from tools import proofs

rests_on_proof: Final = pytest.mark.proved
"""The mark for tests that are left out while the proof of their suite is valid. They run if the inputs of the suite
have changed, or if it is the suite's turn: with each commit, one suite runs even if its proof is valid.

A test with this mark belongs to the suite of its parameter `language`. If it has no such parameter, or if the language
has no suite, it belongs to the suite NAME of its mark `rests_on_proof(NAME)`.
"""
BROWSER: Final = "browser"
"""The name of the fixture for tests in a browser, and of their suite; these tests need no mark."""
_outcomes: Final = defaultdict[str, set[str]](set)
_known: Final = dict[str, bool]()
"""Whether each suite must be run, by the suite's name.

The process that distributes the tests finds this out for all workers, because it is slow to hash files and run tools.
"""


def due(suite: str) -> bool:
    """Returns whether the tests of a suite must be run."""
    return suite not in proofs.INPUTS or (_known[suite] if _known else proofs.due(suite))


def _suite(item: pytest.Item) -> str | None:
    """Returns the name of the suite to which a test belongs; None if it belongs to none."""
    mark = item.get_closest_marker("proved")
    if not mark:
        return None
    language = getattr(getattr(item, "callspec", None), "params", {}).get("language")
    return language if language in proofs.INPUTS else next(iter(mark.args), None)


def pytest_configure(config: pytest.Config) -> None:
    """Stores, in a worker of pytest-xdist, which suites must be run (see `pytest_configure_node`).

    Raises UsageError if the run should write proofs, but was started with a choice of tests.
    """
    _known.update(getattr(config, "workerinput", {}).get("due", {}))
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    chosen = any(map(config.getoption, ("keyword", "deselect", "ignore", "ignore_glob")))
    if proofs.PROVES and (named or chosen):
        raise pytest.UsageError("ARENA_PROVE writes proofs of whole suites; name no tests: pytest -m proved")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker of pytest-xdist which suites must be run."""
    node.workerinput["due"] = {suite: proofs.due(suite) for suite in proofs.INPUTS}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests whose suite has a valid proof."""
    for item in items:
        if BROWSER in getattr(item, "fixturenames", ()) and not item.get_closest_marker("proved"):
            item.add_marker(rests_on_proof(BROWSER))
    resting = {item for item in items if (suite := _suite(item)) and not due(suite)}
    if resting:
        config.hook.pytest_deselected(items=list(resting))
        items[:] = [item for item in items if item not in resting]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Adds the suite of a test to its report, for the process that receives all reports."""
    if suite := _suite(item):
        item.user_properties.append(("proves", suite))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Records the outcomes of the tests of each suite."""
    for name, value in report.user_properties:
        if name == "proves":
            _outcomes[str(value)].add(report.outcome)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Writes the proofs of all suites that passed, if the run was started to write proofs."""
    if proofs.PROVES and exitstatus == 0 and not hasattr(session.config, "workerinput"):
        proofs.record([suite for suite, outcomes in _outcomes.items() if outcomes == {"passed"}])


def pytest_report_header() -> list[str]:
    """Returns a line that names the suites left out because of their proofs, and the suite that this commit runs even
    if its proof is valid.
    """
    resting = [name for name in sorted(proofs.INPUTS) if not proofs.due(name)]
    return [f"resting on their proofs: {', '.join(resting) or 'none'}; by turn: {proofs.turn()}"]
