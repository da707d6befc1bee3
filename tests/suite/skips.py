"""What may be skipped on a landing: a test that is skipped for a reason that is not listed fails the run.

`may_skip.toml` lists the reasons; each says why no landing can meet it.
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
    """The beginnings of the reasons that may be given."""
    return [entry["reason"] for entry in tomllib.loads(LIST.read_text("utf-8"))["skip"]]


def unlisted(skipped: dict[str, str]) -> list[str]:
    """The tests, with their reasons, that were skipped for another one."""
    may = tuple(allowed())
    return [f"{test}: {reason}" for test, reason in skipped.items() if not reason.startswith(may)]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keeps what was skipped."""
    if report.skipped and isinstance(report.longrepr, tuple):
        _skipped[report.nodeid] = report.longrepr[2].removeprefix("Skipped: ")


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """The same for whole files."""
    if report.skipped and isinstance(report.longrepr, tuple):
        _skipped[report.nodeid] = report.longrepr[2].removeprefix("Skipped: ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the run for what was skipped and is not listed."""
    if STRICT and not hasattr(session.config, "workerinput") and unlisted(_skipped):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Names it."""
    if STRICT and not hasattr(config, "workerinput") and (found := unlisted(_skipped)):
        terminalreporter.section("skipped, and not listed in tests/suite/may_skip.toml")
        for line in found:
            terminalreporter.line(line)
