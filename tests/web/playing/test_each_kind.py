"""Tests that a person can make each kind of choice of both built-in games by clicks at a table, in each phase that has
the kind.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.games.registry import BUILT_IN
from tests.suite.sizes import full
from tests.web.choosing import all_decisions, shared_out
from tests.web.playing.begun import beginning_midway
from tests.web.playing.sitting import OPTIONS, sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TAKEN = "document.querySelector('arena-table').replay.frames[1]?.taken?.action ?? null"


# In `make test`, test_choosing.py clicks one choice of each kind, and test_matches.py and test_hetverraad.py send
# clicked choices to a server.
@full
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", BUILT_IN)
def test_each_kind_of_choice_is_made_by_clicks_at_a_table(browser: "Browser", tmp_path: Path, key: str) -> None:
    with beginning_midway(tmp_path / "tables") as tables, sitting(browser) as ann:
        shared = shared_out(all_decisions(key))
        for case, (state, action) in ((case, one) for case, positions in shared.items() for one in positions):
            person, link = tables.open(case, state)
            ann.sit(link)
            assert ann.now() == "asks"
            (option,) = [one for one in ann.page.evaluate(OPTIONS) if one["action"] == action]
            ann.choose_by_clicks(option)
            ann.page.wait_for_function(f"() => ({TAKEN}) !== null")
            taken = person.get("match.json")["frames"][1]["taken"]
            assert (ann.page.evaluate(TAKEN), taken["action"]) == (action, action)
            person.post("close")
