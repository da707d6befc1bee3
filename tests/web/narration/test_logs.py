"""Tests of a server's log: it has a line for each response and each step, and contains nothing with which a person
could sign in.
"""

import json
import logging
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.web.logs import FORMS, log_as
from tests.end_to_end.processes import PATIENCE_S, start
from tests.ladder.archives import bot
from tests.ladder.serving import wait_for
from tests.web.ladder.authors import Author, link_for

CONTENT: Final = "words-of-the-bot"
TOKEN: Final = "value-of-a-token"
FORGED: Final = "secret\x1b[2J\n2026-11-22T04:00:00Z [info     ] request  route=/faked"


class Logged(NamedTuple):
    """A running server's address, and the lines that it has logged so far."""

    address: str
    lines: list[str]


@contextmanager
def logging_server(folder: Path, form: str) -> Iterator[Logged]:
    """Runs a server with a ladder; yields its address and its log. The log is complete only after the `with` block.

    `form`: the form of the log, "text" or "json".
    """
    arguments = ("serve", "--bind", "127.0.0.1:0", "--ladder", "ladder", "--log", form)
    (folder / "ladder" / LADDERS).mkdir(parents=True, exist_ok=True)
    with start(folder, *arguments) as process:
        assert process.stderr
        said: list[str] = []
        while not (found := re.search(r"(http://[^/]+)/  \(Ctrl-C", "".join(said))):
            said.append(process.stderr.readline())
            assert said[-1], said
        reading = threading.Thread(target=said.extend, args=(process.stderr,))
        reading.start()
        try:
            yield Logged(found[1], said)
        finally:
            process.terminate()
            reading.join(PATIENCE_S)
            assert process.stdout
            said.append(process.stdout.read())


def _all_there_is_to_do(address: str, folder: Path) -> list[str]:
    """Signs in, submits bots, and sends requests that are refused; returns the secrets that no log may contain."""
    with closing(Ladder(folder / "ladder")) as ladder:
        links = [link_for(ladder, name) for name in ("Ann", "Ben")]
    ann, ben, key = Author(address), Author(address), secrets.token_hex(16)
    assert ann.sign_in(links[0]).status == 200
    assert ben.sign_in(links[1], command=True).status == 200
    own = ann.post("/ladder/links").json["link"].rpartition("/")[2]
    assert ben.hand_in(bot("mine", "1", **{CONTENT: CONTENT}), key).status == 201
    assert ben.hand_in(CONTENT.encode(), "ef" * 16).status == 201
    assert ben.get("/ladder/submissions/1/archive").status == 200
    wrong = Author(address)
    wrong.token = "wrong-token-in-a-header"
    assert wrong.get("/ladder/me.json").status == 401
    assert wrong.hand_in(b"x", "cd" * 16).status == 401
    wrong.token, wrong.cookie = "", "wrong-token-in-a-cookie"
    assert wrong.get("/ladder/me.json").status == 401
    for link in ("wrong-link", links[0], links[1]):
        assert wrong.post(f"/ladder/sign-in/{link}").status == 403
        assert wrong.get(f"/ladder/sign-in/{link}?token={link}").status == 403
    wrong.get("/tables/wrong-table/link/wrong-seat")
    wrong.ask("GET", "/ladder", headers={"User-Agent": "wrong-agent", "Cookie": f"other={links[0]}"})
    wrong.ask("SECRET-METHOD", "/ladder/secret-path")
    wait_for(lambda: not any(one["waiting"] for one in ben.get("/ladder/submissions.json").json["submissions"][:1]))
    kept = [*links, own, ben.token, ann.cookie, key, "ef" * 16, "cd" * 16, CONTENT]
    return [*kept, "wrong-", "SECRET-METHOD", "secret-path"]


@pytest.mark.parametrize("form", FORMS)
def test_no_secret_is_in_any_line(tmp_path: Path, form: str) -> None:
    with logging_server(tmp_path, form) as logged:
        kept = _all_there_is_to_do(logged.address, tmp_path)
    text = "".join(logged.lines)
    assert [secret for secret in kept if not secret or secret in text] == []
    assert "/ladder/sign-in/{token}" in text
    if form == "json":
        _demand_lines([json.loads(line) for line in text.splitlines()])


def _demand_lines(lines: list[dict[str, object]]) -> None:
    """Asserts that each line has the common fields, and that lines about responses and steps have their own fields."""
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    answers = [line for line in lines if line["event"] == "request"]
    steps = [line for line in lines if line["event"] == "step"]
    assert {"PUT", "GET", "POST", "other"} <= {line["method"] for line in answers}
    assert {"bad-link", "not-signed-in"} <= {line.get("refusal") for line in answers}
    assert len({line["request"] for line in answers}) == len(answers)
    rejected = {"submission": 2, "step": "unpack", "ended": "rejected"}
    assert any(rejected.items() <= line.items() for line in steps)


def test_an_error_tells_where_it_was_and_no_value(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, ours = logging.getLogger(), logging.getLogger("arena")
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(ours, "level", ours.level)
    for form in ("", *FORMS):
        log_as(form)
        for failing in (lambda: int(TOKEN), lambda: _fail(FORGED), _fail_of_another, _fail_together):
            try:
                failing()
            except Exception:
                logging.getLogger("arena.tests").exception("it\x1b[2J failed")
    text = capsys.readouterr().err
    assert text.count("builtins.ValueError") == 3 * 3
    assert text.count("builtins.RuntimeError") == 3 * 3
    assert text.count("in _fail_of_another") == 3 * 2
    assert [word for word in (TOKEN, "secret", "faked", "\x1b") if word in text] == []
    assert {line[0] for line in text.splitlines()} == {" ", "2", "{", "i"}


def _fail(says: str) -> None:
    raise RuntimeError(says)


def _fail_of_another() -> None:
    try:
        int(TOKEN)
    except ValueError as error:
        _fail_with(error)


def _fail_with(error: ValueError) -> None:
    raise RuntimeError(FORGED) from error


def _fail_together() -> None:
    raise ExceptionGroup(FORGED, [ValueError(FORGED), RuntimeError(FORGED)])
