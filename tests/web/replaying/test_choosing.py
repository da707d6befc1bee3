"""Every kind of choice, in each phase that has it, made by clicks on its board: all editions and numbers of seats."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

from arena.games.hetverraad.state.piles import PAWNSHOP
from tests.games.matches import CASES, Case, states_of
from tests.web.choosing import DECIDED, Desk, decisions
from tests.web.replaying.test_guide_texts import kinds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LACKING: Final = {"bsw": {"discard", "drawing"}, "faidutti": {"move"}}
"""By edition, the kinds of choices, and phases with choices, that its rules do not have."""


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page whose console says nothing."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    yield opened
    opened.context.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_each_kind_of_choice_is_made_by_clicks_on_the_board(page: "Page", address: str, case: Case) -> None:
    found, lacking = decisions(case), LACKING.get(case.edition, set())
    assert {kind for _, kind, *_ in found} == kinds(case.key) - lacking
    assert {phase for phase, *_ in found} == DECIDED[case.key] - lacking
    desk = Desk(page, address, case)
    for state, action in found.values():
        desk.ask(state)
        assert desk.choose_by_clicks(action) == action, case.game.action_name(state, action)


def test_a_card_that_lies_in_a_market_stands_for_the_market_while_a_card_is_sold(page: "Page", address: str) -> None:
    case = Case("hetverraad", "strategic", 2)
    game = case.game
    state, sale = next(
        (state, action)
        for state, _ in states_of(case, 1)
        if game.actor(state) is not None
        for kinds in [{game.action_name(state, one).split()[0] for one in game.legal_actions(state)}]
        if {"buy", "sell"} <= kinds and state.piles[PAWNSHOP]
        for action in game.legal_actions(state)
        if game.action_parts(state, action).get("market") == "pawnshop"
        and game.action_parts(state, action)["kind"] == "sell"
    )
    desk = Desk(page, address, case)
    desk.ask(state)
    card, _ = page.evaluate("action => window.targets(action)", sale)
    page.locator(f"[data-target='{card}']").click()
    page.locator("[data-target='market:pawnshop'] .card").first.click()
    assert page.locator("[data-target='market:pawnshop'].picked").count() == 1
    assert page.locator(".chooser .confirm").is_visible()
