"""Tests of remote bots: errors in league files, tokens and addresses, and the messages of the arena and of the command
that runs the bot.
"""

import asyncio
import re
import socket
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.cli.commands.ladders import remote as command
from arena.errors import ArenaError
from arena.files.tokens import hashed
from arena.league.identity import restored_league
from arena.league.league_file import read_ladder, read_league
from arena.remote.connector import Condition
from arena.remote.gate_settings import Bind
from arena.remote.target import target_of
from arena.remote.tokens import make_token, read_tokens
from arena.tls.server_certificate import Tls
from tests.cli.conftest import Arena
from tests.league.leagues import bot_entries, refusal, write_league

REMOTE = '[[bots]]\nremote = "dora"\n'


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Writes the file of a league with three local bots and one remote bot, and returns the file's path."""
    return write_league(tmp_path, tail=REMOTE)


def complaint(arena: Arena, *arguments: str) -> str:
    result = arena(*arguments)
    assert result.exit_code == 1, result.output
    assert re.search(r"  \[[a-z-]+\]\nHint: .+\n$", result.stderr)
    return result.stderr


def test_a_remote_bot_is_a_name_and_no_files(league: Path) -> None:
    read = read_league(league)
    assert read.remotes() == ["dora"]
    assert read.recall == "process"
    bots = read.identity()["bots"]
    assert isinstance(bots, dict)
    assert bots["dora"] == ""
    again = restored_league(
        read.identity() | {"seed": 1}, read.components, {bot.name: bot.version for bot in read.bots}
    )
    assert again.remotes() == ["dora"]


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        ('[[bots]]\nremote = "dora"\nmanifest = "ann"\n', "bots[3].remote is 'dora', and manifest is there, too"),
        ('[[bots]]\nremote = "dora"\noptional = true\n', "bots[3].remote is 'dora', and optional is there, too"),
        ("[[bots]]\n", "bots[3].manifest is missing; expected the path of a bot, or the name"),
        (f'[[bots]]\nremote = "{"d" * 41}"\n', "it has 41 characters"),
        ('[[bots]]\nremote = "ann"\n', "bots[3].remote: two bots are named 'ann'"),
        (REMOTE + REMOTE, "bots[4].remote: two bots are named 'dora'"),
    ],
    ids=["manifest", "optional", "neither", "long", "named-alike", "twice"],
)
def test_an_entry_that_cannot_be_is_complained_of(tmp_path: Path, tail: str, expected: str) -> None:
    assert expected in refusal(write_league(tmp_path, tail=tail)).message


def test_what_a_remote_bot_recalls_is_not_promised(tmp_path: Path) -> None:
    head = 'game = "verraeter"\nseats = 3\nrounds = 2\nrecall = "none"\n'
    path = write_league(tmp_path, head, tail=REMOTE)
    assert "recall is 'none'" in refusal(path).message
    assert "what a remote bot recalls (dora) is known to its owner alone" in refusal(path).message


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("gate = 7700", "gate is 7700; expected a string on one line"),
        ('gate = "7700"', "gate is '7700'; expected HOST:PORT, with a port from 1 to 65535"),
        ('gate = "127.0.0.1:0"', "gate is '127.0.0.1:0'; expected HOST:PORT"),
        ('gate = "127.0.0.1:70000"', "gate is '127.0.0.1:70000'; expected HOST:PORT"),
        ('gate = "127.0.0.1:7700"\nrecall = "none"', "recall is 'none'; expected \"process\""),
    ],
)
def test_a_ladder_says_where_its_bots_come_in(tmp_path: Path, said: str, expected: str) -> None:
    head = 'game = "verraeter"\nseats = 3\n'
    with pytest.raises(ArenaError) as caught:
        read_ladder(write_league(tmp_path, f"{head}{said}\n"))
    assert caught.value.code == "bad-league"
    assert expected in caught.value.message


def test_a_ladder_for_bots_that_run_elsewhere_promises_nothing_of_what_they_recall(tmp_path: Path) -> None:
    head = 'game = "verraeter"\nseats = 3\n'
    rules = read_ladder(write_league(tmp_path, f'{head}gate = "127.0.0.1:7700"\n'))
    assert (rules.gate, rules.league.offered, rules.league.recall) == ("127.0.0.1:7700", True, "process")
    assert not read_ladder(write_league(tmp_path, head)).league.offered


def test_a_ladder_has_no_remotes(tmp_path: Path) -> None:
    head = 'game = "verraeter"\nseats = 3\nblocks = 8\nschedule = "ladder"\n'
    assert "remote does not fit schedule 'ladder'" in refusal(write_league(tmp_path, head, tail=REMOTE)).message


def test_a_token_is_told_once_and_kept_as_a_hash(arena: Arena, league: Path) -> None:
    first = arena("remote-token", "cup.toml", "dora").stdout.strip()
    second = arena("remote-token", "cup.toml", "dora").stdout.strip()
    tokens = league.with_suffix(".tokens")
    assert first != second
    assert read_tokens(tokens) == {hashed(second): "dora"}
    assert second not in tokens.read_text()
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600


def test_tokens_made_at_once_are_all_kept(tmp_path: Path) -> None:
    path, names = tmp_path / "cup.tokens", {f"bot {number}" for number in range(60)}
    with ThreadPoolExecutor(8) as pool:
        made = dict(zip(names, pool.map(lambda name: make_token(path, name), names), strict=True))
    assert read_tokens(path) == {hashed(token): name for name, token in made.items()}
    assert [one.name for one in tmp_path.iterdir()] == ["cup.tokens"]


def test_where_all_may_come_in_an_address_is_told_that_can_be_dialled(tmp_path: Path) -> None:
    path, shown = tmp_path / "cup.tokens", Tls(tmp_path / "certificate", tmp_path / "key")
    make_token(path, "dora")
    terms = Bind("0.0.0.0:0", shown).terms(["dora"], path)
    with terms.listening.socket as listening:
        port = listening.getsockname()[1]
        here = f"https://127.0.0.1:{port}/ here, https://{socket.gethostname()}:{port}/ for others"
        assert terms.listening.address() == here


def test_only_what_is_remote_has_a_token(arena: Arena, league: Path) -> None:
    assert "cup.toml does not list a remote bot named 'ann'  [no-remote]" in complaint(
        arena, "remote-token", "cup.toml", "ann"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            (),
            (
                "the league has remote bots (dora), but this command does not have an address to which "
                "remote bots can connect  [remote]"
            ),
        ),
        (("--remote", "here"), "--remote is 'here'; expected HOST:PORT  [bad-bind]"),
        (("--remote", "127.0.0.1:99999"), "[bad-bind]"),
        (("--remote", "0.0.0.0:0"), "but connections would not be encrypted  [bad-bind]"),
        (("--remote", "127.0.0.1:0"), "does not contain a token for dora  [no-token]"),
        (("--remote", "127.0.0.1:0", "--tls-certificate", "a", "--tls-key", "b"), "[bad-certificate]"),
    ],
    ids=["nowhere", "no-port", "port", "open", "no-token", "certificate"],
)
def test_where_remotes_cannot_come_in_is_told(
    arena: Arena, league: Path, arguments: tuple[str, ...], expected: str
) -> None:
    assert expected in complaint(arena, "run-league", "cup.toml", *arguments)


def test_a_league_on_a_cluster_has_no_remotes(arena: Arena, league: Path) -> None:
    arena("remote-token", "cup.toml", "dora")
    arguments = ("--remote", "127.0.0.1:0", "--cluster", "tcp://127.0.0.1:1")
    assert "because the remote bots (dora) cannot connect to a cluster  [remote]" in complaint(
        arena, "run-league", "cup.toml", *arguments
    )


def test_a_league_without_remotes_waits_for_none(arena: Arena, tmp_path: Path) -> None:
    write_league(tmp_path)
    assert "cup.toml does not list a remote bot  [remote]" in complaint(
        arena, "run-league", "cup.toml", "--remote", "::1:0"
    )


@pytest.mark.parametrize("said", ["words\n", "0" * 31 + " dora\n", "\xff\xfe\n"], ids=["words", "short", "latin"])
def test_tokens_that_are_none_are_told(arena: Arena, league: Path, said: str) -> None:
    league.with_suffix(".tokens").write_text(said, "latin-1")
    assert "[bad-tokens]" in complaint(arena, "run-league", "cup.toml", "--remote", "127.0.0.1:0")
    assert "[bad-tokens]" in complaint(arena, "remote-token", "cup.toml", "dora")


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ("arena.example", "--server is 'arena.example'; expected https://HOST:PORT  [bad-server]"),
        ("https://arena.example", "[bad-server]"),
        ("https://arena.example:99999", "[bad-server]"),
        ("https://arena.example:1/play", "[bad-server]"),
        ("http://arena.example:1", "but a connection to another machine must be encrypted  [bad-server]"),
    ],
)
def test_a_server_that_cannot_be_is_told(arena: Arena, server: str, expected: str) -> None:
    assert expected in complaint(arena, "remote", "--server", server, "random")


def test_an_authority_that_is_none_is_told(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("words")
    arguments = ("--server", "https://arena.example:1", "--ca", "ca.pem")
    assert "[bad-ca]" in complaint(arena, "remote", *arguments, "random")


@pytest.mark.parametrize(
    "said", [None, "", "two words", "\xff", "a" * 201], ids=["none", "empty", "two", "byte", "long"]
)
def test_a_token_that_is_none_is_told(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str | None
) -> None:
    monkeypatch.delenv("ARENA_REMOTE_TOKEN", raising=False)
    if said is not None:
        (tmp_path / "token").write_text(said, "latin-1")
    arguments = ("remote", "--server", "https://arena.example:1")
    assert "[no-token]" in complaint(arena, *arguments, "--token-file", "token", "random")
    assert "ARENA_REMOTE_TOKEN does not contain a token  [no-token]" in complaint(arena, *arguments, "random")


def test_a_variable_that_is_not_set_is_told(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LLM_KEY", raising=False)
    (tmp_path / "token").write_text("a" * 32)
    arguments = ("remote", "--server", "http://localhost:1", "--token-file", "token", "--env")
    assert "--env names the environment variable LLM_KEY, which is not set  [no-variable]" in complaint(
        arena, *arguments, "LLM_KEY", "random"
    )
    told = complaint(arena, *arguments, "LLM_KEY=secret", "random")
    assert (
        "expects only the name of an environment variable, but found LLM_KEY=...  [no-variable]" in told,
        "secret" in told,
    ) == (1, 0)


def test_remotes_alone_are_bots_enough(tmp_path: Path) -> None:
    path = tmp_path / "far.toml"
    path.write_text('game = "verraeter"\nseats = 3\nrounds = 2\n' + bot_entries("random", "banker") + REMOTE)
    assert read_league(path).remotes() == ["dora"]


def test_how_a_connector_stands_is_told_ever_rarer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pauses: list[float] = []
    here, really_sleep = threading.get_ident(), asyncio.sleep

    async def sleep(seconds: float) -> None:
        if threading.get_ident() != here:  # a server of another test, in its own thread
            return await really_sleep(seconds)
        pauses.append(seconds)
        if len(pauses) == 9:
            raise asyncio.CancelledError
        return None

    monkeypatch.setattr(asyncio, "sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(command._Line(target_of("http://127.0.0.1:1", None)).show(Condition()))
    assert pauses == [10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert capsys.readouterr().err == "127.0.0.1:1 does not need the bot yet\n" * 8
