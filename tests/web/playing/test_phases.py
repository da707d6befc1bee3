"""axe at a table in each phase of both games and in every language, with a choice picked.

Colours are of no language: a phase is looked at in light in every other language, and in dark in those between.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from arena.games.registry import GAMES
from leaderboards.pages.texts import languages
from tests.games.matches import CASES, Case, states_of
from tests.web.axe import SCHEMES, violations
from tests.web.choosing import DECIDED, phase_of
from tests.web.playing.begun import beginning_midway
from tests.web.playing.sitting import sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEEDS: Final = 8
"""Random matches of each case in which phases are looked for."""


def positions(key: str) -> dict[str, tuple[Case, Any]]:
    """A position of each phase in which somebody chooses."""
    found: dict[str, tuple[Case, Any]] = {}
    for case in CASES:
        for seed in range(SEEDS) if case.key == key else ():
            for state, _ in states_of(case, seed):
                if case.game.actor(state) is not None:
                    found.setdefault(phase_of(case, state), (case, state))
        if found.keys() == DECIDED[key]:
            break
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", GAMES)
def test_axe_finds_nothing_wanting_in_any_phase(browser: "Browser", tmp_path: Path, key: str, language: str) -> None:
    found = positions(key)
    assert found.keys() == DECIDED[key]
    with beginning_midway(tmp_path / "tables") as tables, sitting(browser, language) as ann:
        for at, (phase, (case, state)) in enumerate(found.items(), languages().index(language)):
            person, link = tables.open(case, state)
            ann.sit(link)
            assert (ann.now(), ann.phase()) == ("asks", phase)
            ann.page.locator(".form summary").first.click() if ann.page.locator(".form summary").count() else None
            ann.page.locator(".form button").first.click()
            assert ann.page.locator(".chooser .confirm").is_visible()
            assert violations(ann.page, [SCHEMES[at % len(SCHEMES)]]) == [], phase
            person.post("close")
