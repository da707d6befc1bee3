"""Fails a strict run of the tests, which every change needs before it is merged, if a test is skipped for a reason that
is not allowed.

`may_skip.toml` lists the allowed reasons, and explains for each why a strict run cannot avoid these skips.
"""

import os
import tomllib
from pathlib import Path
from typing import Final

import pytest

LIST: Final = Path(__file__).with_name("may_skip.toml")
STRICT: Final = bool(os.environ.get("ARENA_SKIP_NOTHING"))
_skipped: Final = dict[str, str]()


def allowed() -> list[str]:
    """Returns the beginnings of the allowed reasons for skipping a test."""
    return [entry["reason"] for entry in tomllib.loads(LIST.read_text("utf-8"))["skip"]]


def unlisted(skipped: dict[str, str]) -> list[str]:
    """Returns a line with the test and the reason for each skipped test whose reason is not allowed."""
    may = tuple(allowed())
    return [f"{test}: {reason}" for test, reason in skipped.items() if not reason.startswith(may)]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Records a skipped test and its reason."""
    if report.skipped and isinstance(report.longrepr, tuple):
        _skipped[report.nodeid] = report.longrepr[2].removeprefix("Skipped: ")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Records a skipped test file and its reason."""
    if report.skipped and isinstance(report.longrepr, tuple):
        _skipped[report.nodeid] = report.longrepr[2].removeprefix("Skipped: ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the run if a test was skipped for a reason that is not allowed."""
    if STRICT and not hasattr(session.config, "workerinput") and unlisted(_skipped):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Lists the tests that were skipped for a reason that is not allowed."""
    if STRICT and not hasattr(config, "workerinput") and (found := unlisted(_skipped)):
        terminalreporter.section("skipped, and not listed in tests/suite/may_skip.toml")
        for line in found:
            terminalreporter.line(line)
