"""Tests that rest on a proof, marked `proved`: of a language, or of another suite, where nothing of it has changed."""

from collections import defaultdict
from typing import Any, Final

import pytest

from tools import proofs

rests_on_proof: Final = pytest.mark.proved
"""For tests with a parameter `language`, which is their suite: they run if it has changed, or if it is its turn.

`rests_on_proof(NAME)` is for tests of the suite NAME; of those with a language, for the languages that are no suite.
"""
BROWSER: Final = "browser"
"""The fixture, and the suite, of tests in a browser, which need no mark."""
_outcomes: Final = defaultdict[str, set[str]](set)
_known: Final = dict[str, bool]()
"""Whether each suite must be run, as whoever shares out the tests has found out: it hashes files and asks tools."""


def due(suite: str) -> bool:
    """Whether tests of a suite must be run."""
    return suite not in proofs.INPUTS or (_known[suite] if _known else proofs.due(suite))


def _suite(item: pytest.Item) -> str | None:
    """Of a test that may rest on a proof."""
    mark = item.get_closest_marker("proved")
    if not mark:
        return None
    language = getattr(getattr(item, "callspec", None), "params", {}).get("language")
    return language if language in proofs.INPUTS else next(iter(mark.args), None)


def pytest_configure(config: pytest.Config) -> None:
    """Refuses to write the proofs of suites of which some tests are not run."""
    _known.update(getattr(config, "workerinput", {}).get("due", {}))
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    chosen = any(map(config.getoption, ("keyword", "deselect", "ignore", "ignore_glob")))
    if proofs.PROVES and (named or chosen):
        raise pytest.UsageError("ARENA_PROVE writes proofs of whole suites; name no tests: pytest -m proved")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a process that is given tests which suites must be run."""
    node.workerinput["due"] = {suite: proofs.due(suite) for suite in proofs.INPUTS}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out those that rest."""
    for item in items:
        if BROWSER in getattr(item, "fixturenames", ()) and not item.get_closest_marker("proved"):
            item.add_marker(rests_on_proof(BROWSER))
    resting = {item for item in items if (suite := _suite(item)) and not due(suite)}
    if resting:
        config.hook.pytest_deselected(items=list(resting))
        items[:] = [item for item in items if item not in resting]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Says of which suite it is, where all reports arrive."""
    if suite := _suite(item):
        item.user_properties.append(("proves", suite))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keeps how tests of suites ended."""
    for name, value in report.user_properties:
        if name == "proves":
            _outcomes[str(value)].add(report.outcome)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Writes what has been proved, where it was asked for."""
    if proofs.PROVES and exitstatus == 0 and not hasattr(session.config, "workerinput"):
        proofs.record([suite for suite, outcomes in _outcomes.items() if outcomes == {"passed"}])


def pytest_report_header() -> list[str]:
    """Tells what rests on which proof."""
    resting = [name for name in sorted(proofs.INPUTS) if not proofs.due(name)]
    return [f"resting on their proofs: {', '.join(resting) or 'none'}; by turn: {proofs.turn()}"]
