"""What is in view of who must choose in Het Verraad, on a projector and on a phone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.games.matches import Case, states_of
from tests.web.playing.begun import Midway, beginning_midway
from tests.web.playing.sitting import OPTIONS, Sitter

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CITY: Final = Case("hetverraad", "strategic", 5)
PHASES: Final = ("action", "reaction", "closing", "divining", "refill", "surplus")
PROJECTOR: Final = {"width": 1920, "height": 1080}
PHONE: Final = {"width": 390, "height": 844}
BOTTOM: Final = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
SIDES: Final = "(one) => { const box = one.getBoundingClientRect(); return [box.left, box.right]; }"
FILLS: Final = "(all) => all.map((one) => getComputedStyle(one).fill)"


@pytest.fixture(scope="module")
def midway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Midway]:
    """Where tables are served whose matches begin anywhere."""
    with beginning_midway(tmp_path_factory.mktemp("midway") / "tables") as served:
        yield served


def state_in(phase: str) -> Any:
    """A state in which somebody chooses in a phase, from the midst of a match on."""
    for seed in range(32):
        for state, _ in states_of(CITY, seed):
            actor = CITY.game.actor(state)
            if actor is not None and len(CITY.game.legal_actions(state)) > 1:
                board: Any = CITY.game.show(CITY.game.view(state, actor))
                if board["phase"] == phase and board["round"] > 3:
                    return state
    raise AssertionError(f"nobody chooses in {phase}")


def areas(state: Any) -> Any:
    """How the areas stand."""
    shown: Any = CITY.game.reveal(state)
    return shown["areas"]


@pytest.mark.parametrize("phase", PHASES)
def test_on_a_projector_all_castles_and_markets_of_five_are_above_what_is_asked(
    browser: "Browser", midway: Midway, phase: str
) -> None:
    _, link = midway.open(CITY, state_in(phase))
    ann = Sitter(browser, link, viewport=PROJECTOR)
    assert ann.now() == "asks"
    for picked in (False, True):
        if picked:
            ann.mean(max(ann.page.evaluate(OPTIONS), key=lambda option: len(option["targets"])))
        ann.page.evaluate("scrollTo(0, 0)")
        (bar,) = ann.page.locator(".bar").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
        for part in (".seats .seat", ".markets .row"):
            assert ann.page.locator(part).evaluate_all(BOTTOM) <= bar, (part, picked)
    ann.close()


def test_on_a_phone_nothing_of_what_lies_below_looks_out_beside_what_is_asked(
    browser: "Browser", midway: Midway
) -> None:
    _, link = midway.open(CITY, state_in("reaction"))
    ann = Sitter(browser, link, viewport=PHONE)
    assert ann.now() == "asks"
    (left, right), (first, last) = (ann.page.locator(one).evaluate(SIDES) for one in (".bar", ".seat.acting"))
    frame = ann.page.locator(".seat.acting").evaluate("(one) => parseFloat(getComputedStyle(one).outlineWidth)")
    assert frame > 0
    assert left <= first - frame
    assert last + frame <= right
    ann.close()


@pytest.mark.parametrize("size", [PROJECTOR, PHONE], ids=["projector", "phone"])
def test_figures_of_an_area_of_the_black_master_are_white(
    browser: "Browser", midway: Midway, size: dict[str, Any]
) -> None:
    state = next(
        state
        for seed in range(8)
        for state, _ in states_of(CITY, seed)
        if CITY.game.actor(state) is not None
        and any(one["owner"] == "black master" and one["id"].startswith("M") for one in areas(state))
    )
    _, link = midway.open(CITY, state)
    ann = Sitter(browser, link, viewport=size, color_scheme="light")
    figures = ".bonus" if size == PROJECTOR else ":is(.bonus, .number)"  # a phone shows no disc behind the number
    found = ann.page.locator(f".area.black {figures}").evaluate_all(FILLS)
    assert set(found) == {"rgb(255, 255, 255)"}
    ann.close()


def test_who_may_look_before_the_row_is_filled_answers_nobody(browser: "Browser", midway: Midway) -> None:
    _, link = midway.open(CITY, state_in("refill"))
    ann = Sitter(browser, link)
    assert ann.now() == "asks"
    assert ann.page.get_by_role("group", name="Go on").get_by_role("button").inner_text() == "Have the row filled"
    ann.close()
