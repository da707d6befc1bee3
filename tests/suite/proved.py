"""Tests that rest on a proof: those of a language, marked `proved`, where nothing of it has changed."""

import os
from collections import defaultdict
from typing import Final

import pytest

from tests.suite.sizes import ALL
from tools import proofs

WRITES: Final = ALL and bool(os.environ.get("ARENA_PROVE"))
"""Whether the proofs of suites that pass are written."""
rests_on_proof: Final = pytest.mark.proved
"""For tests with a parameter `language`: those of a language run if it has changed, or if it is its turn."""
_outcomes: Final = defaultdict[str, set[str]](set)


def due(language: str) -> bool:
    """Whether tests of a language must be run."""
    return language not in proofs.INPUTS or proofs.due(language)


def _language(item: pytest.Item) -> str | None:
    """Of a test that may rest on a proof."""
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return parameters.get("language") if item.get_closest_marker("proved") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out those that rest."""
    resting = [item for item in items if (language := _language(item)) and not due(language)]
    if resting:
        config.hook.pytest_deselected(items=resting)
        items[:] = [item for item in items if item not in resting]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Says of which language it is, where all reports arrive."""
    if language := _language(item):
        item.user_properties.append(("proves", language))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keeps how tests of languages ended."""
    for name, value in report.user_properties:
        if name == "proves":
            _outcomes[str(value)].add(report.outcome)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Writes what has been proved, where it was asked for."""
    if WRITES and exitstatus == 0 and not hasattr(session.config, "workerinput"):
        passed = [language for language, outcomes in _outcomes.items() if outcomes == {"passed"}]
        proofs.record([language for language in passed if language in proofs.INPUTS])


def pytest_report_header() -> list[str]:
    """Tells what rests on which proof."""
    resting = [name for name in sorted(proofs.INPUTS) if not proofs.due(name)]
    return [f"resting on their proofs: {', '.join(resting) or 'none'}; by turn: {proofs.turn()}"]
