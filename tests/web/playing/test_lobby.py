"""Tests of the lobby, the page on which people gather before a match, in Chromium."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.tables.people import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

SEATS = ["person", "person", "greedy"]


@pytest.fixture
def ann(tables: str) -> Person:
    """The person at seat 0 of a table that has another seat free."""
    ann = Person(tables)
    ann.open(game="verraeter", seats=SEATS)
    return ann


@pytest.fixture
def page(browser: "Browser", ann: Person) -> Iterator["Page"]:
    """The lobby's page of a person whom Ann has invited."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(ann.get("links.json")["invitation"])  # the invitation leads to the table
    page.locator(".sitting").wait_for()
    page.wait_for_load_state()  # from now on, the page's scripts handle its forms
    yield page
    context.close()


def sit(page: "Page") -> None:
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Sit here").click()


def test_who_sits_down_by_keyboard_goes_on_from_where_one_is_ready(ann: Person, page: "Page") -> None:
    page.get_by_label("Your name").fill("Ben")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.matches('.acts .first')")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Wait, I am not ready").wait_for()
    assert [seat["ready"] for seat in ann.get("table.json")["seats"]] == [False, True, True]
    page.get_by_role("button", name="Leave the seat").click()
    page.locator(".sitting").wait_for()
    page.wait_for_function("() => document.activeElement?.id === 'content'")


def test_who_sits_is_led_on_though_the_page_is_loaded_before_it_is_known_who_that_is(ann: Person, page: "Page") -> None:
    onlooker, sent, asked = Person(ann.server, ann.table), list[str](), list[str]()
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)

    def answer(route: "Route") -> None:
        asked.extend(sent[:1])  # the requests before this one come from a page without a seat
        if len(asked) == 1:  # the answer for a browser without a seat
            route.fulfill(content_type="text/html", body=onlooker.ask(f"/tables/{ann.table}").text)
        else:
            route.continue_()

    page.route(f"**/tables/{ann.table}", answer)
    sit(page)
    page.wait_for_function("() => document.activeElement?.matches('.acts .first')")
    assert len(asked) > 1


def test_what_was_refused_stays_said_though_the_table_changes(ann: Person, page: "Page") -> None:
    page.route("**/sit", lambda route: route.fulfill(status=502, body="<html>away</html>"))
    sit(page)
    said = page.get_by_text("The server cannot be reached.")
    said.wait_for()
    assert ann.post("ready").status == 200
    page.locator("tr", has_text="Ann").locator("td", has_text=re.compile("^ready")).wait_for()
    assert said.is_visible()
    page.unroute("**/sit")
    page.get_by_role("button", name="Sit here").click()
    page.locator("tr.won", has_text="Ben").wait_for()


def test_what_cannot_be_sent_is_said(page: "Page") -> None:
    page.route("**/sit", lambda route: route.abort())
    sit(page)
    page.get_by_text("The server cannot be reached.").wait_for()


def test_a_table_that_is_closed_says_so_once(ann: Person, page: "Page") -> None:
    loads: list[str] = []

    def noted(route: "Route") -> None:
        loads.append(route.request.resource_type)
        route.continue_()

    page.route(f"**/tables/{ann.table}", noted)
    assert ann.post("close").status == 200
    page.get_by_text("closed").wait_for()
    page.wait_for_load_state("networkidle")
    assert loads.count("document") == 1
    page.goto(f"{ann.server}/tables/{ann.table}")
    page.wait_for_load_state("networkidle")
    assert loads.count("document") == 2


def test_who_is_invited_on_a_phone_sees_whole_where_a_name_is_written(browser: "Browser", tables: str) -> None:
    invitation = Person(tables).open(game="verraeter", seats=SEATS)["invitation"]
    page = browser.new_page(viewport={"width": 390, "height": 844}, locale="fr")
    page.goto(invitation)
    page.locator("#called").wait_for()
    right = "(one) => one.getBoundingClientRect().right"
    name = "document.getElementById('called')"
    # waits until the layout is complete
    page.wait_for_function(f"() => ({right})({name}) <= ({right})({name}.closest('main'))")
    page.close()
