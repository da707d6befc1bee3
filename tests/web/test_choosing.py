"""Every kind of choice of both games, in each phase that has it, made by clicks on its board."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.games.hetverraad.piles import PAWNSHOP
from tests.games.matches import CASES, Case, states_of
from tests.web.choosing import Desk
from tests.web.test_guide_texts import kinds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEEDS: Final = 6
"""Random matches of each case that are looked through for kinds of choices."""
PICKED: Final = 1
"""Positions of each kind in each phase."""


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    """A page whose console says nothing."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    opened.on("pageerror", lambda error: pytest.fail(str(error)))
    yield opened
    opened.context.close()


def found(key: str, most: int) -> dict[tuple[str, ...], list[tuple[Case, Any, int]]]:
    """By phase and kind of action, with what else makes it one of its own, some positions with such actions."""
    positions: dict[tuple[str, ...], list[tuple[Case, Any, int]]] = {}
    cases = [case for case in CASES if case.key == key]
    for seed in range(SEEDS):
        for case in cases:
            for state, _ in states_of(case, seed):
                actor = case.game.actor(state)
                if actor is None:
                    continue
                phase = case.game.show(case.game.view(state, actor))["phase"]
                for action in case.game.legal_actions(state):
                    parts = case.game.action_parts(state, action)
                    kind = (
                        str(parts["kind"]),
                        str(phase),
                        str(parts.get("market", "")),
                        *(name for name in ("area", "seat") if parts["kind"] == "play" and name in parts),
                    )
                    there = positions.setdefault(kind, [])
                    if len(there) < most and all(case != other for other, *_ in there):
                        there.append((case, state, action))
    assert {kind for kind, *_ in positions} == kinds(key)
    return positions


@pytest.mark.parametrize("key", ["verraeter", "hetverraad"])
def test_each_kind_of_choice_is_made_by_clicks_on_the_board(page: "Page", address: str, key: str) -> None:
    by_case: dict[Case, list[tuple[Any, int]]] = {}
    for positions in found(key, PICKED).values():
        for case, state, action in positions:
            by_case.setdefault(case, []).append((state, action))
    for case, choices in by_case.items():
        desk = Desk(page, address, case)
        for state, action in choices:
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
