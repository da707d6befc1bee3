"""Tests of the ladder's pages in Chromium: signing in, submitting bots, and an author's views and actions."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.ladder.accounts.rights import Role
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import Note, moved
from arena.ladder.submissions.states import WAITING, State
from tests.ladder.archives import bot
from tests.suite.sizes import sized
from tests.web.axe import violations
from tests.web.ladder.authors import link_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

DROP: Final = """bytes => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "mine.tar.gz"));
    const dropped = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data });
    document.querySelector("h1").dispatchEvent(dropped);
}"""


def test_what_a_proxy_refuses_is_told_and_not_sent_again(
    page: "Page", server: str, ladder: Ladder, tmp_path: Path
) -> None:
    sent: list[str] = []

    def refuse(route: "Route") -> None:
        sent.append(route.request.url)
        route.fulfill(status=413, body="<html>too large</html>")

    page.route("**/ladder/hand-ins/*", refuse)
    sign_in(page, server, ladder)
    (tmp_path / "mine.tar.gz").write_bytes(bot())
    page.get_by_label("archive").set_input_files(tmp_path / "mine.tar.gz")
    page.get_by_role("button", name="Hand it in").click()
    page.get_by_text("refused the request with status 413").wait_for()
    assert len(sent) == 1


def assert_good(page: "Page", turn: int = 0) -> None:
    """Asserts that the accessibility checker axe finds no violations, and that the page is not wider than a phone.

    `turn`: with `make test`, axe checks only the light colours if `turn` is even, else only the dark colours. With
    `make test-all`, axe checks both.
    """
    assert violations(page, turn) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def sign_in(page: "Page", server: str, ladder: Ladder, role: Role = Role.AUTHOR) -> None:
    page.goto(f"{server}/ladder/sign-in/{link_for(ladder, 'Ann', role)}")
    page.get_by_role("button", name="Sign in with this browser").click()
    page.get_by_role("heading", name="Sign-ins").wait_for()
    page.wait_for_load_state()  # a file that is dropped before the page's script runs is lost


def test_an_author_signs_in_hands_in_and_follows(page: "Page", server: str, ladder: Ladder, tmp_path: Path) -> None:
    """An author signs in, submits a bot as a file that is chosen in a dialog, and follows its examination on the page.
    Other tests of this module drop a file on the page instead.
    """
    page.goto(f"{server}/ladder")
    assert "open the link you got" in page.locator("main").inner_text()
    assert_good(page)
    page.goto(f"{server}/ladder/sign-in/{link_for(ladder, 'Bo')}")
    assert_good(page)
    sign_in(page, server, ladder)
    assert_good(page)
    (tmp_path / "mine.tar.gz").write_bytes(bot())
    page.get_by_label("archive").set_input_files(tmp_path / "mine.tar.gz")
    page.get_by_role("button", name="Hand it in").click()
    page.wait_for_url("**/ladder/submissions/1")
    assert "place 1 in the queue" in page.locator("#content").inner_text()
    assert_good(page, 1)
    with ladder.base.writing() as connection:
        note = Note(ladder.now_ms(), State.REJECTED, "the check failed in start: x", "correct it", "<b>Traceback</b>")
        assert moved(connection, 1, note, WAITING)
    page.get_by_text("<b>Traceback</b>").wait_for()
    assert page.locator(".badge").first.inner_text() == "rejected"
    assert_good(page, 1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the archive").click()
    assert download.value.path().read_bytes() == bot()


def test_what_is_refused_is_said_beside_the_button(page: "Page", server: str, ladder: Ladder, tmp_path: Path) -> None:
    sign_in(page, server, ladder, Role.AUTHOR)
    page.goto(f"{server}/ladder")
    (tmp_path / "large.tar").write_bytes(bytes(21_000_000))
    page.get_by_label("archive").set_input_files(tmp_path / "large.tar")
    page.get_by_role("button", name="Hand it in").click()
    page.get_by_text("The archive is larger than 20 MB.").wait_for()
    for _ in range(5):
        page.goto(f"{server}/ladder")
        page.evaluate(DROP, list(bot()))
        page.wait_for_url("**/ladder/submissions/*")
    page.goto(f"{server}/ladder")
    page.evaluate(DROP, list(bot()))
    page.get_by_text("5 submissions of yours are still being processed, which is the limit.").wait_for()
    page.goto(f"{server}/ladder/submissions/1")
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("This version was withdrawn, and does not play.").wait_for()
    assert_good(page, 1)


def test_a_link_for_elsewhere_and_signing_out(page: "Page", server: str, ladder: Ladder) -> None:
    sign_in(page, server, ladder, Role.ORGANISER)
    page.get_by_role("button", name="Make a link to sign in elsewhere").click()
    field = page.get_by_label("This link works once, within a day")
    field.wait_for()
    assert field.input_value().startswith(f"{server}/ladder/sign-in/")
    assert_good(page)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("To sign in, open the link you got").wait_for()


def test_all_of_it_is_there_in_each_language(page: "Page", server: str, ladder: Ladder) -> None:
    sign_in(page, server, ladder)
    page.evaluate(DROP, list(bot()))
    page.wait_for_url("**/ladder/submissions/1")
    for turn, language in enumerate(("de", "fr", "nl")):
        for place, address in enumerate(("ladder", "ladder/submissions/1")):
            page.goto(f"{server}/{language}/{address}")
            assert page.locator("html").get_attribute("lang") == language
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            if sized(turn % 2 == place, all_of_it=True):
                assert_good(page, 1)


def test_nothing_but_files_of_the_server_runs(page: "Page", server: str, ladder: Ladder) -> None:
    sign_in(page, server, ladder)
    answer = page.goto(f"{server}/ladder")
    assert answer
    assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]
    assert page.locator("script:not([src])").count() == 0
    assert page.locator("[style], [onclick]").count() == 0
    assert "arena-ladder" not in page.evaluate("document.cookie")
