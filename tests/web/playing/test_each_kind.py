"""Each kind of choice of both games, in each phase that has it, made by clicks at a table and taken by its server."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.games.registry import GAMES
from tests.games.matches import CASES, Case
from tests.web.choosing import decisions
from tests.web.playing.begun import beginning_midway
from tests.web.playing.sitting import OPTIONS, sitting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TAKEN = "document.querySelector('arena-table').replay.frames[1]?.taken?.action ?? null"


def shared_out(key: str) -> list[tuple[Case, Any, int]]:
    """A position for each kind of choice in each phase, of as many editions and numbers of seats as there are."""
    cases = [case for case in CASES if case.key == key]
    found = {case: decisions(case) for case in cases}
    used = Counter[Case]()
    chosen = []
    for kind in sorted({kind for positions in found.values() for kind in positions}):
        case = min((case for case in cases if kind in found[case]), key=lambda case: used[case])
        used[case] += 1
        chosen.append((case, *found[case][kind]))
    assert used.keys() == set(cases)
    return chosen


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", GAMES)
def test_each_kind_of_choice_is_made_by_clicks_at_a_table(browser: "Browser", tmp_path: Path, key: str) -> None:
    with beginning_midway(tmp_path / "tables") as tables, sitting(browser) as ann:
        for case, state, action in shared_out(key):
            person, link = tables.open(case, state)
            ann.sit(link)
            assert ann.now() == "asks"
            (option,) = [one for one in ann.page.evaluate(OPTIONS) if one["action"] == action]
            ann.choose_by_clicks(option)
            ann.page.wait_for_function(f"() => ({TAKEN}) !== null")
            taken = person.get("match.json")["frames"][1]["taken"]
            assert (ann.page.evaluate(TAKEN), taken["action"]) == (action, action)
            person.post("close")
