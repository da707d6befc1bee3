"""Tests of the parts of a table that are in view when a player must choose, on a laptop, a projector and a phone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.games.matches import Case, states_of
from tests.web.kinds import LAPTOP, PHONE, PROJECTOR, SHARE
from tests.web.playing.begun import CIRCLE, CITY, Midway, beginning_midway, state_in
from tests.web.playing.sitting import OPTIONS, Sitter, sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

PHASES: Final = ("action", "reaction", "closing", "divining", "refill", "surplus")
BOTTOM: Final = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
SIDES: Final = "(one) => { const box = one.getBoundingClientRect(); return [box.left, box.right]; }"
FILLS: Final = "(all) => all.map((one) => getComputedStyle(one).fill)"


@pytest.fixture(scope="module")
def midway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Midway]:
    """A server of tables on which matches begin in a chosen state."""
    with beginning_midway(tmp_path_factory.mktemp("midway") / "tables") as served:
        yield served


@pytest.fixture(scope="module")
def ann(browser: "Browser") -> Iterator[Sitter]:
    """A person who sits at one table after the other."""
    with sitting(browser) as ann:
        yield ann


def sit(ann: Sitter, midway: Midway, state: Any, size: "ViewportSize", case: Case = CITY) -> None:
    """Opens a table whose match begins in this state, and seats the person there, in a window of this size."""
    ann.page.set_viewport_size(size)
    _, link = midway.open(case, state)
    ann.sit(link)


def areas(state: Any) -> Any:
    """Returns the areas on the game's board, as `Game.reveal` describes them."""
    shown: Any = CITY.game.reveal(state)
    return shown["areas"]


@pytest.mark.parametrize("phase", PHASES)
def test_on_a_projector_all_castles_and_markets_of_five_are_above_what_is_asked(
    ann: Sitter, midway: Midway, phase: str
) -> None:
    sit(ann, midway, state_in(phase), PROJECTOR)
    assert ann.now() == "asks"
    if phase == "refill":  # in this phase, the seat answers nothing, and the page has a button to go on
        assert ann.page.get_by_role("group", name="Go on").get_by_role("button").inner_text() == "Have the row filled"
    for picked in (False, True):
        if picked:
            ann.mean(max(ann.page.evaluate(OPTIONS), key=lambda option: len(option["targets"])))
        ann.page.evaluate("scrollTo(0, 0)")
        (bar,) = ann.page.locator(".bar").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
        for part in (".seats .seat", ".markets .row"):
            assert ann.page.locator(part).evaluate_all(BOTTOM) <= bar, (part, picked)


@pytest.mark.parametrize(("case", "phase"), [(CITY, "action"), (CIRCLE, "building")])
def test_on_a_laptop_all_that_a_decision_needs_is_in_view_at_once(
    ann: Sitter, midway: Midway, case: Case, phase: str
) -> None:
    sit(ann, midway, state_in(phase, case), LAPTOP, case)
    assert ann.now() == "asks"
    assert ann.page.evaluate(SHARE) >= 0.45
    (top, bottom), (_, form) = (
        ann.page.locator(one).evaluate(
            "(one) => { const box = one.getBoundingClientRect(); return [box.top, box.bottom]; }"
        )
        for one in (".bar", ".form")
    )
    for part in (".seats .seat", ":is(.markets, .piles) .row", ":is(.city, .circle)"):
        assert ann.page.locator(part).evaluate_all(BOTTOM) <= top, part
    assert max(bottom, form) <= LAPTOP["height"]


@pytest.mark.parametrize(("case", "phase"), [(CITY, "action"), (CIRCLE, "building")])
def test_on_a_phone_board_and_own_seat_are_in_view_and_the_page_is_two_screens_long(
    ann: Sitter, midway: Midway, case: Case, phase: str
) -> None:
    sit(ann, midway, state_in(phase, case), PHONE, case)
    assert ann.now() == "asks"
    (bar,) = ann.page.locator(".bar").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert ann.page.locator(":is(.city, .circle)").evaluate_all(BOTTOM) <= bar
    assert ann.page.locator(".seat.own .plate").evaluate_all(BOTTOM) <= bar
    (left, right) = ann.page.locator(".form").evaluate(SIDES)  # `.form` is the first part of the row that one swipes
    assert 0 <= left < right <= PHONE["width"]
    assert ann.page.evaluate("document.documentElement.scrollHeight") <= 2 * PHONE["height"]


def test_on_a_phone_nothing_of_what_lies_below_looks_out_beside_what_is_asked(ann: Sitter, midway: Midway) -> None:
    sit(ann, midway, state_in("reaction"), PHONE)
    assert ann.now() == "asks"
    (left, right), (first, last) = (ann.page.locator(one).evaluate(SIDES) for one in (".bar", ".seat.acting"))
    frame = ann.page.locator(".seat.acting").evaluate("(one) => parseFloat(getComputedStyle(one).outlineWidth)")
    assert frame > 0
    assert left <= first - frame
    assert last + frame <= right


def test_figures_of_an_area_of_the_black_master_are_white(ann: Sitter, midway: Midway) -> None:
    state = next(
        state
        for seed in range(8)
        for state, _ in states_of(CITY, seed)
        if CITY.game.actor(state) is not None
        and any(one["owner"] == "black master" and one["id"].startswith("M") for one in areas(state))
    )
    ann.page.emulate_media(color_scheme="light")
    sit(ann, midway, state, PROJECTOR)
    for size in (PROJECTOR, PHONE):
        ann.page.set_viewport_size(size)
        figures = ".bonus" if size == PROJECTOR else ":is(.bonus, .number)"  # a phone shows no disc behind the number
        found = ann.page.locator(f".area.black {figures}").evaluate_all(FILLS)
        assert set(found) == {"rgb(255, 255, 255)"}, size
