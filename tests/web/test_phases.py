"""axe in each phase of both games, in every language, in light and in dark: the board, its choices, and one picked."""

from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.games.registry import GAMES
from leaderboards.pages.texts import languages
from tests.games.matches import CASES, Case, states_of
from tests.web.choosing import Desk
from tests.web.playing.sitting import violations

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEEDS: Final = 4
"""Random matches of each case in which phases are looked for."""
DECIDED: Final = {
    "verraeter": {"set-up", "draft", "supply", "conflict", "building", "drawing"},
    "hetverraad": {
        *("start areas", "start towers", "income", "action", "attack", "reaction", "black steps", "black move"),
        *("closing", "divining", "refill", "surplus"),
    },
}
"""By game, the phases in which somebody chooses."""


def positions(key: str) -> dict[str, tuple[Case, Any]]:
    """A position of each phase in which somebody chooses."""
    found: dict[str, tuple[Case, Any]] = {}
    for case in CASES:
        for seed in range(SEEDS) if case.key == key else ():
            for state, _ in states_of(case, seed):
                actor = case.game.actor(state)
                if actor is not None:
                    board: Any = case.game.show(case.game.view(state, actor))
                    found.setdefault(board["phase"], (case, state))
        if found.keys() == DECIDED[key]:
            break
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", GAMES)
def test_axe_finds_nothing_wanting_in_any_phase(browser: "Browser", address: str, key: str, language: str) -> None:
    found = positions(key)
    assert found.keys() == DECIDED[key]
    page = browser.new_context(viewport={"width": 1280, "height": 900}, locale=language).new_page()
    for phase, (case, state) in found.items():
        desk = Desk(page, address, case, language)
        desk.ask(state)
        page.locator(".form summary").first.click() if page.locator(".form summary").count() else None
        page.locator(".form button").first.click()
        assert page.locator(".chooser .confirm").is_visible()
        assert violations(page) == [], phase
    page.context.close()
