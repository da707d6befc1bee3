"""Tests of the replay viewer, in Chromium; skipped if it is not installed."""

import gzip
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final
from urllib.request import urlopen

import pytest

from tests.suite.sizes import latin, sized
from tests.web.leagues import WRONG
from tests.web.serving import get

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES: Final = ("verraeter", "hetverraad")
EYES: Final = ("all", "table", "0", "1")
TOLD: Final = (
    ("de", "Die Partie beginnt.", "Letzter Schritt"),
    ("fr", "La partie commence.", "Dernière étape"),
    ("nl", "De partij begint.", "Laatste stap"),
)
"""For each language, the first sentence of the replay and the label of the button that leads to its end."""

EDGES = """() => {
    const [board, bar] = [".board-area", ".bar"].map((one) => document.querySelector(one).getBoundingClientRect());
    const parts = [...document.querySelectorAll(":is(.city, .circle, .seat, :is(.piles, .markets) .row)")];
    const lowest = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
    return [(board.width * board.height) / (innerWidth * innerHeight), lowest, bar.top, bar.bottom];
}"""
"""A JavaScript function that returns the board's share of the window's area and three vertical positions, in pixels.

The positions are the lowest edge of the board's parts, and the top and the bottom of the bar with the timeline.
"""


@pytest.fixture(scope="session")
def matches(address: str, city: str) -> dict[str, str]:
    """The address of a match's page, by game."""
    return {"verraeter": f"{address}/cup/matches/5.html", "hetverraad": f"{city}/city/matches/0.html"}


@pytest.fixture(scope="module")
def _page(browser: "Browser", matches: dict[str, str]) -> Iterator["Page"]:
    opened = opening(browser, matches["verraeter"])
    yield opened
    opened.context.close()


@pytest.fixture
def page(_page: "Page", matches: dict[str, str]) -> "Page":
    """The page of a match of Verräter, after its replay has loaded."""
    _page.goto(matches["verraeter"])
    _page.locator(".viewer").wait_for()
    return _page


def ahead(scores: list[int], seat: int) -> int:
    """Returns the difference between a seat's score and the best score of the other seats."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def opening(browser: "Browser", address: str, **options: Any) -> "Page":
    """Opens a page with a replay. Errors in its scripts or in its console fail the test."""
    page = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text) if said.type == "error" else None)
    page.goto(address)
    page.locator(".viewer").wait_for()
    return page


def step(page: "Page") -> str:
    """Returns the step that the page's address contains."""
    return str(page.evaluate("new URL(location.href).searchParams.get('step')"))


def test_a_match_is_drawn_and_stepped_through_by_buttons(page: "Page") -> None:
    assert page.locator(".circle .place").count() == 12
    page.get_by_role("button", name="Forward").click()
    assert step(page) == "1"
    assert page.locator(".sentence").inner_text() == page.locator(".line.now .deed").inner_text()
    assert page.locator(".circle .building").count() == 1
    page.get_by_role("button", name="Last step").click()
    assert "The match is over." in page.locator(".sentence").inner_text()
    page.get_by_role("button", name="First step").click()
    assert step(page) == "0"


def test_a_city_is_drawn_with_its_castles_and_markets(browser: "Browser", matches: dict[str, str]) -> None:
    page = opening(browser, f"{matches['hetverraad']}?step=40")
    assert page.locator(".city .area").count() == 48
    assert page.locator(".city .marker").count() == 3
    assert page.locator(".area[class*='seat-']").count() >= 2
    assert page.get_by_text("Open row").is_visible()
    page.context.close()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_drawn_and_told_for_all_eyes(browser: "Browser", matches: dict[str, str], game: str) -> None:
    for eyes in sized({"verraeter": ("table", "1"), "hetverraad": ("0",)}[game], EYES):
        page = opening(browser, f"{matches[game]}?eyes={eyes}")
        told = page.evaluate(
            """() => {
                const replay = document.querySelector("arena-replay"), told = [];
                for (let at = 0; at < replay.moments.length; at++) {
                    replay.go(at);
                    told.push(replay.querySelector(".sentence").textContent);
                }
                return told;
            }"""
        )
        assert len(told) > 50
        assert told[0] == "The match begins."
        assert not [one for one in told[1:] if not one or "undefined" in one or "{" in one]
        page.context.close()


def test_keys_step_while_the_viewer_has_the_focus_and_never_else(page: "Page") -> None:
    page.locator("body").press("ArrowRight")
    assert step(page) == "0"
    page.locator(".viewer").focus()
    for key, expected in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", None), ("Home", "0")):
        page.keyboard.press(key)
        assert expected in (None, step(page))
    page.get_by_label("Step", exact=True).focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert step(page) == "0"
    page.locator(".viewer").focus()
    page.keyboard.press("PageDown")
    assert "Round 2" in page.locator(".sentence").inner_text()


def test_all_it_can_do_is_done_by_keys(page: "Page") -> None:
    """All that the viewer's buttons do can also be done by keys; test_asking.py tests the key that asks bots."""
    keys = page.locator(".viewer")
    keys.press(".")
    first = step(page)
    assert first != "0"
    keys.press(".")
    assert step(page) not in ("0", first)
    keys.press(",")
    assert step(page) == first
    keys.press("PageDown")
    assert "Round 2" in page.locator(".sentence").inner_text()
    keys.press("PageUp")
    assert "Round 2" not in page.locator(".sentence").inner_text()
    eyes = page.get_by_label("Viewpoint").input_value()
    keys.press("e")
    page.wait_for_function("eyes => new URL(location.href).searchParams.get('eyes') !== eyes", arg=eyes)
    keys.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    keys.press(" ")
    page.get_by_role("button", name="Play").wait_for()
    for full in (True, False):
        keys.press("f")
        page.wait_for_function("full => (document.fullscreenElement !== null) === full", arg=full)


def test_each_of_its_controls_is_reached_by_tab(page: "Page") -> None:
    keys = page.locator(".viewer")
    keys.evaluate("one => one.addEventListener('focusin', ({ target }) => target.setAttribute('data-reached', ''))")
    page.locator(".viewer .ask").wait_for()  # appears when the server has sent the list of bots
    keys.focus()
    controls = page.locator(".viewer :is(button, select, input, summary, a[href]:not(.lines a)):visible")
    for _ in range(2 * controls.count()):
        page.keyboard.press("Tab")
    assert controls.count() > 10
    assert page.locator(".viewer .lines a[data-reached]").count() == 1
    assert controls.and_(page.locator(":not([data-reached])")).count() == 0


def test_it_plays_by_itself_and_pauses(page: "Page") -> None:
    page.get_by_label("Pace").select_option("8")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**step=3*")
    page.get_by_role("button", name="Pause").click()
    stopped = step(page)
    assert page.get_by_role("button", name="Play").is_visible()
    assert step(page) == stopped


def test_an_address_leads_to_a_step_and_eyes(browser: "Browser", matches: dict[str, str]) -> None:
    page = opening(browser, f"{matches['verraeter']}?step=6&eyes=2")
    assert step(page) == "6"
    assert page.get_by_label("Viewpoint").input_value() == "2"
    assert page.locator(".seat .card.back").count() > 0
    page.get_by_label("Viewpoint").select_option("all")
    page.wait_for_url("**eyes=all")
    assert step(page) == "6"
    page.context.close()


def test_a_role_that_is_kept_is_hidden_in_the_log_until_it_is_shown(
    browser: "Browser", matches: dict[str, str]
) -> None:
    page = opening(browser, f"{matches['verraeter']}?step=6&eyes=table")
    hidden = page.locator(".line .deed", has_text="keeps a role that is hidden")
    before = hidden.count()
    assert before > 0
    page.locator(".viewer").press("End")
    assert hidden.count() == 0
    page.context.close()


def test_a_line_of_the_log_leads_to_its_step(page: "Page") -> None:
    page.locator(".line a").nth(9).click()
    assert page.locator(".line.now a").get_attribute("aria-current") == "step"
    assert step(page) == page.locator(".line.now .number").inner_text()


def test_the_log_is_one_stop_of_tab_and_its_lines_are_reached_by_arrows(page: "Page") -> None:
    assert page.locator(".lines a").count() > 20
    assert page.locator(".lines[tabindex], .lines a:not([tabindex='-1'])").count() == 1
    page.locator(".line.now a").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.locator(".lines li").nth(2).get_attribute("class") == page.locator(".line.now").get_attribute("class")
    assert page.locator(".lines a:not([tabindex='-1'])").count() == 1


def test_the_choices_are_told_with_the_one_that_was_taken(page: "Page") -> None:
    page.locator(".viewer").focus()
    for _ in range(6):
        assert page.locator(".choices .chosen").count() == 1
        taken = page.locator(".choices .chosen span").last.inner_text()
        page.keyboard.press("ArrowRight")
        assert taken
    assert page.locator(".choices li").count() >= 1


def test_a_fault_is_told_at_its_step_with_what_the_bot_printed(browser: "Browser", address: str) -> None:
    found = re.search(r"matches/(\d+)\.html", get(f"{address}/cup/faults.html").text)
    assert found
    page = opening(browser, f"{address}/cup/matches/{found[1]}.html")
    assert page.locator(".mark.fault").count() == 1
    page.locator(".viewer").focus()
    page.keyboard.press("End")
    while not page.locator(".trouble pre").count():
        page.keyboard.press("ArrowLeft")
        assert step(page) != "0"
    assert page.locator(".trouble pre").text_content() == WRONG
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_what_eyes_do_not_know_is_not_sent(matches: dict[str, str], game: str) -> None:
    for eyes in EYES:
        with urlopen(matches[game].replace(".html", f"/{eyes}.json.gz")) as answer:
            document = json.loads(gzip.decompress(answer.read()))
        seats = document["frames"][12]["board"]["seats"]
        closed = [seat for seat, one in enumerate(seats) if None in one["hand"]]
        known = range(len(seats)) if eyes == "all" else [int(eyes)] if eyes.isdecimal() else []
        assert closed == [seat for seat in range(len(seats)) if seat not in known and seats[seat]["hand"]]
        assert (document["spec"]["deal"] is None) == (eyes != "all")


def test_eyes_and_matches_there_are_none_of_are_no_pages(address: str) -> None:
    for wanted in ("5/4", "5/9", "5/x", "5/-1", "5/", "99/all", "x/all", "5/all.x"):
        assert get(f"{address}/cup/matches/{wanted}.json.gz").status == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_is_in_view_above_the_timeline(browser: "Browser", matches: dict[str, str], game: str) -> None:
    page = opening(browser, f"{matches[game]}?step=60")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for step in (1, 20, 60):
            page.evaluate("step => document.querySelector('arena-replay').go(step)", step)
            board, lowest, top, bottom = page.evaluate(EDGES)
            assert board >= 0.45
            assert lowest <= top
            assert bottom <= height
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_moments_that_turned_a_match_are_told_and_led_to(
    browser: "Browser", matches: dict[str, str], game: str
) -> None:
    page = opening(browser, matches[game])
    scores = page.evaluate(
        "document.querySelector('arena-replay').moments.map((one) => one.board.seats.map((seat) => seat.score))"
    )
    turned = [
        max(ahead(now, seat) - ahead(before, seat) for seat in range(len(now))) for before, now in pairwise(scores)
    ]
    most = sorted(sorted(range(len(turned)), key=lambda at: (-turned[at], at))[:3])
    told = page.locator(".turns li button")
    assert told.count() == 3
    for button, at in zip(told.all(), most, strict=True):
        assert f"gains {turned[at]} point" in button.inner_text()
        button.click()
        assert page.evaluate("document.querySelector('arena-replay').at") == at + 1
    assert page.locator(".curve polyline").count() == len(scores[0])
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_name_of_two_words_is_read_whole_on_its_plate(browser: "Browser", matches: dict[str, str], game: str) -> None:
    """A plate shows a bot's name of two words whole, such as hetverraad-montecarlo. If names were cut off, three house
    bots would all appear as hetverraad-….
    """
    page = opening(browser, matches[game])
    name = page.locator(".plate .bot").first
    name.evaluate("one => { one.textContent = 'hetverraad-montecarlo'; }")
    cut = "one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1"
    assert not name.evaluate(cut)
    page.context.close()


def test_sums_and_crest_stay_in_the_middle_until_the_next_conflict(page: "Page") -> None:
    shown = page.evaluate(
        """() => {
            const replay = document.querySelector("arena-replay");
            return replay.moments.map(({ board }, at) => {
                replay.go(at);
                const count = (name) => replay.querySelectorAll(name).length;
                return [board.phase, count(".strength"), count(".verdict")];
            });
        }"""
    )
    decided = {"resolution", "scoring", "building", "strategy card", "drawing", "taking back"}
    assert {strengths for phase, strengths, _ in shown if phase in decided} == {2}
    assert {verdicts for phase, _, verdicts in shown if phase in decided} == {1}
    assert {strengths for phase, strengths, _ in shown if phase == "conflict"} == {0}


def test_names_and_outputs_are_letters(browser: "Browser", hostile: str) -> None:
    page = opening(browser, f"{hostile}/cup/matches/0.html?step=0")
    page.locator(".viewer").press("End")
    assert "owned" not in page.title()
    assert page.locator("arena-replay script, arena-replay img").count() == 0
    assert "\u202e" not in page.locator(".viewer").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_without_scripts_the_log_is_there_to_read(browser: "Browser", matches: dict[str, str], game: str) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(matches[game])
    assert page.locator("arena-replay .entries li").count() > 20
    assert page.locator("arena-replay .entries li").first.is_visible()
    page.context.close()


@pytest.mark.parametrize(("told", "game"), latin(TOLD, GAMES))
def test_it_speaks_the_language_of_its_page(
    browser: "Browser", matches: dict[str, str], told: tuple[str, str, str], game: str
) -> None:
    language, said, last = told
    page = opening(browser, matches[game], locale=language)
    assert page.locator(".sentence").inner_text() == said
    page.get_by_role("button", name=last).click()
    assert page.locator(".sentence").inner_text()
    page.context.close()
