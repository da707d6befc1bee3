"""Tests of `arena admin`, `login`, `submit` and `submissions` with a real server."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from arena.cli.server import Server, remember
from arena.errors import ArenaError
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import LADDERS
from arena.ladder.submissions import submissions
from tests.cli.conftest import Arena
from tests.web.ladder.authors import Idle
from tests.web.serving import serving

BOT = 'name = "mine"\nversion = "7"\ncommand = ["{python}", "bot.py"]\n'


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serves a ladder that never processes its submissions, and yields the server's address. Makes `arena login` store
    its sign-ins in `tmp_path`.
    """
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    ladder = Ladder(tmp_path / "ladder")
    with serving(ladder=Idle(ladder)) as address:
        ladder.serve(f"{address}/")
        yield address


@contextmanager
def answering(status: int, said: bytes, asked: list[str] | None = None, first: bytes = b"") -> Iterator[str]:
    """Runs a server that answers requests with `status` and the body `said`, and yields the server's address.

    `asked`: a list to which the server adds the method of each request.

    `first`: if it is not empty, the server answers GET requests with this body and status 200 instead.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if asked is not None:
                asked.append(self.command)
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            told = first if first and self.command == "GET" else said
            self.send_response(200 if told is first else status)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_POST = do_GET  # noqa: N815  # http.server requires these names
        do_PUT = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Does nothing, so that the server prints no line for each request."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def one_space(text: str) -> str:
    return " ".join(text.split())


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
    assert "your sign-in is stored in" in arena("login", link(arena, "add", "Ann")).stderr
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


def test_no_link_is_made_before_it_is_known_where_the_server_is(arena: Arena, tmp_path: Path) -> None:
    refused = arena("admin", "person", "add", "Ann")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert (
        f"[no-address]\nHint: start arena serve --ladder {tmp_path}/ladder first, or give the address with --url "
        in refused.stderr
    )
    assert arena("admin", "person", "list").stdout == ""
    said = link(arena, "add", "Ann", "--url", "https://ladder.example.org/")
    assert said.startswith("https://ladder.example.org/ladder/sign-in/")
    assert "[no-address]" in arena("admin", "person", "link", "Ann").stderr
    with closing(Ladder(tmp_path / "ladder")) as ladder:
        ladder.serve("http://127.0.0.1:81/")
    assert link(arena, "link", "Ann").startswith("http://127.0.0.1:81/ladder/sign-in/")


def test_who_is_not_signed_in_is_told_how(arena: Arena, server: str, tmp_path: Path) -> None:
    for command in (("submit", bot(tmp_path)), ("submissions",), ("submissions", "show", "1")):
        result = arena(*command)
        assert (result.exit_code, "[not-signed-in]\nHint: run arena login LINK" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("http://127.0.0.1:1/ladder/sign-in/abc", "no-server"),
        ("http://127.0.0.1:1/elsewhere", "bad-link"),
        ("ftp://x/ladder/sign-in/abc", "bad-address"),
        ("http://[::1/ladder/sign-in/abc", "bad-address"),
        ("http://127.0.0.1:many/ladder/sign-in/abc", "bad-address"),
        ("http://a..b/ladder/sign-in/abc", "no-server"),
        ("http://127.0.0.1:1/ladder/sign-in/a b", "no-server"),
        ("http://127.0.0.1:1/ladder/sign-in/\u00fc", "no-server"),
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


STRANGE = [b"[]", b"{}", b"x", b"[" * 100_000, b'{"token": 7, "name": "x"}', b'{"token": "a\\nb", "name": "x"}',
           b'{"submissions": [{}], "log": [7], "limits": 7, "state": 7}']  # fmt: skip


@pytest.mark.parametrize("said", STRANGE)
def test_answers_no_arena_gives_are_told(
    arena: Arena, tmp_path: Path, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    mine = bot(tmp_path)
    with answering(200, said) as server:
        results = [arena("login", f"{server}/ladder/sign-in/abc")]
        (tmp_path / "config" / "arena").mkdir(parents=True, exist_ok=True)
        (tmp_path / "config" / "arena" / "servers.json").write_text(json.dumps({server: "abc"}))
        results += [arena(*words) for words in (("submissions",), ("submissions", "show", "1"), ("submit", mine))]
    for result in results:
        assert (
            result.exit_code,
            "is not in the form that a server of the arena sends [server-failed]" in one_space(result.stderr),
        ) == (
            1,
            True,
        )


def test_what_a_proxy_refuses_is_told_and_not_sent_again(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "arena").mkdir(parents=True)
    mine, asked = bot(tmp_path), list[str]()
    with answering(413, b"<html>too large</html>", asked, b'{"limits": {"bytes": 9999999}}') as server:
        (tmp_path / "config" / "arena" / "servers.json").write_text(json.dumps({server: "abc"}))
        result = arena("submit", mine)
    assert asked == ["GET", "PUT"]
    assert (result.exit_code, "status 413" in result.stderr, "the proxy in front of the server" in result.stderr) == (
        1,
        True,
        True,
    )


@pytest.mark.parametrize(
    "words", [("person", "list"), ("events",), ("person", "revoke", "Ann"), ("person", "link", "Ann")]
)
def test_who_looks_in_a_wrong_folder_makes_no_ladder_there(
    arena: Arena, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "wrong").mkdir()
    for folder in ("wrong", "none"):
        result = arena("admin", "--ladder", folder, *words)
        assert (result.exit_code, "[no-ladder]" in result.stderr) == (1, True)
    assert not list((tmp_path / "wrong").iterdir())
    assert not (tmp_path / "none").exists()


def test_who_follows_goes_on_when_an_answer_did_not_come(
    arena: Arena, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("login", link(arena, "add", "Ann"))
    monkeypatch.setattr("arena.cli.commands.ladders.submit.LOOK_S", 0.01)
    ask, silent = Server.ask, iter((True,))

    def asking(self: Server, method: str, path: str, body: bytes | None = None) -> bytes:
        if path.endswith("/1.json") and next(silent, False):
            ask(self, "POST", "ladder/submissions/1/withdraw", b"{}")
            raise ArenaError("no-server", f"{server} does not answer: timed out", "try again later")
        return ask(self, method, path, body)

    monkeypatch.setattr(Server, "ask", asking)
    result = arena("submit", bot(tmp_path))
    assert result.stderr.count("the server does not answer; the request is repeated") == 1
    assert "withdrawn" in result.stdout
    assert "[no-server]" not in result.stderr


def test_a_list_that_is_longer_says_so(
    arena: Arena, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("login", link(arena, "add", "Ann"))
    mine = bot(tmp_path)
    for _ in range(3):
        arena("submit", mine, "--no-wait")
    assert "newest" not in arena("submissions").stderr
    monkeypatch.setattr(submissions, "MOST_LISTED", 2)
    assert "the newest 2 of 3" in arena("submissions").stderr


def test_a_bot_that_is_too_large_is_not_sent(
    arena: Arena, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("login", link(arena, "add", "Ann"))
    monkeypatch.setattr("arena.web.ladder.page_values.MOST_BYTES", 10)
    result = arena("submit", bot(tmp_path))
    assert (result.exit_code, "accepts at most 10 bytes  [too-large]\nHint: remove files" in result.stderr) == (
        1,
        True,
    )
    assert json.loads(arena("submissions", "--json").stdout)["submissions"] == []


def test_a_folder_that_is_none_is_told(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "ladder.txt").write_text("")
    result = arena("admin", "--ladder", "ladder.txt", "person", "list")
    assert (result.exit_code, "Directory 'ladder.txt' is a file." in result.stderr) == (2, True)


def test_a_ladder_is_backed_up_and_restored(arena: Arena, server: str, tmp_path: Path) -> None:
    arena("login", link(arena, "add", "Ann"))
    arena("submit", bot(tmp_path), "--no-wait")
    (tmp_path / "backups").mkdir()
    result = arena("backup", "ladder", "backups")
    assert (result.exit_code, result.stderr) == (0, "")
    made = re.fullmatch(
        r"(backups/ladder-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar): (\d+) files, \d+ bytes\n", result.stdout
    )
    assert made
    assert arena("restore", made[1], "again").stdout == f"again: {made[2]} files\n"
    assert arena("admin", "--ladder", "again", "person", "list").stdout == "author     Ann\n"
    result = arena("restore", made[1], "again")
    assert (result.exit_code, "[folder-not-empty]\nHint: give a folder" in result.stderr) == (1, True)


def test_a_backup_without_an_archive_says_so(arena: Arena, server: str, tmp_path: Path) -> None:
    arena("login", link(arena, "add", "Ann"))
    arena("submit", bot(tmp_path), "--no-wait")
    (archive,) = (tmp_path / "ladder" / "archives").glob("??/*")
    archive.unlink()
    result = arena("backup", "ladder", "backup.tar")
    assert (result.exit_code, result.stderr) == (
        1,
        f"archive {archive.name} is missing, or is not what was handed in\n",
    )
    assert (tmp_path / "backup.tar").is_file()


def test_how_a_ladder_stands_is_printed(
    arena: Arena, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("login", link(arena, "add", "Ann"))
    arena("submit", bot(tmp_path), "--no-wait")
    told = arena("admin", "status").stdout
    assert "received       1\nin the queue   1\n" in told
    monkeypatch.setattr("arena.ladder.limits.WARNED_QUEUED", 1)
    told = arena("admin", "status").stdout
    assert "attention: in the queue: 1 submissions; at 1000 no more are accepted\n" in told


@pytest.mark.parametrize(
    ("state", "sentence", "said"), [("playing", "", "playing"), ("given-up", "it was late", "given-up, it was late")]
)
def test_a_challenge_is_asked_for_and_told_in_a_line(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, state: str, sentence: str, said: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    told = {
        "number": 3, "ladder": "cup", "rival": "owl", "state": state, "place": None, "sentence": sentence,
        "page": "challenge-3/index.html", "matches": 9, "ahead": 4, "level": 2, "behind": 3,
    }  # fmt: skip
    asked: list[str] = []
    with answering(201, json.dumps(told).encode(), asked) as address:
        remember(Server(address), "0" * 32)
        line = arena("submissions", "challenge", "1", "owl", "--ladder", "cup").stdout
    assert asked == ["POST"]
    assert line == (
        f"challenge 3 against owl in cup: {said}; 9 matches, ahead in 4, level in 2, behind in 3; "
        f"{address}/challenge-3/index.html\n"
    )


def test_a_bot_that_runs_elsewhere_is_entered_listed_and_withdrawn(arena: Arena, server: str, tmp_path: Path) -> None:
    ladders = tmp_path / "ladder" / LADDERS
    ladders.mkdir(exist_ok=True)
    (ladders / "cup.toml").write_text('gate = "127.0.0.1:7700"\n')
    (ladders / "open.toml").write_text('gate = "[::]:7700"\n')
    arena("login", link(arena, "add", "Ann"))
    entered = arena("remotes", "enter", "cup", "my bot")
    assert entered.exit_code == 0, entered.stderr
    assert re.fullmatch(r"[0-9a-f]{32}\n", entered.stdout)
    assert "entered as remote bot 1; copy the token now, because it is shown only once" in entered.stderr
    assert "arena remote --server http://127.0.0.1:7700 --token-file FILE -- BOT" in entered.stderr
    again = arena("remotes", "enter", "cup", "my bot")
    assert "entered as remote bot 1" in again.stderr
    assert again.stdout != entered.stdout
    assert one_space(arena("remotes").stdout.splitlines()[1]) == "1 my bot cup not connected - -"
    told = json.loads(arena("remotes", "--json").stdout)["remotes"]
    assert [(one["name"], one["entered"], "token" in one) for one in told] == [("my bot", True, False)]
    assert arena("remotes", "withdraw", "1").stdout == "my bot is withdrawn from cup\n"
    assert "withdrawn" in arena("remotes").stdout
    for said, code in (
        (("enter", "cap", "x"), "no-remote-ladder"),
        (("enter", "open", "x"), "no-gate"),
        (("enter", "cup", "random"), "bad-name"),
        (("withdraw", "1"), "not-now"),
        (("withdraw", "7"), "no-remote-bot"),
    ):
        refused = arena("remotes", *said)
        assert (refused.exit_code, f"[{code}]\nHint: " in refused.stderr) == (1, True), refused.stderr


def test_a_season_without_a_final_is_told(arena: Arena, server: str, tmp_path: Path) -> None:
    ladders = tmp_path / "ladder" / LADDERS
    ladders.mkdir(exist_ok=True)
    (ladders / "cup.toml").write_text('gate = "127.0.0.1:7700"\n')
    ended = arena("admin", "season", "end", "cup", "--best", "2", "--blocks-each", "1")
    assert ended.stdout == "the table of cup stays as it is; the ladder goes on as cup-2\n", ended.stderr
    assert not (ladders / "cup.toml").exists()
    assert (ladders / "cup-2.toml").exists()
