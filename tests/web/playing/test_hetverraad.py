"""Tests of matches of Het Verraad in Chromium; `make test-all` plays complete ones, with each number of seats, in all
languages.
"""

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.matches import Case, states_of
from tests.suite.sizes import full
from tests.web.axe import violations
from tests.web.playing.begun import beginning_midway
from tests.web.playing.sitting import OPTIONS, Sitter, kept, opened, play_together

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def test_two_people_play_to_the_end_one_by_clicks_alone_and_one_by_keys_alone(
    browser: "Browser", tmp_path: "Path"
) -> None:
    """Two people play a match to its end, one only by clicks and the other only by keys. The match begins in its last
    round, because test_guide.py tests the beginning of a match and test_choosing.py each kind of choice.
    """
    case = Case("hetverraad", "swift", 2)
    with beginning_midway(tmp_path / "tables") as tables:
        person, _ = tables.open(case, last_round(case))
        mouse, keys = sitters = [Sitter(browser, tables.links[seat]) for seat in range(2)]
        rng = random.Random(4)

        def choose(sitter: Sitter) -> None:
            if sitter is keys:
                keys.choose_by_keys(rng)
            else:
                mouse.choose_by_clicks(something(mouse, rng))

        play_together(sitters, choose, Sitter.go_on_by_keys)
        document = person.get("match.json")
        assert document["spec"]["ranks"]
        for sitter in sitters:
            scores = sitter.page.evaluate("document.querySelector('arena-table').replay.spec.scores")
            assert scores == document["spec"]["scores"] == document["frames"][-1]["scores"]
            assert sitter.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
        assert [frame["actor"] for frame in document["frames"]].count(0) == mouse.chosen.total() > 0
        assert violations(mouse.page, 0, ".bar", ".side") == []
        for sitter in sitters:
            sitter.close()


# In `make test`, the test above checks the end of a match, test_choosing.py each edition and number of seats, and
# test_positions.py each language.
@full
@pytest.mark.parametrize(
    ("edition", "seats", "language"),
    [("swift", 2, "en"), ("strategic", 3, "de"), ("swift", 4, "fr"), ("strategic", 5, "nl")],
)
def test_it_is_played_by_clicks_and_axe_finds_nothing_wanting_at_the_end(
    browser: "Browser", tables: str, journals: "Path", edition: str, seats: int, language: str
) -> None:
    person, link = opened(tables, game="hetverraad", seats=seats, edition=edition)
    ann, rng, shown = Sitter(browser, link, locale=language), random.Random(edition), set()
    while (now := ann.now()) != "over":
        assert now == "asks"
        shown.add(ann.phase())
        ann.choose_by_clicks(something(ann, rng))
    assert ann.now() == "over"
    assert violations(ann.page, 0) == []
    assert {"start areas", "start towers", "income", "action"} <= shown
    assert ann.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    assert [frame["actor"] for frame in kept(journals, person)["frames"]].count(0) == ann.chosen.total()
    ann.close()


@full  # in `make test`, the first test here checks the end of a match
def test_a_match_is_played_by_keyboard_alone(browser: "Browser", tables: str, journals: "Path") -> None:
    person, link = opened(tables, game="hetverraad", seats=2, edition="swift")
    ann, rng = Sitter(browser, link), random.Random(4)
    while ann.now() != "over":
        ann.choose_by_keys(rng)
    assert kept(journals, person)["spec"]["ranks"]
    ann.close()


def last_round(case: Case) -> Any:
    """Returns the first state of a random match's last round in which a player must choose."""
    for seed in range(8):
        for state, _ in states_of(case, seed):
            actor = case.game.actor(state)
            shown: Any = case.game.reveal(state)
            if actor is not None and shown["last_round"]:
                return state
    raise AssertionError("no match has a last round")


def something(sitter: Sitter, rng: random.Random) -> dict[str, Any]:
    """Returns a random legal action of a kind not chosen yet.

    If there is none, returns the action that ends the turn; if that is not legal either, any random legal action.
    """
    options: list[dict[str, Any]] = sitter.page.evaluate(OPTIONS)
    new = [one for one in options if not sitter.chosen[one["kind"]]]
    ending = [one for one in options if one["kind"] == "end-actions"]
    return rng.choice(new or ending or options)
