"""Tests of uploading archives over HTTP: what the server reads, stores, and sends back."""

import os
import secrets
import socket
from gzip import decompress as gunzip
from urllib.parse import urlsplit

import pytest

from arena.ladder.ladder import Ladder
from arena.ladder.submissions import submissions
from arena.ladder.submissions.submissions import MOST_BYTES
from arena.web.ladder import submission_requests
from tests.ladder.archives import bot
from tests.web.ladder.authors import Author, author


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


def raw(server: str, request: bytes, *, shut: bool = False) -> bytes:
    """Sends exactly these bytes to a server; returns its response. `shut`: whether to end the sending direction of the
    connection before the response is read.
    """
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
    """The server stops reading when the body exceeds the announced length, even if another check has let the request
    pass.
    """
    monkeypatch.setattr(submission_requests, "length_of", lambda _: 3)
    ann = author(server, ladder, "Ann", command=True)
    assert (
        ann.hand_in(b"x" * 100_000).json["message"]
        == "the content of the request has more bytes than its header Content-Length says"
    )
    assert not [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]


def test_half_an_archive_is_none(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann", command=True)
    put(server, ann, "Content-Length: 1000\r\n", b"half", shut=True)
    assert ann.get("/ladder/submissions.json").json["submissions"] == []
    assert not [path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]


def test_what_is_refused_in_the_end_is_not_kept(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """If two uploads begin at once while a limit leaves space for one, both are read, but only one is stored."""
    monkeypatch.setattr(submissions, "MOST_BYTES_EACH", 3_000)
    monkeypatch.setattr(submission_requests, "demand_room", lambda *_: None)
    ann = author(server, ladder, "Ann")
    contents = [os.urandom(2_000) for _ in range(2)]
    assert [ann.hand_in(content).status for content in contents] == [201, 403]
    kept = [path.read_bytes() for path in (ladder.folder / "archives").rglob("*") if path.is_file()]
    assert kept == contents[:1]


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
