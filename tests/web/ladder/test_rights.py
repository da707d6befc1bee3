"""Each right of each role, over HTTP; and what others try with what is not theirs."""

import os
import secrets
import socket
import threading
from collections.abc import Iterator
from gzip import decompress as gunzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.ladder import allowances, submissions
from arena.ladder.allowances import Allowance
from arena.ladder.ladder import Ladder
from arena.ladder.rights import Role
from arena.ladder.submissions import MOST_BYTES
from arena.web.ladder import access, routes
from tests.ladder.archives import bot
from tests.web.ladder.authors import Author, Idle, link_for
from tests.web.serving import serving


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder")


@pytest.fixture
def server(ladder: Ladder) -> Iterator[str]:
    with serving(ladder=Idle(ladder)) as address:
        yield address


def author(server: str, ladder: Ladder, name: str, role: Role = Role.AUTHOR, *, command: bool = False) -> Author:
    one = Author(server)
    assert one.sign_in(link_for(ladder, name, role), command=command).status == 200
    return one


def test_a_link_signs_in_once_and_looking_at_it_uses_nothing_up(server: str, ladder: Ladder) -> None:
    link = link_for(ladder, "Ann <b>")
    ann = Author(server)
    for _ in range(2):
        page = ann.get(f"/ladder/sign-in/{link}")
        assert page.status == 200
        assert "Ann &lt;b&gt;" in page.text
    answer = ann.sign_in(link)
    assert answer.json == {"address": "ladder"}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert ann.get("/ladder/me.json").json["name"] == "Ann <b>"
    again = Author(server).sign_in(link)
    assert (again.status, again.code) == (403, "bad-link")
    assert Author(server).get(f"/ladder/sign-in/{link}").status == 403


def test_signing_out_ends_the_sign_in_everywhere(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    kept = ann.cookie
    assert ann.post("/ladder/sign-out").status == 200
    assert ann.cookie == ""
    ann.cookie = kept
    assert ann.get("/ladder/me.json").status == 401


def test_one_makes_a_link_for_commands_and_ends_what_came_of_it(server: str, ladder: Ladder) -> None:
    ann, command = author(server, ladder, "Ann"), Author(server)
    link = ann.post("/ladder/links").json["link"]
    assert link.startswith(f"{server}/ladder/sign-in/")
    assert command.sign_in(link, command=True).status == 200
    assert command.get("/ladder/submissions.json").status == 200
    assert command.post("/ladder/links").status == 403
    found = [part.split("/")[0] for part in ann.get("/ladder").text.split("ladder/sign-ins/")[1:]]
    assert len(found) == 1
    assert ann.post(f"/ladder/sign-ins/{found[0]}/revoke").status == 200
    assert command.get("/ladder/submissions.json").status == 401


WANTS = [
    ("GET", "/ladder/submissions.json"),
    ("GET", "/ladder/submissions/1.json"),
    ("GET", "/ladder/submissions/1"),
    ("GET", "/ladder/submissions/1/archive"),
    ("PUT", "/ladder/hand-ins/" + "0" * 32),
    ("POST", "/ladder/submissions/1/withdraw"),
    ("POST", "/ladder/submissions/1/roll-back"),
    ("POST", "/ladder/links"),
    ("POST", "/ladder/sign-ins/1/revoke"),
]
#                            list  json page arch  put  with roll  links revoke
RIGHTS = {
    "author":               (200, 200, 200, 200, 201, 409, 409, 201, 404),
    "author's command":     (200, 200, 200, 200, 201, 409, 409, 403, 403),
    "another author":       (200, 404, 404, 404, 201, 404, 404, 201, 404),
    "organiser":            (200, 200, 200, 403, 201, 409, 403, 201, 404),
    "spectator":            (403, 403, 403, 403, 403, 403, 403, 201, 404),
    "nobody":               (401, 401, 401, 401, 401, 401, 401, 401, 401),
    "a guessed token":      (401, 401, 401, 401, 401, 401, 401, 401, 401),
    "a guessed cookie":     (401, 401, 401, 401, 401, 401, 401, 401, 401),
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
        answer = asks.ask(method, path, None if method == "GET" else bot() if method == "PUT" else b"{}")
        assert (path, answer.status) == (path, status)
        assert answer.headers["cache-control"] == "no-store" or answer.status >= 400
        assert "Traceback" not in answer.data.decode(errors="replace")


def test_what_is_not_there_and_what_is_anothers_are_told_alike(server: str, ladder: Ladder) -> None:
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")
    ann.hand_in(bot("secretbot"))
    for path in ("", ".json", "/archive"):
        theirs, none = (ben.get(f"/ladder/submissions/{number}{path}") for number in (1, 2))
        assert theirs.status == none.status == 404
        assert theirs.data.replace(b"ions/1", b"ions/2").replace(b"submission 1", b"submission 2") == none.data
    for path in ("/ladder", "/ladder/submissions.json", "/ladder/me.json"):
        assert "secretbot" not in ben.get(path).text
        assert "Ann" not in ben.get(path).text


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_no_other_site_has_a_browser_do_anything(server: str, ladder: Ladder, headers: dict[str, str]) -> None:
    ann = author(server, ladder, "Ann")
    assert ann.hand_in(bot()).status == 201
    for method, path in WANTS[4:]:
        answer = ann.ask(method, path, b"{}", headers)
        assert (answer.status, answer.code) == (403, "foreign")
    assert ann.ask("POST", "/ladder/sign-out", b"{}", headers).code == "foreign"
    assert [one["state"] for one in ann.get("/ladder/submissions.json").json["submissions"]] == ["received"]
    if "Origin" not in headers or headers["Origin"]:
        link = link_for(ladder, "Mallory")
        assert ann.ask("POST", f"/ladder/sign-in/{link}", b"{}", headers).status == 403
    assert ann.get("/ladder/me.json").json["name"] == "Ann"


def test_a_server_is_asked_by_its_own_names_only(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    ann.host = "evil.example"
    for path in ("/ladder", "/ladder/me.json", "/ladder/submissions/1"):
        assert ann.get(path).status == 421


def test_an_archive_comes_back_as_it_was_handed_in(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    content = bot(name="x" * 9)
    receipt = ann.hand_in(content).json
    answer = ann.get("/ladder/submissions/1/archive")
    assert answer.data == content
    assert answer.headers["content-disposition"] == 'attachment; filename="submission-1.tar.gz"'
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert receipt["bytes"] == len(content)
    assert receipt["received"].endswith("Z")


@pytest.mark.parametrize(("content", "name"), [(gunzip(bot()), "submission-1.tar"), (b"PK\3\4", "submission-1.zip")])
def test_an_archive_is_called_what_it_is(server: str, ladder: Ladder, content: bytes, name: str) -> None:
    ann = author(server, ladder, "Ann")
    assert ann.hand_in(content).status == 201
    answer = ann.get("/ladder/submissions/1/archive")
    assert (answer.data, answer.headers["content-disposition"]) == (content, f'attachment; filename="{name}"')


def test_a_link_that_many_open_at_once_opens_one_sign_in(server: str, ladder: Ladder) -> None:
    link, found = link_for(ladder, "Ann"), list[int]()
    began = threading.Barrier(8)

    def sign_in() -> None:
        began.wait()
        found.append(Author(server).sign_in(link, command=True).status)

    threads = [threading.Thread(target=sign_in) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200] + [403] * 7


def test_what_is_sent_again_is_told_the_same_receipt(server: str, ladder: Ladder) -> None:
    ann, key = author(server, ladder, "Ann"), "a" * 32
    first, second = ann.hand_in(bot(), key), ann.hand_in(bot(), key)
    assert first.json == second.json
    assert len(ann.get("/ladder/submissions.json").json["submissions"]) == 1
    assert ann.hand_in(bot(version="2"), key).code == "key-used"


@pytest.mark.parametrize("key", ["x", "a" * 31, "A" * 32, "..%2f..%2fladder.db", "%00" * 8])
def test_a_hand_in_has_an_address_of_its_own(server: str, ladder: Ladder, key: str) -> None:
    answer = author(server, ladder, "Ann").hand_in(bot(), key)
    assert answer.status in (400, 404, 405)
    assert not [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]


@pytest.mark.parametrize("number", ["0", "x", "-1", "1e3", "%D9%A3", "9" * 30, "1%20or%201=1", "..%2f1"])
def test_a_number_that_is_none_is_not_there(server: str, ladder: Ladder, number: str) -> None:
    ann = author(server, ladder, "Ann")
    for path in ("", ".json", "/archive"):
        assert ann.get(f"/ladder/submissions/{number}{path}").status == 404


def raw(server: str, request: bytes, *, shut: bool = False) -> bytes:
    """What is answered to these very bytes."""
    parts = urlsplit(server)
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as line:
        line.sendall(request)
        if shut:
            line.shutdown(socket.SHUT_WR)
        found = b""
        while chunk := line.recv(65_536):
            found += chunk
        return found


def put(server: str, ann: Author, length: str, body: bytes = b"", *, shut: bool = False) -> bytes:
    head = f"PUT /ladder/hand-ins/{secrets.token_hex(16)} HTTP/1.1\r\nHost: {ann.host}\r\nConnection: close\r\n"
    return raw(server, f"{head}Authorization: Bearer {ann.token}\r\n{length}\r\n".encode() + body, shut=shut)


def test_a_size_is_looked_at_before_a_byte_is_read(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann", command=True)
    assert put(server, ann, f"Content-Length: {MOST_BYTES + 1}\r\n").startswith(b"HTTP/1.1 413")
    assert put(server, ann, "Content-Length: 0\r\n").startswith(b"HTTP/1.1 400")
    assert put(server, ann, "Transfer-Encoding: chunked\r\n", b"0\r\n\r\n").startswith(b"HTTP/1.1 411")
    both = put(server, ann, "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", b"5\r\nabcde\r\n0\r\n\r\n")
    assert both.startswith(b"HTTP/1.1 411")
    ann.token = "0" * 32
    assert put(server, ann, f"Content-Length: {MOST_BYTES}\r\n").startswith(b"HTTP/1.1 401")


def test_no_more_is_read_than_was_said(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever lets more through than its head says."""
    monkeypatch.setattr(routes, "length_of", lambda _: 3)
    ann = author(server, ladder, "Ann", command=True)
    assert ann.hand_in(b"x" * 100_000).json["message"] == "more was posted than was said"
    assert not [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]


def test_half_an_archive_is_none(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann", command=True)
    put(server, ann, "Content-Length: 1000\r\n", b"half", shut=True)
    assert ann.get("/ladder/submissions.json").json["submissions"] == []
    assert not [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]


@pytest.mark.parametrize("where", ["hand-ins", "acts"])
def test_who_does_too_much_is_told_when_to_come_again(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(routes, "HAND_INS", Allowance("hand-in", 2, 3_600))
    monkeypatch.setattr(routes, "ACTS", Allowance("act", 2, 3_600))
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")

    def do(one: Author) -> int:
        answer = one.hand_in(bot()) if where == "hand-ins" else one.post("/ladder/submissions/9/withdraw")
        if answer.status == 429:
            assert 0 < int(answer.headers["retry-after"]) <= 3_600
        return answer.status

    fine = 201 if where == "hand-ins" else 404
    assert [do(ann) for _ in range(4)] == [fine, fine, 429, 429]
    assert do(ben) == fine


def test_guessing_is_slowed_down_and_nobody_else_feels_it(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "FAILURES", Allowance("failure", 5, 3_600))
    ann, guesser = author(server, ladder, "Ann"), Author(server)
    found = []
    for _ in range(7):
        guesser.token = secrets.token_hex(16)
        found.append(guesser.get("/ladder/me.json").status)
    assert found == [401] * 5 + [429] * 2
    assert ann.get("/ladder/me.json").status == 200
    assert allowances.FAILURES.at_once > 5


def test_who_opens_good_links_is_counted_for_nothing(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many sit behind one address, and one of them guesses."""
    few = Allowance("failure", 2, 3_600)
    monkeypatch.setattr(access, "FAILURES", few)
    monkeypatch.setattr(routes, "FAILURES", few)
    if hasattr(routes, "LINKS"):
        monkeypatch.setattr(routes, "LINKS", Allowance("link", 2, 3_600))
    link = link_for(ladder, "Ann")
    guesser = Author(server)
    found = [guesser.get(f"/ladder/sign-in/{secrets.token_hex(16)}").status for _ in range(4)]
    assert found == [403, 403, 429, 429]
    ann = Author(server)
    assert [ann.get(f"/ladder/sign-in/{link}").status for _ in range(4)] == [200] * 4
    assert ann.sign_in(link).status == 200
    assert ann.get("/ladder/me.json").status == 200


def test_who_has_anothers_token_cannot_keep_its_owner_from_ending_it(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "ACTS", Allowance("act", 2, 3_600))
    ann, thief = author(server, ladder, "Ann"), Author(server)
    assert thief.sign_in(ann.post("/ladder/links").json["link"], command=True).status == 200
    assert [thief.post("/ladder/submissions/9/withdraw").status for _ in range(3)] == [404, 404, 429]
    assert ann.post("/ladder/submissions/9/withdraw").status == 404
    assert ann.post("/ladder/submissions/9/withdraw").status == 429
    [number] = [part.split("/")[0] for part in ann.get("/ladder").text.split("ladder/sign-ins/")[1:]]
    assert ann.post(f"/ladder/sign-ins/{number}/revoke").status == 200
    assert thief.get("/ladder/submissions.json").status == 401
    assert ann.post("/ladder/sign-out").status == 200


def test_what_is_refused_in_the_end_is_not_kept(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two are sent at once where one is left: both are read, and one is counted."""
    monkeypatch.setattr(submissions, "MOST_BYTES_EACH", 3_000)
    monkeypatch.setattr(routes, "demand_room", lambda *_: None)
    ann = author(server, ladder, "Ann")
    contents = [os.urandom(2_000) for _ in range(2)]
    assert [ann.hand_in(content).status for content in contents] == [201, 403]
    kept = [path.read_bytes() for path in (ladder.folder / "archives").rglob("*") if path.is_file()]
    assert kept == contents[:1]


def test_one_person_has_so_many_bytes_and_no_more(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES_EACH", 3_000)
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")
    key, content = "a" * 32, os.urandom(2_000)
    assert ann.hand_in(content, key).status == 201
    refused = ann.hand_in(os.urandom(1_001))
    assert (refused.status, refused.code) == (403, "no-room-left")
    assert ann.hand_in(content, key).status == 201
    assert ann.hand_in(os.urandom(1_000)).status == 201
    assert ben.hand_in(content).status == 201


@pytest.mark.parametrize("shown", ["Basic YTpi", "x", "Bearer"])
def test_a_header_that_shows_no_token_opens_a_cookie_to_no_other_site(server: str, ladder: Ladder, shown: str) -> None:
    ann = author(server, ladder, "Ann")
    answer = ann.ask("POST", "/ladder/links", b"{}", {"Authorization": shown, "Origin": "http://evil.example"})
    assert (answer.status, answer.code) == (403, "foreign")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_behind_a_proxy_with_tls_links_and_cookies_are_for_tls(server: str, ladder: Ladder, scheme: str) -> None:
    ann = Author(server)
    origin = {"Origin": f"{scheme}://{ann.host}"}
    signed = ann.ask("POST", f"/ladder/sign-in/{link_for(ladder, 'Ann')}", b"{}", origin)
    assert signed.status == 200
    assert ("Secure" in signed.headers["set-cookie"]) == (scheme == "https")
    link = ann.ask("POST", "/ladder/links", b"{}", origin).json["link"]
    assert link.startswith(f"{scheme}://{ann.host}/ladder/sign-in/")


def test_who_has_too_many_on_their_way_is_told_before_they_are_read(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    assert [ann.hand_in(bot()).status for _ in range(6)] == [201] * 5 + [429]
    assert len([path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]) == 1


def test_headers_of_names_are_nobodys(server: str, ladder: Ladder) -> None:
    """What is named by strangers reaches no header, and pages only escaped."""
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
    assert (told["language"], told["message"]) == ("de", "du hast keine Abgabe 7")
    page = ann.get("/fr/ladder/submissions/7")
    assert page.status == 404
    assert "avez pas de dépôt 7" in page.text.lower()


def test_a_full_disk_takes_nothing_and_says_so(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    ann = author(server, ladder, "Ann")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        answer = ann.hand_in(bot())
    assert (answer.status, answer.code) == (507, "no-room")
    assert ann.get("/ladder/submissions.json").json["submissions"] == []
    assert ann.hand_in(bot()).status == 201
