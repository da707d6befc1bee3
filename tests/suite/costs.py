"""Reports the cost of the tests in each folder, beside the folder's budget from `budget.toml`. The cost is the
processor time of the tests and of all processes that they started.

`--dearest 40` also reports the 40 tests with the most processor time, and the 40 tests that waited longest without
using the processor.

Rule: the time of a child process counts for the test that waits for its end, even if an earlier test in the same worker
started it. In a worker whose tests use a browser, the time of a living child process counts for the test that runs
meanwhile, because a browser runs longer than one test.
"""

import os
import resource
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Generator
from heapq import nlargest
from operator import itemgetter
from pathlib import Path
from typing import Final

import pytest

from arena.system.processes.process_table import US_PER_S, Sight

BUDGET: Final = Path(__file__).with_name("budget.toml")
WORTH_TELLING_S: Final = 1.0
BROWSER: Final = "playwright.sync_api"
"""The module that is imported in a process whose tests use a browser."""
_costs: Final = Counter[str]()
_tests: Final = Counter[str]()
_by_test: Final = defaultdict[str, float](float)
_waited: Final = defaultdict[str, float](float)
_told: Final = [0.0]
"""The processor seconds used until the last test report, as the only item."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option for the number of tests that are reported one by one."""
    parser.addoption("--dearest", type=int, default=0, metavar="N", help="tell the N tests that cost most")


def _used_s() -> float:
    """Returns the processor seconds used by this process and its ended child processes. If tests of this process use a
    browser, the result includes all living child processes.
    """
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    living = Sight.now().below(os.getpid()) if BROWSER in sys.modules and _has_children() else ()
    return (
        own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
        + sum(one.own_us + one.waited_us for one in living) / US_PER_S
    )  # fmt: skip


def _has_children() -> bool:
    """Returns whether this process has child processes. Usually it has none, and this check is a hundred times quicker
    than reading all processes.
    """
    try:
        return any(
            Path(f"/proc/self/task/{task.name}/children").read_bytes() for task in Path("/proc/self/task").iterdir()
        )
    except OSError:  # a thread has just ended, or this system has no such file
        return True


def folder_of(test: str) -> str:
    """Returns the folder below `tests` that contains a test; `.` for a test directly in `tests`."""
    parts = test.partition("::")[0].split("/")
    return "/".join(parts[1:-1][:1]) or "."


def pytest_collection_finish() -> None:
    """Resets the used time, so that the cost of collecting tests counts for no test."""
    _told[0] = _used_s()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to each test report the processor seconds used since the previous report."""
    report = yield
    used = _used_s()
    # pytest-xdist sends the attributes of a report on
    report.used_s, _told[0] = max(0.0, used - _told[0]), used  # type: ignore[attr-defined]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Adds the cost in a report to the sums; this runs in the process that receives the reports of all workers."""
    used = getattr(report, "used_s", 0.0)
    _costs[folder_of(report.nodeid)] += used  # type: ignore[assignment]
    _by_test[report.nodeid] += used
    _waited[report.nodeid] += report.duration - used
    _tests[folder_of(report.nodeid)] += report.when == "call"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the cost of each folder, and marks folders that exceed their budget."""
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
    cost, most, tests = (sum(counted.values()) for counted in (_costs, budget, _tests))
    terminalreporter.line(f"{'all':<16}{cost:>8.1f}{most:>8.0f}{tests:>8} tests")
    for title, counted in (("cost", _by_test), ("waited", _waited)):
        for test, seconds in nlargest(config.getoption("dearest"), counted.items(), key=itemgetter(1)):
            terminalreporter.line(f"{title} {seconds:>6.1f} s  {test}")
