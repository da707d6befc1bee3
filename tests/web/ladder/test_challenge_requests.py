"""Tests of challenges over HTTP and in Chromium: authors request them, follow them, and open their matches."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from arena.ladder.accounts.people import find_person
from arena.ladder.accounts.tokens import make_link
from arena.ladder.challenges import withdrawn_challenges
from arena.ladder.challenges.new_challenge import ask
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.web.ladder import challenge_requests
from tests.ladder.challenges.challenges import FEW, play, two_authors
from tests.ladder.conftest import own_copies, quick
from tests.ladder.serving import wait_for
from tests.web.axe import violations
from tests.web.ladder.authors import Author
from tests.web.serving import get

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["own_copies", "quick"]
pytestmark = pytest.mark.usefixtures("quick", "few")
ASKED = b'{"rival": "verraeter/owl"}'


@pytest.fixture
def few(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two authors with active bots, Ann's fox and Ben's owl. Challenges between them consist of few matches."""
    monkeypatch.setattr(challenge_requests, "ask", partial(ask, least=FEW))
    with ThreadPoolExecutor(1) as beside:  # another thread, because the browser's event loop runs in this one
        beside.submit(two_authors, ladder).result()


def link(ladder: Ladder, name: str) -> str:
    with ladder.base.writing() as connection:
        return make_link(connection, find_person(connection, name), 7, ladder.now_ms(), "test")


def signed_in(server: str, ladder: Ladder, name: str) -> Author:
    one = Author(server)
    assert one.sign_in(link(ladder, name), command=True).status == 200
    return one


def told_of(author: Author) -> Any:
    [told] = author.get("/ladder/submissions/1.json").json["challenges"]
    return told


def test_what_is_asked_for_is_told_to_its_author_alone_and_its_pages_are_not_listed(
    server: str, ladder: Ladder
) -> None:
    ann, ben = signed_in(server, ladder, "Ann"), signed_in(server, ladder, "Ben")
    path = "/ladder/submissions/1/challenges"
    for said in (b"{}", b'{"rival": 1}', b'{"rival": "owl"}', b"[]"):
        assert (ann.ask("POST", path, said).code, ben.ask("POST", path, ASKED).status) == ("bad-request", 404)
    made = ann.ask("POST", path, ASKED)
    assert (made.status, made.json["state"], made.json["matches"]) == (201, "playing", 0)
    play(ladder, 1, 3)
    wait_for(lambda: told_of(ann)["matches"] == 3)
    told = told_of(ann)
    assert (told["rival"], told["ladder"], told["state"], told["matches"]) == ("owl", "verraeter", "playing", 3)
    assert told["ahead"] + told["level"] + told["behind"] == 3
    for address in ("/", "/ladder"):
        assert "challenge-1" not in get(server + address).text
        assert "challenge-1" not in ann.get(address).text
    shown = get(f"{server}/{told['page']}")
    assert (shown.status, str(ladder.folder) in shown.text) == (200, False)
    assert get(f"{server}/challenge-1/verify.html").text.count("arena verify challenge-1 ") == 1
    assert get(f"{server}/challenge-2/index.html").status == 404
    [standing] = ann.get("/ladder/submissions/1.json").json["ladders"]
    assert standing["ladder"] == "verraeter"


def test_a_challenge_ends_with_a_version_that_is_withdrawn(server: str, ladder: Ladder) -> None:
    ann, ben = signed_in(server, ladder, "Ann"), signed_in(server, ladder, "Ben")
    assert ann.ask("POST", "/ladder/submissions/1/challenges", ASKED).status == 201
    assert ben.post("/ladder/submissions/2/withdraw").status == 200
    told = told_of(ann)
    assert (told["state"], told["pending"]) == ("given-up", False)
    assert told["sentence"] == "a bot of the challenge was withdrawn, so the challenge was given up"
    path = "/ladder/submissions/1/challenges"
    assert ann.ask("POST", path, ASKED).code == "no-rival"  # although the ladder has not yet begun a block without owl
    assert ann.ask("POST", path, b'{"rival": "verraeter/calm"}').status == 201


def test_what_is_withdrawn_stays_so_where_its_challenges_cannot_be_ended(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, ben = signed_in(server, ladder, "Ann"), signed_in(server, ladder, "Ben")
    assert ann.ask("POST", "/ladder/submissions/1/challenges", ASKED).status == 201

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(withdrawn_challenges, "give_up_with", fail)
    assert ben.post("/ladder/submissions/2/withdraw").json["state"] == "withdrawn"
    assert "challenges of submission 2 cannot be given up: No space left on device" in caplog.text


def test_an_author_asks_follows_and_opens_what_was_played(page: "Page", server: str, ladder: Ladder) -> None:
    page.goto(f"{server}/ladder/sign-in/{link(ladder, 'Ann')}")
    page.get_by_role("button", name="Sign in with this browser").click()
    page.get_by_role("heading", name="Sign-ins").wait_for()
    page.goto(f"{server}/ladder/submissions/1")
    rivals = page.get_by_label("against")
    assert rivals.locator("option").all_inner_texts() == ["calm", "quiet", "still", "owl"]
    rivals.select_option("verraeter/owl")
    assert_good(page, 0)
    file = ladder.folder / LADDERS / "verraeter.toml"
    file.rename(file.with_suffix(".gone"))
    page.get_by_role("button", name="Ask for these matches").click()
    page.get_by_text("This server does not have a ladder 'verraeter'.").wait_for()
    file.with_suffix(".gone").rename(file)
    page.get_by_role("button", name="Ask for these matches").click()
    page.get_by_text("being played").wait_for()
    assert page.get_by_role("button", name="Ask for these matches").count() == 0
    assert page.get_by_text("One challenge at a time").count() == 1
    assert_good(page, 1)
    play(ladder, 1)
    page.get_by_text(f"{FEW} matches: ahead in").wait_for()
    page.get_by_role("button", name="Ask for these matches").wait_for()
    assert_good(page, 0)
    page.get_by_role("link", name="against owl (verraeter)").click()
    page.get_by_role("heading", name="challenge-1").wait_for()


def assert_good(page: "Page", turn: int) -> None:
    """Asserts that the accessibility checker axe finds no violations, and that the page is not wider than a phone.

    `turn`: with `make test`, axe checks only the light colours if `turn` is even, else only the dark colours. With
    `make test-all`, axe checks both.
    """
    assert violations(page, turn) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
