"""Tests in Chromium a new person's way from the start page to the first choice of a match, and the lobby."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.suite.sizes import sized
from tests.tables.people import Person
from tests.web.axe import violations
from tests.web.playing.conftest import table_service
from tests.web.playing.sitting import NOW
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

SIZES: Any = ({"width": 390, "height": 844}, {"width": 1366, "height": 768}, {"width": 1920, "height": 1080})
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"

FOCUSED = "document.activeElement.parentElement.id"


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    yield page
    context.close()


@pytest.mark.parametrize(
    ("game", "rivals"),
    [("Verräter", "greedy, and banker"), ("Het Verraad", "hetverraad-builder, and hetverraad-treason")],
)
def test_three_clicks_lead_to_the_first_choice_and_make_it(page: "Page", tables: str, game: str, rivals: str) -> None:
    page.goto(f"{tables}/")
    start = page.locator("main").aria_snapshot()
    assert "Here bots and people play board games" in start
    assert [f'- heading "{door}" [level=2]' in start for door in ("Play", "Leagues")] == [True, True]
    page.get_by_role("button", name=f"Play against bots {game}", exact=True).click()
    page.wait_for_function(f"() => document.querySelector('arena-table') && ({NOW})() === 'asks'")
    told = page.locator("main").aria_snapshot()
    assert f'heading "Guest, {rivals}: {game}' in told
    assert "It is your turn" in told
    page.locator(".form button").first.click()
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_function("() => document.querySelector('arena-table').turn?.turn_id > 0 || document.title[0] !== '●'")


def test_a_name_is_remembered_and_sent_with_what_is_opened_only(page: "Page", tables: str) -> None:
    sent = []

    def refuse(route: "Route") -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
            route.fulfill(status=503, json={"message": "no room", "hint": "", "language": "en"})
        else:
            route.continue_()

    page.route("**/tables", refuse)
    page.goto(f"{tables}/")
    page.get_by_label("Your name").fill("  Ann ")
    page.goto(f"{tables}/tables")
    assert page.get_by_label("Your name").input_value() == "Ann"
    assert sent == []
    page.get_by_role("button", name="Learn Het Verraad").click()
    page.get_by_text("No room.").wait_for()
    page.get_by_label("Your name").fill("")
    tile = page.locator(".tile", has_text="Verräter").first
    tile.locator("summary", has_text="Open a table").click()
    tile.get_by_label("Seat 3").select_option("banker")
    tile.get_by_role("button", name="Open the table").click()
    tile.get_by_text("No room.").wait_for()
    learn, opened = sent
    assert learn | {"name": "Ann", "game": "hetverraad", "me": 0} == learn
    assert opened["seats"] == ["person", "person", "banker"]
    assert (opened["name"], opened["me"], opened["bank_s"]) == ("Guest", 0, None)


def test_a_number_that_cannot_be_is_shown_though_it_was_folded(page: "Page", tables: str) -> None:
    page.goto(f"{tables}/tables")
    tile = page.locator(".tile").first
    for summary in tile.locator("summary").all():
        summary.click()
    tile.get_by_label("Seconds for").fill("-1")
    tile.locator(".more summary").click()
    tile.get_by_role("button", name="Open the table").click()
    assert tile.get_by_label("Seconds for").is_visible()


def test_the_lobby_has_what_is_over_apart_and_who_opened_it_removes_it(page: "Page", tables: str) -> None:
    ann = Person(tables)
    seat = ann.open(game="verraeter", seats=["person"] * 3, name="Zoe")["seat"]
    page.goto(seat)
    page.wait_for_url(f"**/tables/{ann.table}")
    page.goto(f"{tables}/tables")
    now, past = page.get_by_role("region", name="Tables now"), page.get_by_role("region", name="Finished")
    assert now.get_by_role("link", name="Go on playing Zoe: Verräter").count() == 1
    assert ann.post("close").status == 200
    page.reload()
    assert now.get_by_text("Zoe").count() == 0
    assert past.get_by_role("link", name="Look at it Zoe: Verräter").count() == 1
    past.get_by_role("button", name="Remove Zoe: Verräter").click()
    page.wait_for_function("() => document.activeElement?.id === 'content'")
    assert past.get_by_text("Zoe").count() == 0


@pytest.mark.parametrize(("path", "turn"), [("/", 0), ("/tables", 1)])
def test_it_fits_each_window_and_axe_finds_nothing_wanting(page: "Page", tables: str, path: str, turn: int) -> None:
    ann = Person(tables)
    ann.open(game="verraeter", seats=["person"] * 3, name="Zoe" * 10)
    page.goto(ann.get("links.json")["invitation"])
    page.wait_for_url(f"**/tables/{ann.table}")
    page.goto(f"{tables}{path}")
    page.get_by_role("link", name="Sit down Zoe").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    for number, size in enumerate(SIZES):
        page.set_viewport_size(size)
        assert page.evaluate(FITS), size
        if sized(number == turn, all_of_it=True):
            assert violations(page, turn) == [], size
    assert ann.post("close").status == 200


def test_lists_of_tables_follow_them_and_who_is_at_one_stays_there(page: "Page", tmp_path: Path) -> None:
    with serving(table_service=table_service(tmp_path)) as address:
        ann, ben = Person(address), Person(address)
        ann.open(game="connect-four", seats=["person", "person"], name="Ann")
        start = page.context.new_page()
        start.goto(f"{address}/")
        page.goto(f"{address}/tables")
        page.locator(f"#table-{ann.table} a").focus()
        ben.open(game="connect-four", seats=["person", "person"], name="Ben")
        for one in (page, start):
            one.locator(f"#table-{ben.table}").wait_for()
            assert one.locator("#content .rows li .what").all_inner_texts() == [
                "Ben: Connect Four",
                "Ann: Connect Four",
            ]
        assert page.evaluate(FOCUSED) == f"table-{ann.table}"
        ben.post("close")
        page.locator("section:has(#past)").locator(f"#table-{ben.table}").wait_for()
        start.locator(f"#table-{ben.table}").wait_for(state="detached")
        ben.post("remove")
        page.locator(f"#table-{ben.table}").wait_for(state="detached")
        assert page.evaluate(FOCUSED) == f"table-{ann.table}"
        ann.post("close")
        start.get_by_text("Nobody sits at a table now.").wait_for()
