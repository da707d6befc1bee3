"""Tests of remote bots, which run on their authors' computers, over HTTP and in Chromium: who may do what, and when the
token is shown.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from arena.ladder.accounts.rights import Role
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.tls.server_certificate import Tls
from tests.web.ladder.authors import Author, Idle, author, link_for
from tests.web.ladder.test_page import assert_good, sign_in
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ENTER: Final = "/ladder/remotes/cup/fern"
LIST: Final = "/ladder/remotes.json"


class Attended(Idle):
    """A ladder service to which two remote bots, "fern" and "farn", are connected."""

    def __init__(self, ladder: Ladder) -> None:
        super().__init__(ladder)
        self.there = lambda ladder: {"fern": 12.34, "farn": None} if ladder == "cup" else {}


@pytest.fixture
def server(ladder: Ladder) -> Iterator[str]:
    folder = ladder.folder / LADDERS
    folder.mkdir()
    (folder / "cup.toml").write_text('gate = "127.0.0.1:7700"\n')
    (folder / "open.toml").write_text('gate = "0.0.0.0:7700"\n')
    (folder / "plain.toml").write_text('game = "verraeter"\n')
    with serving(ladder=Attended(ladder)) as address:
        yield address


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("author", (201, 200, 200)),
        ("author's command", (201, 200, 200)),
        ("another author", (409, 200, 404)),
        ("organiser", (409, 200, 200)),
        ("spectator", (403, 403, 403)),
        ("nobody", (401, 401, 401)),
    ],
)
def test_each_right_of_each_role(server: str, ladder: Ladder, who: str, expected: tuple[int, int, int]) -> None:
    ann = author(server, ladder, "Ann")
    assert ann.ask("PUT", ENTER, b"").status == 201
    if who == "author":
        asks = ann
    elif who == "author's command":
        asks = Author(server)
        asks.sign_in(ann.post("/ladder/links").json["link"], command=True)
    elif who == "nobody":
        asks = Author(server)
    else:
        asks = author(server, ladder, "Ben", Role.AUTHOR if who == "another author" else Role(who))
    answers = (asks.ask("PUT", ENTER, b""), asks.get(LIST), asks.post("/ladder/remotes/1/withdraw"))
    assert tuple(answer.status for answer in answers) == expected
    if answers[1].status == 200:
        assert len(answers[1].json["remotes"]) == (who != "another author")
    assert all(answer.headers["cache-control"] == "no-store" or answer.status >= 400 for answer in answers)


def test_an_entry_says_its_token_and_where_to_dial_and_nothing_says_it_again(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    told = ann.ask("PUT", ENTER, b"").json
    assert told["server"] == "http://127.0.0.1:7700"
    assert told["connected"]
    assert told["round_trip_ms"] == 12.34
    looked = [ann.get(path).text for path in (LIST, "/ladder", "/ladder/me.json", "/ladder/submissions.json")]
    assert all(told["token"] not in text for text in looked)
    assert "fern" in looked[0]
    kept = b"".join(path.read_bytes() for path in ladder.folder.rglob("*") if path.is_file())
    assert told["token"].encode() not in kept
    assert ann.ask("PUT", "/ladder/remotes/plain/fern", b"").code == "no-remote-ladder"
    assert ann.ask("PUT", "/ladder/remotes/cup/a%1Bb", b"").code == "bad-name"
    withdrawn = ann.post("/ladder/remotes/1/withdraw").json
    assert (withdrawn["entered"], withdrawn["connected"], withdrawn["round_trip_ms"]) == (False, False, None)
    assert ann.post("/ladder/remotes/1/withdraw").code == "not-now"


def test_a_ladder_whose_gate_would_be_open_and_not_encrypted_is_refused_to_who_enters_a_bot(
    server: str, ladder: Ladder
) -> None:
    refused = author(server, ladder, "Ann").ask("PUT", "/ladder/remotes/open/fern", b"")
    assert (refused.status, refused.code) == (409, "no-gate")
    assert (
        "the ladder open cannot be played: gate is '0.0.0.0:7700', an address that other machines can reach, but "
        "connections would not be encrypted" in refused.text
    )
    service = Idle(ladder)
    service.tls = Tls(Path("own.pem"), Path("own.key"))
    with serving(ladder=service) as address:
        told = author(address, ladder, "Ben").ask("PUT", "/ladder/remotes/open/fern", b"").json
    assert told["server"] == "https://127.0.0.1:7700"


def test_what_an_organiser_withdrew_is_told_and_only_organisers_allow_it_again(server: str, ladder: Ladder) -> None:
    ann, org = author(server, ladder, "Ann"), author(server, ladder, "Org", Role.ORGANISER)
    assert ann.ask("PUT", ENTER, b"").status == 201
    assert org.post("/ladder/remotes/1/withdraw").json["taken_out"]
    assert "by an organiser" in ann.get("/ladder").text
    assert "remotes/1/readmit" not in ann.get("/ladder").text
    assert "remotes/1/readmit" in org.get("/ladder").text
    assert ann.ask("PUT", ENTER, b"").code == "not-now"
    assert ann.post("/ladder/remotes/1/readmit").code == "not-allowed"
    told = org.post("/ladder/remotes/1/readmit").json
    assert (told["entered"], told["taken_out"]) == (False, False)
    assert ann.ask("PUT", ENTER, b"").status == 201


@pytest.mark.parametrize(("method", "path"), [("PUT", ENTER), ("POST", "/ladder/remotes/1/withdraw")])
def test_no_other_site_has_a_browser_do_anything(server: str, ladder: Ladder, method: str, path: str) -> None:
    ann = author(server, ladder, "Ann")
    assert ann.ask("PUT", ENTER, b"").status == 201
    assert ann.ask(method, path, b"", {"Origin": "http://evil.example"}).code == "foreign"
    assert ann.get(LIST).json["remotes"][0]["entered"]


@pytest.mark.slow
def test_an_author_enters_a_bot_sees_it_and_withdraws_it(browser: "Browser", server: str, ladder: Ladder) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page: Page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    sign_in(page, server, ladder)
    page.get_by_label("name of the bot").fill("greedy")
    page.get_by_role("button", name="Make its token").click()
    page.get_by_text("cannot be the name of a bot").wait_for()
    page.get_by_label("name of the bot").fill("fern")
    page.get_by_role("button", name="Make its token").click()
    token = page.get_by_label("Token of the bot, shown only now")
    token.wait_for()
    said = token.input_value()
    assert len(said) == 32
    assert "arena remote --server http://127.0.0.1:7700 --token-file FILE -- BOT" in page.locator("main").inner_text()
    shown = page.get_by_role("row", name="fern")
    shown.wait_for()
    assert "connected" in shown.inner_text()
    assert "12.3 ms" in shown.inner_text()
    assert_good(page)
    page.reload()
    assert said not in page.content()
    assert_good(page)
    page.get_by_role("button", name="Withdraw").click()
    page.get_by_text("withdrawn").wait_for()
    assert_good(page)
    context.close()


def test_where_no_ladder_is_for_such_bots_nothing_is_said_of_them(ladder: Ladder) -> None:
    with serving(ladder=Idle(ladder)) as address:
        ann = Author(address)
        assert ann.sign_in(link_for(ladder, "Ann")).status == 200
        assert "/remotes" not in ann.get("/ladder").text
