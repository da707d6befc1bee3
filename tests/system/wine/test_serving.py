"""Tests of pages and of matches with people, served on Windows and used through a browser and HTTP from outside."""

import random
from urllib.parse import urljoin

from playwright.sync_api import sync_playwright

from tests.system.test_walk import GOOD, league
from tests.system.wine.windows import Windows, on_wine
from tests.tables.people import Person, play
from tests.web.serving import CHROMIUM, free_port, get

pytestmark = on_wine


def test_a_league_is_read_and_a_match_played_in_a_table_with_house_bots(windows: Windows) -> None:
    file = league(windows.folder, "cup", GOOD, seats=4, rounds=1, bank_ms=120_000)
    windows.run("run-league", file.name, "--workers", "1", "--db", "there/league.db")
    assert "begin with out\\index.html" in windows.run("site", "there", "out")
    port = free_port()
    served = ("serve", "there", "--bind", f"127.0.0.1:{port}", "--sandbox", "none")
    with windows.running(*served, until=r"http://\S+"), sync_playwright() as playing:
        address = f"http://127.0.0.1:{port}/"
        browser = playing.chromium.launch(executable_path=str(CHROMIUM))
        page = browser.new_page()
        complaints: list[object] = []
        # Playwright sets an attribute on the function
        page.on("pageerror", lambda error: complaints.append(error))  # noqa: PLW0108
        page.goto(urljoin(address, "cup/index.html"))
        assert page.get_by_role("row").filter(has_text="mine").count()
        assert (windows.folder / "out" / "cup" / "index.html").exists()
        page.goto(urljoin(address, "cup/matches/1.html"))
        page.locator("arena-replay .stage").wait_for()
        browser.close()
        assert not complaints
        person = Person(address.rstrip("/"))
        person.open(game="verraeter", seats=["person", "greedy", "banker"])
        person.post("ready")  # starts the match, unless the bots have begun already
        assert play(person, random.Random(3)).table["state"] == "finished"
        assert "mine" in get(urljoin(address, "cup/index.html")).text
