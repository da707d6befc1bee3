"""Tests of the rights of each role over HTTP, and of attempts to use what belongs to others."""

import secrets

import pytest

from arena.ladder.accounts.rights import Role
from arena.ladder.ladder import Ladder
from tests.ladder.archives import bot
from tests.web.ladder.authors import Author, author, link_for

WANTS = [
    ("GET", "/ladder/submissions.json"),
    ("GET", "/ladder/submissions/1.json"),
    ("GET", "/ladder/submissions/1"),
    ("GET", "/ladder/submissions/1/archive"),
    ("PUT", "/ladder/hand-ins/" + "0" * 32),
    ("POST", "/ladder/submissions/1/withdraw"),
    ("POST", "/ladder/submissions/1/roll-back"),
    ("POST", "/ladder/submissions/1/challenges"),
    ("POST", "/ladder/links"),
    ("POST", "/ladder/sign-ins/1/revoke"),
]
ASKED = b'{"rival": "cup/owl"}'
#                            list  json page arch  put  with roll  chal links revoke
RIGHTS = {
    "author":               (200, 200, 200, 200, 201, 409, 409, 409, 201, 404),
    "author's command":     (200, 200, 200, 200, 201, 409, 409, 409, 403, 403),
    "another author":       (200, 404, 404, 404, 201, 404, 404, 404, 201, 404),
    "organiser":            (200, 200, 200, 403, 201, 409, 403, 403, 201, 404),
    "spectator":            (403, 403, 403, 403, 403, 403, 403, 403, 201, 404),
    "nobody":               (401, 401, 401, 401, 401, 401, 401, 401, 401, 401),
    "a guessed token":      (401, 401, 401, 401, 401, 401, 401, 401, 401, 401),
    "a guessed cookie":     (401, 401, 401, 401, 401, 401, 401, 401, 401, 401),
}  # fmt: skip


@pytest.mark.parametrize("who", list(RIGHTS))
def test_each_right_of_each_role(server: str, ladder: Ladder, who: str) -> None:
    ann = author(server, ladder, "Ann")
    assert ann.hand_in(bot()).json["number"] == 1
    assert ann.post("/ladder/submissions/1/withdraw").status == 200
    if who == "author":
        asks = ann
    elif who == "author's command":
        asks = Author(server)
        asks.sign_in(ann.post("/ladder/links").json["link"], command=True)
    elif who in ("nobody", "a guessed token", "a guessed cookie"):
        asks = Author(server)
        guessed = secrets.token_hex(16)
        asks.token, asks.cookie = guessed if "token" in who else "", guessed if "cookie" in who else ""
    else:
        role = {"another author": Role.AUTHOR}.get(who) or Role(who)
        asks = author(server, ladder, "Ben", role)
    for (method, path), status in zip(WANTS, RIGHTS[who], strict=True):
        answer = asks.ask(method, path, None if method == "GET" else bot() if method == "PUT" else ASKED)
        assert (path, answer.status) == (path, status)
        assert answer.headers["cache-control"] == "no-store" or answer.status >= 400
        assert "Traceback" not in answer.data.decode(errors="replace")


def test_what_is_not_there_and_what_is_anothers_are_told_alike(server: str, ladder: Ladder) -> None:
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")
    ann.hand_in(bot("secretbot"))
    for path in ("", ".json", "/archive"):
        theirs, none = (ben.get(f"/ladder/submissions/{number}{path}") for number in (1, 2))
        assert theirs.status == none.status == 404
        assert (
            theirs.data.replace(b"ions/1", b"ions/2")
            .replace(b"submission 1", b"submission 2")
            .replace(b"Submission 1", b"Submission 2")
            == none.data
        )
    for path in ("/ladder", "/ladder/submissions.json", "/ladder/me.json"):
        assert "secretbot" not in ben.get(path).text
        assert "Ann" not in ben.get(path).text


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


def test_no_other_site_has_a_browser_do_anything(server: str, ladder: Ladder) -> None:
    ann, link = author(server, ladder, "Ann"), link_for(ladder, "Mallory")
    assert ann.hand_in(bot()).status == 201
    for headers in FOREIGN:
        for method, path in WANTS[4:]:
            answer = ann.ask(method, path, b"{}", headers)
            assert (answer.status, answer.code) == (403, "foreign"), (headers, path)
        assert ann.ask("POST", "/ladder/sign-out", b"{}", headers).code == "foreign", headers
        assert [one["state"] for one in ann.get("/ladder/submissions.json").json["submissions"]] == ["received"]
        if "Origin" not in headers or headers["Origin"]:
            assert ann.ask("POST", f"/ladder/sign-in/{link}", b"{}", headers).status == 403, headers
        assert ann.get("/ladder/me.json").json["name"] == "Ann"


def test_a_server_is_asked_by_its_own_names_only(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    ann.host = "evil.example"
    for path in ("/ladder", "/ladder/me.json", "/ladder/submissions/1"):
        assert ann.get(path).status == 421


def test_a_number_that_is_none_is_not_there(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    for number in ("0", "x", "-1", "1e3", "%D9%A3", "9" * 30, "1%20or%201=1", "..%2f1"):
        for path in ("", ".json", "/archive"):
            assert ann.get(f"/ladder/submissions/{number}{path}").status == 404, number + path


def test_a_header_that_shows_no_token_opens_a_cookie_to_no_other_site(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    for shown in ("Basic YTpi", "x", "Bearer"):
        answer = ann.ask("POST", "/ladder/links", b"{}", {"Authorization": shown, "Origin": "http://evil.example"})
        assert (answer.status, answer.code) == (403, "foreign"), shown


def test_headers_of_names_are_nobodys(server: str, ladder: Ladder) -> None:
    """A bot's name and version, which strangers choose, never appear in headers, and on pages only as escaped HTML."""
    ann = author(server, ladder, "Ann")
    ann.hand_in(bot("x"))
    with ladder.base.writing() as connection:
        connection.exec_driver_sql("insert into bot (id, person_id, name, name_key) values (9, 1, '<script>=1+1', 'k')")
        connection.exec_driver_sql("update submission set bot_id = 9, version = '\"><img src=x>'")
    for path in ("/ladder", "/ladder/submissions/1"):
        page = ann.get(path).text
        assert "<script>=" not in page
        assert "<img src=x" not in page
        assert "&lt;script&gt;=1+1" in page


def test_a_refusal_is_told_in_the_language_of_who_asks(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    told = ann.ask("POST", "/de/ladder/submissions/7/withdraw", b"{}").json
    assert (told["language"], told["message"]) == ("de", "Abgabe 7 gibt es nicht, oder sie ist nicht deine")
    page = ann.get("/fr/ladder/submissions/7")
    assert page.status == 404
    assert "le dépôt 7 n\u2019existe pas" in page.text.lower()
