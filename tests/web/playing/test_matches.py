"""Tests of complete matches of Verräter in Chromium."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest

from tests.suite.sizes import full, sized
from tests.tables.people import Person, Seen
from tests.web.axe import violations
from tests.web.playing.sitting import Sitter, kept, opened, opened_by_two, play_together

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
EARLIER: Final = sized(40, 0)
"""The number of frames (steps of the replay) at the start of a match that are played without a browser, to save time.

A match has about 70 frames. `make test-all` plays all of them in the browser.
"""


def test_two_people_play_at_one_table_one_by_clicks_alone_and_one_by_keys_alone(
    browser: "Browser", tables: str, journals: "Path"
) -> None:
    """Two people play a match to its end, one only by clicks and the other only by keys. The accessibility checker axe
    finds no violations while the page pauses and at the end. At the end, a link leads to the replay.
    """
    person, links = opened_by_two(tables)
    with ThreadPoolExecutor(len(links)) as pool:
        earlier, _ = pool.map(lambda seat: play_first(tables, links[seat], seat), range(len(links)))
    mouse, keys = sitters = [Sitter(browser, link) for link in links]
    rng, shown, seats = random.Random(1), set[str](), 3
    replay = mouse.page.get_by_role("link", name="See the replay")

    def choose(sitter: Sitter) -> None:
        assert replay.count() == 0
        if sitter is keys:
            keys.choose_by_keys(rng)
        else:
            mouse.choose_by_clicks(mouse.pick(rng))

    def go_on(sitter: Sitter) -> None:
        if sitter is keys:
            keys.go_on_by_keys()
            return
        if mouse.phase() not in shown:
            shown.add(mouse.phase())
            assert violations(mouse.page, len(shown), ".bar", ".side") == [], mouse.phase()
        mouse.page.locator("[data-go-on].leads").click()

    play_together(sitters, choose, go_on)
    document = kept(journals, person)
    assert [frame["actor"] for frame in document["frames"]].count(0) == earlier + mouse.chosen.total()
    # `make test`: test_choosing.py builds
    assert sized({"pick", "play"}, {"build", "pick", "play"}) <= mouse.chosen.keys()
    assert "resolution" in shown
    for sitter in sitters:
        told = "\n".join(sitter.page.locator(".account .total").all_inner_texts())
        assert all(f": {score} points" in told for score in document["spec"]["scores"])
        assert sitter.page.locator(".account .total").count() == seats
        assert sitter.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    assert violations(mouse.page, 0) == []
    replay.click()
    mouse.page.get_by_role("heading", name="Replay:").wait_for()
    mouse.page.locator(".seats .seat").first.wait_for()
    assert mouse.page.locator(".sign:empty").count() == 0
    for sitter in sitters:
        sitter.close()


def play_first(address: str, link: str, seed: int) -> int:
    """Plays this seat at random, without a browser, until the match has more than EARLIER frames; returns the number of
    choices made.
    """
    person, seen, rng = Person(address), Seen(), random.Random(seed)
    person.enter(link)
    for event in person.events() if EARLIER else ():
        seen.take(event)
        if len(seen.frames) > EARLIER:
            break
        if event.name == "turn" and event.data:
            choice = rng.choice(seen.frames[-1]["legal"])
            assert person.post("choices", turn_id=event.data["turn_id"], action=choice["action"]).status == 200
            seen.answered[event.data["turn_id"]] = choice["action"]
    return len(seen.answered)


# In `make test`, the test above plays one edition in English, test_positions.py has each language and phase, and
# test_choosing.py each edition.
@full
@pytest.mark.parametrize(
    ("edition", "seats", "language"),
    [
        ("official", 4, "en"),
        ("classic", 3, "de"),
        ("bsw", 4, "fr"),
        ("faidutti", 3, "nl"),
    ],
)
def test_a_match_is_played_by_clicks_alone_and_axe_finds_nothing_wanting_where_it_stays(
    browser: "Browser", tables: str, journals: "Path", edition: str, seats: int, language: str
) -> None:
    person, link = opened(tables, seats=seats, edition=edition)
    ann, rng, shown, made = Sitter(browser, link, locale=language), random.Random(edition), set(), 0
    while (now := ann.now()) != "over":
        if now == "stays":
            if ann.phase() not in shown:
                shown.add(ann.phase())
                assert violations(ann.page, 0) == [], ann.phase()
            ann.page.locator("[data-go-on].leads").click()
        else:
            ann.choose_by_clicks(ann.pick(rng))
            made += 1
    assert violations(ann.page, 1) == []
    assert [frame["actor"] for frame in kept(journals, person)["frames"]].count(0) == made
    assert {"build", "pick", "play"} <= ann.chosen.keys()
    assert "resolution" in shown
    assert ann.page.locator(".account .total").count() == seats
    assert ann.page.locator(".viewer").evaluate("viewer => !/undefined|[{}]/.test(viewer.innerText)")
    ann.close()
