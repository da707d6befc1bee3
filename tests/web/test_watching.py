"""Tests of a league that another process plays, watched in Chromium while the server stops and starts again."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leaderboards.pages.shown import followed
from leaderboards.store import Store
from tests.end_to_end.processes import arena, ended, random_league, running, until
from tests.suite.sizes import full
from tests.web.leagues import as_printed
from tests.web.serving import free_port, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BLOCKS = 667
PLAYED_S = 300.0
"""The most seconds to wait for the league, which has many matches and takes long when other tests run at the same time.
"""
LONG_S = 900
"""Each bot's time for a match in seconds, so long that no bot runs out of time while the league is halted."""
MISSED = 100
"""The fewest matches that are played while the browser is not connected."""


def stored(folder: Path) -> int:
    """Returns the number of matches stored so far."""
    with closing(Store.open(folder / "results" / "cup")) as store:
        return store.count()


def blocks_shown(page: "Page") -> int:
    """Returns the number of blocks that the table on the page counts."""
    return int(page.locator("#progress progress").get_attribute("value") or 0)


@contextmanager
def going_on(league: subprocess.Popen[str]) -> Iterator[None]:
    """Lets a halted league play during the `with` block."""
    os.killpg(league.pid, signal.SIGCONT)
    yield
    os.killpg(league.pid, signal.SIGSTOP)


def table_shown(page: "Page") -> list[list[str]]:
    """Returns the rows of the table on the page, each with its cells in the order of columns of `arena standings`.

    Leaves out the column that shows the Elo intervals as drawings.
    """
    rows = page.locator("table.standings tbody tr").all()
    return [[*as_printed(row.locator("th, td").all_inner_texts())] for row in rows]


def table_printed(folder: Path) -> list[list[str]]:
    """Returns the cells of the table that `arena standings` prints."""
    lines = arena(folder, "standings", "results/cup", "--format", "md").out.splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("|")][2:]


@full  # in `make test`: test_a_league_is_watched_to_its_end_though_the_server_was_lost_twice in test_browser.py
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_thousand_matches_are_watched_to_the_last_digit(
    browser: "Browser", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that follows a league of 2,001 matches shows the same table at the end as `arena standings`, although the
    server stops twice. The test lets the league play only while the test waits for more matches. Therefore the
    league is still in progress at the second stop.
    """
    monkeypatch.setattr(followed, "STRENGTHS_REST", 0)
    league_file = random_league(tmp_path, BLOCKS)
    league_file.write_text(f"clock.bank_ms = {1000 * LONG_S}\n{league_file.read_text()}")
    page, port = browser.new_page(), free_port()
    page.set_default_timeout(1000 * PLAYED_S)
    with running(tmp_path, "cup.toml", "--workers", "1", "--in-flight", "8", matches=10) as league:
        os.killpg(league.pid, signal.SIGSTOP)
        for losses in range(3):
            with serving(tmp_path / "results", port=port) as address:
                if not losses:
                    page.goto(f"{address}/cup/")
                page.get_by_text("not connected; trying again").wait_for(state="hidden")
                before = blocks_shown(page)
                with going_on(league):
                    page.wait_for_function("n => document.querySelector('#progress progress')?.value > n", arg=before)
                    if losses == 2:
                        page.get_by_text(f"after block {BLOCKS} of {BLOCKS}").wait_for()
                        page.get_by_text(f"Plackett-Luce after {BLOCKS} blocks").wait_for()
            page.get_by_text("not connected; trying again").wait_for()
            if losses < 2:
                wanted = stored(tmp_path) + MISSED
                with going_on(league):
                    # the default value binds `wanted` now
                    until(lambda wanted=wanted: stored(tmp_path) >= wanted, f"{wanted} matches are stored")  # type: ignore[misc]
                assert league.poll() is None, "the league was over before the server was lost twice"
        os.killpg(league.pid, signal.SIGCONT)
        assert ended(league).status == 0
    assert stored(tmp_path) == 3 * BLOCKS
    assert table_shown(page) == table_printed(tmp_path)
    page.close()
