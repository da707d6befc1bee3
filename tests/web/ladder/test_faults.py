"""Tests how an author gets from a fault to the bot's output and to the match, in Chromium."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.ladder.conftest import quick  # noqa: F401  # a fixture, used by its name
from tests.ladder.playing.ladders import LONG_S, enter, first_bot, quick_ladder, told
from tests.ladder.serving import arena_serve, ladder_of, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FAULTS = re.compile(r"<id>([^<]*)</id><title>[^<]* faults? or more in [^<]*</title><updated>([^<]*)<")
PRINTED = "it is the year of the <b>carp</b>"


@pytest.mark.usefixtures("quick")
def test_an_author_reads_what_the_bot_printed_and_steps_through_the_match(browser: "Browser", tmp_path: Path) -> None:
    folder, port, [(ann, link)] = ladder_of(tmp_path, "Ann")
    quick_ladder(folder)
    with ThreadPoolExecutor(1) as beside:  # another thread, because the browser's event loop runs in this one
        number = beside.submit(enter, folder, "Ann", first_bot("mine", fails_with=PRINTED)).result()
    with arena_serve(folder, port):
        ann.sign_in(link)
        wait_for(lambda: any(one["faults"] for one in told(ann, number)["ladders"]), LONG_S)
        feed = urlsplit(str(ann.post("/ladder/feeds").json["link"])).path
        first, again = (dict(FAULTS.findall(ann.get(feed).text)) for _ in range(2))
        assert first
        assert {one: again.get(one, at) for one, at in first.items()} == first  # the second answer may have new entries
        page = browser.new_page(locale="en")
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(str(ann.post("/ladder/links").json["link"]))
        page.get_by_role("button", name="Sign in with this browser").click()
        page.get_by_role("heading", name="Sign-ins").wait_for()
        page.goto(f"{ann.server}/ladder/submissions/{number}")
        assert PRINTED in page.locator("#content").inner_text()
        page.locator("#content").get_by_role("link", name=re.compile(r"\bmatch\b", re.IGNORECASE)).first.click()
        page.locator(".viewer").wait_for()
        page.get_by_role("button", name="Last step").click()
        assert "The match is over." in page.locator(".sentence").inner_text()
        assert PRINTED not in page.locator("body").inner_text()
        page.close()
