"""`arena admin`, `login`, `submit` and `submissions` against a server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ladder.ladder import Ladder
from tests.cli.conftest import Arena
from tests.web.ladder.authors import Idle
from tests.web.serving import serving

BOT = 'name = "mine"\nversion = "7"\ncommand = ["{python}", "bot.py"]\n'


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server whose worker does nothing, and a home of one's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    ladder = Ladder(tmp_path / "ladder")
    with serving(ladder=Idle(ladder)) as address:
        ladder.serve(f"{address}/")
        yield address


def link(arena: Arena, *arguments: str) -> str:
    result = arena("admin", "person", *arguments)
    assert result.exit_code == 0, result.stderr
    return str(result.stdout.split("\t")[1].strip())


def bot(folder: Path, name: str = "mine") -> str:
    (folder / name).mkdir()
    (folder / name / "bot.toml").write_text(BOT)
    (folder / name / "bot.py").write_text("")
    (folder / name / ".hidden").write_text("a secret of the author")
    return name


def test_from_a_link_to_a_receipt(arena: Arena, server: str, tmp_path: Path) -> None:
    assert "kept in" in arena("login", link(arena, "add", "Ann")).stderr
    kept = tmp_path / "config" / "arena" / "servers.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert list(json.loads(kept.read_text())) == [server]
    sent = arena("submit", bot(tmp_path), "--no-wait")
    assert sent.exit_code == 0, sent.stderr
    assert re.match(r"submission 1: \d+ bytes received \d{4}-.*Z\nsha256 [0-9a-f]{64}\nhttp://", sent.stdout)
    again = arena("submit", "mine", "--json")
    assert json.loads(again.stdout)["number"] == 2
    listed = arena("submissions").stdout
    assert listed.count("received") == 2
    assert arena("submissions", "show", "1").stdout.endswith("Z  received\n")
    assert arena("submissions", "withdraw", "1").stdout == "submission 1: withdrawn\n"
    refused = arena("submissions", "roll-back", "1")
    assert (refused.exit_code, "[not-checked]\nHint: " in refused.stderr) == (1, True)
    assert "1.tar.gz: " in arena("submissions", "download", "1", "1.tar.gz").stdout
    assert b"secret" not in (tmp_path / "1.tar.gz").read_bytes()
    assert "[file-there]" in arena("submissions", "download", "1", "1.tar.gz").stderr
    assert [one["number"] for one in json.loads(arena("submissions", "--json").stdout)["submissions"]] == [2, 1]


def test_who_is_not_signed_in_is_told_how(arena: Arena, server: str, tmp_path: Path) -> None:
    for command in (("submit", bot(tmp_path)), ("submissions",), ("submissions", "show", "1")):
        result = arena(*command)
        assert (result.exit_code, "[not-signed-in]\nHint: arena login LINK" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("http://127.0.0.1:1/ladder/sign-in/abc", "no-server"),
        ("http://127.0.0.1:1/elsewhere", "bad-link"),
        ("ftp://x/ladder/sign-in/abc", "bad-address"),
        ("SERVER/ladder/sign-in/abc", "bad-link"),
    ],
)
def test_a_link_that_opens_nothing_is_told(arena: Arena, server: str, said: str, code: str) -> None:
    result = arena("login", said.replace("SERVER", server))
    assert (result.exit_code, f"[{code}]\nHint: " in result.stderr) == (1, True)


def test_a_link_is_good_once_and_another_is_printed(arena: Arena, server: str) -> None:
    first = link(arena, "add", "Ann")
    assert arena("login", first).exit_code == 0
    assert "[bad-link]" in arena("login", first).stderr
    assert arena("login", link(arena, "link", "ann")).exit_code == 0
    assert arena("admin", "person", "revoke", "Ann").stdout == "ended: 2\n"
    assert "[not-signed-in]" in arena("submissions").stderr


def test_people_are_made_all_or_none_and_all_of_it_is_written_down(arena: Arena, server: str) -> None:
    assert arena("admin", "person", "add", "Ann", "Ben").exit_code == 0
    assert "[person-there]" in arena("admin", "person", "add", "Cid", "ben").stderr
    assert "[no-person]" in arena("admin", "person", "role", "Cid", "organiser").stderr
    assert arena("admin", "person", "role", "Ben", "organiser").exit_code == 0
    assert arena("admin", "person", "list").stdout == "author     Ann\norganiser  Ben\n"
    told = arena("admin", "events").stdout.splitlines()
    assert [line.split("  ", 2)[2] for line in told] == [
        "add author  Ann",
        "add author  Ben",
        "link  Ann",
        "link  Ben",
        "make organiser  Ben",
    ]


def test_a_spectator_hands_nothing_in(arena: Arena, server: str, tmp_path: Path) -> None:
    arena("login", link(arena, "add", "Eve", "--role", "spectator"))
    result = arena("submit", bot(tmp_path))
    assert (result.exit_code, "[not-allowed]\nHint: " in result.stderr) == (1, True)


def test_what_is_kept_of_sign_ins_and_is_no_such_thing_is_told(arena: Arena, server: str, tmp_path: Path) -> None:
    (tmp_path / "config" / "arena").mkdir(parents=True)
    (tmp_path / "config" / "arena" / "servers.json").write_text("[1]")
    assert "[bad-sign-ins]" in arena("submissions").stderr


def test_a_folder_that_is_none_is_told(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "ladder.txt").write_text("")
    result = arena("admin", "--ladder", "ladder.txt", "person", "list")
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.stderr
