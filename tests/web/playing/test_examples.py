"""Tests of tables of the example games, whose boards are made of rows: by clicks, by keys, and with the accessibility
checker axe.
"""

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.suite.sizes import sized
from tests.tables.people import Person
from tests.web.axe import violations
from tests.web.playing.sitting import Sitter, kept

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
SEATS = {"connect-four": 2, "liars-dice": 3, "tron": 3}
WINDOWS = {"laptop": (1280, 800), "phone": (390, 844)}
WAYS = [("laptop", False), ("phone", True), ("phone", False), ("laptop", True)]
"""The ways to test a game: pairs of a window size and whether the person uses only keys."""
BESIDE = """() => {
    const all = (names) => [...document.querySelectorAll(`.rows ${names}`)].map((one) => one.getBoundingClientRect());
    const [[grid], cells, [field], [seats]] = [all(".grid"), all(".grid .place"), all(".field"), all(".seats")];
    const left = grid ? Math.min(...cells.map((cell) => cell.left)) - grid.left : 0;
    const right = grid ? grid.right - Math.max(...cells.map((cell) => cell.right)) : 0;
    return { frame: Math.max(left, right), gap: seats.left < field.right ? seats.top - field.bottom : 8 };
}"""
"""A JavaScript function that returns by how many pixels the board's frame is wider than its cells, and the distance
from the board to the seats below it.
"""
IN_VIEW = """() => {
    const [lines, now] = [".lines", ".line.now"].map((one) => document.querySelector(one).getBoundingClientRect());
    return now.top >= lines.top && now.bottom <= lines.bottom;
}"""
"""A JavaScript function that returns whether the log's line of the present moment is in view."""
TALL = "(one) => one.getBoundingClientRect().height"


@pytest.mark.parametrize(("game", "way"), sized(list(zip(SEATS, WAYS, strict=False)), [*product(SEATS, WAYS)]))
def test_an_example_is_played_to_its_end_and_axe_finds_nothing_wanting(
    browser: "Browser", tables: str, journals: "Path", game: str, way: tuple[str, bool]
) -> None:
    window, keys = way
    person, rng, looked = Person(tables), random.Random(1), False
    link = person.open(game=game, seats=["person", *["random"] * (SEATS[game] - 1)], seed=7)["seat"]
    width, height = WINDOWS[window]
    sitter = Sitter(browser, link, viewport={"width": width, "height": height})
    while (now := sitter.now()) != "over":
        assert sitter.page.locator(".bar").evaluate(TALL) <= height / 3, "what is asked hides the board"
        if now == "stays":
            sitter.page.locator(".go-on").click()
        elif keys:
            sitter.choose_by_keys(rng)
        else:
            option = sitter.pick(rng)
            sitter.mean(option)
            if not looked:
                looked = True
                assert violations(sitter.page, width, ".viewer", ".chooser") == []
            sitter.page.locator(".chooser .confirm").click()
    kept(journals, person)
    sitter.page.wait_for_function(IN_VIEW)
    assert sitter.page.evaluate(BESIDE)["gap"] >= 8
    assert violations(sitter.page, width + 1, ".viewer") == []
    assert sitter.page.evaluate("document.documentElement.scrollWidth") <= width
    sitter.page.get_by_role("link", name="See the replay").click()
    sitter.page.get_by_role("heading", name="Replay:").wait_for()
    sitter.page.locator(".seats .seat").first.wait_for()
    sitter.page.set_viewport_size({"width": 1600, "height": 900})
    assert sitter.page.evaluate(BESIDE)["frame"] < 8
    sitter.page.set_viewport_size({"width": width, "height": height})
    assert violations(sitter.page, width, ".viewer") == []
    sitter.close()


def test_more_choices_than_stand_below_the_board_are_led_to(browser: "Browser", tables: str) -> None:
    link = Person(tables).open(game="liars-dice", seats=["person", "random", "random"], seed=7)["seat"]
    sitter = Sitter(browser, link, viewport={"width": 390, "height": 500})
    assert sitter.now() == "asks"
    sitter.page.get_by_role("button", name="90 choices").click()
    heading = sitter.page.get_by_role("heading", name="Choose an action.")
    assert heading.evaluate("(one) => one === document.activeElement")
    assert 0 <= heading.evaluate("(one) => one.getBoundingClientRect().top") < 250
    sitter.close()
