"""Tests of every kind of choice, in each phase that has it, made by clicks on the game's board."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

from arena.games.hetverraad.state.piles import PAWNSHOP
from arena.games.registry import BUILT_IN
from tests.games.matches import Case, states_of
from tests.suite.sizes import ALL, sized
from tests.web.choosing import DECIDED, Desk, all_decisions, shared_out
from tests.web.replaying.test_guide_texts import kinds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LACKING: Final = {"bsw": {"discard", "drawing"}, "faidutti": {"move"}}
"""The kinds of choices, and the phases with choices, that an edition lacks, by edition."""


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page on which errors in scripts fail the test."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    yield opened
    opened.context.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", BUILT_IN)
def test_each_kind_of_choice_is_made_by_clicks_on_the_board(page: "Page", address: str, key: str) -> None:
    """Each kind of choice can be made by clicks on the board. Each kind is tested in one case (edition and number of
    seats); `make test-all` tests it in each case that has it.
    """
    found = all_decisions(key)
    for case, kinds_found in found.items():
        lacking = LACKING.get(case.edition, set())
        assert {kind for _, kind, *_ in kinds_found} <= kinds(key) - lacking
        assert {phase for phase, *_ in kinds_found} <= DECIDED[key] - lacking
        assert not ALL or {kind for _, kind, *_ in kinds_found} == kinds(key) - lacking
        assert not ALL or {phase for phase, *_ in kinds_found} == DECIDED[key] - lacking
    assert {kind for one in found.values() for _, kind, *_ in one} == kinds(key)
    assert {phase for one in found.values() for phase, *_ in one} == DECIDED[key]
    everything = {case: [*one.values()] for case, one in found.items()}
    for case, chosen in sized(shared_out(found), everything).items():
        desk = Desk(page, address, case)
        for state, action in chosen:
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
