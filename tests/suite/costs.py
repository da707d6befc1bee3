"""What the tests of each folder cost, in processor time with all they started, beside the budget in `budget.toml`;
with `--costs 20` also the twenty dearest tests, with what each took by the clock.

Rule: what a test started and nobody has waited for yet counts for a later test of the same process. A browser lives as
long as its tests, so with these what lives counts.
"""

import os
import resource
import sys
import tomllib
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from arena.transport.machine.sight import US_PER_S, Sight

BUDGET: Final = Path(__file__).with_name("budget.toml")
WORTH_TELLING_S: Final = 1.0
BROWSER: Final = "playwright.sync_api"
"""The module of who drives one."""
_costs: Final = Counter[str]()
_tests: Final = Counter[str]()
_by_test: Final = Counter[str]()
_by_clock: Final = Counter[str]()
_told: Final = [0.0]
"""What was used when the last report was made."""


def _used_s() -> float:
    """Of this process, of all it has waited for, and where it has a browser of all that runs below it."""
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    living = Sight.now().below(os.getpid()) if BROWSER in sys.modules else ()
    return (
        own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
        + sum(one.own_us + one.waited_us for one in living) / US_PER_S
    )  # fmt: skip


def folder_of(test: str) -> str:
    """The folder below `tests` in which a test is."""
    parts = test.partition("::")[0].split("/")
    return "/".join(parts[1:-1][:1]) or "."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option."""
    parser.addoption("--costs", type=int, default=0, metavar="N", help="tell the N tests that cost most")


def pytest_collection_finish() -> None:
    """What it took to collect the tests is the cost of none of them."""
    _told[0] = _used_s()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says with each report what has been used since the one before."""
    report = yield
    used = _used_s()
    report.used_s, _told[0] = max(0.0, used - _told[0]), used  # type: ignore[attr-defined]  # sent on as it is
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Counts it, where the reports of all processes arrive."""
    _costs[folder_of(report.nodeid)] += getattr(report, "used_s", 0.0)  # type: ignore[assignment]
    _tests[folder_of(report.nodeid)] += report.when == "call"
    _by_test[report.nodeid] += getattr(report, "used_s", 0.0)  # type: ignore[assignment]
    _by_clock[report.nodeid] += report.duration  # type: ignore[assignment]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells the cost of each folder, and who is over budget."""
    if hasattr(config, "workerinput"):
        return
    budget: dict[str, float] = tomllib.loads(BUDGET.read_text("utf-8"))["seconds"]
    told = [folder for folder, cost in _costs.most_common() if cost >= WORTH_TELLING_S]
    if not told:
        return
    terminalreporter.section("processor seconds by folder, and the budget of `make test`")
    for folder in told:
        over = "  over budget" if _costs[folder] > budget.get(folder, 0) else ""
        terminalreporter.line(
            f"{folder:<16}{_costs[folder]:>8.1f}{budget.get(folder, 0):>8.0f}{_tests[folder]:>8} tests{over}"
        )
    for test, test_cost in _by_test.most_common(config.getoption("costs")):
        terminalreporter.line(f"{test_cost:>8.2f}{_by_clock[test]:>8.2f} by the clock  {test}")
    cost, most, tests = (sum(counted.values()) for counted in (_costs, budget, _tests))
    terminalreporter.line(f"{'all':<16}{cost:>8.1f}{most:>8.0f}{tests:>8} tests")
