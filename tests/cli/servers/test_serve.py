"""Tests of `arena serve`: the addresses at which it listens, and the errors that prevent it from serving."""

import signal
import socket
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from arena.tls.listen_address import address_of, listen
from tests.cli.conftest import Arena
from tests.end_to_end.processes import random_league, served_at, start


@pytest.mark.parametrize("bind", ["8080", "localhost", ":80", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000"])
def test_an_address_that_is_none_is_refused(arena: Arena, cup: Path, bind: str) -> None:
    result = arena("serve", "--bind", bind)
    assert result.exit_code == 1
    assert (
        "expected HOST:PORT  [bad-bind]\nHint: give --bind an address such as 127.0.0.1:0, which only" in result.stderr
    )


def test_an_address_elsewhere_is_refused(arena: Arena, cup: Path) -> None:
    result = arena("serve", "--bind", "192.0.2.1:1234")
    assert result.exit_code == 1
    assert "the server cannot listen at 192.0.2.1:1234: " in result.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--database", "postgresql://host/name"),
        ("--build-network", "none"),
        ("--examiners", "1"),
        ("--cluster", "tcp://host:1"),
    ],
)
def test_what_does_nothing_without_a_ladder_is_refused(arena: Arena, option: str, value: str) -> None:
    result = arena("serve", option, value)
    assert (result.exit_code, f"Error: {option} needs --ladder\n" in result.stderr) == (2, True)


def test_a_port_in_use_is_told_once_and_before_anything_is_begun(arena: Arena, cup: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        bind = f"127.0.0.1:{taken.getsockname()[1]}"
        result = arena("serve", "--bind", bind)
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: the server cannot listen at {bind}: Address already in use  [bad-bind]\n"
        "Hint: end the program that uses this port, or use a free port with --bind 127.0.0.1:0\n"
    )
    assert not Path("tables").exists()


@pytest.mark.parametrize(("bind", "here"), [("0.0.0.0:0", "127.0.0.1"), ("[::]:0", "[::1]")])
def test_who_listens_everywhere_says_what_to_open_here_and_elsewhere(bind: str, here: str) -> None:
    listening = listen(bind)
    with listening.socket:
        port = listening.socket.getsockname()[1]
        assert listening.address() == f"http://{here}:{port}/ here, http://{socket.gethostname()}:{port}/ for others"


def test_what_is_sent_waits_for_no_acknowledgement() -> None:
    """A server's connections have the option TCP_NODELAY. Without it, the second part of a page waited 40 ms for the
    acknowledgement of the first part.
    """
    with listen("127.0.0.1:0").socket as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_six_is_read_with_its_brackets() -> None:
    assert address_of("[::1]:80") == ("::1", 80)


def test_results_that_are_not_there_are_told(arena: Arena) -> None:
    result = arena("serve", "nowhere")
    assert "there are no results at nowhere  [no-store]" in result.stderr


def test_a_bot_that_is_not_there_is_told_and_nothing_is_served(arena: Arena, cup: Path) -> None:
    result = arena("serve", "--bind", "127.0.0.1:0", "--bot", "nowhere")
    assert result.exit_code == 1
    assert "the bot nowhere was not found" in result.stderr
    assert "http://" not in result.stderr


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_when_it_is_told_to_though_a_browser_follows(cup: Path, by: signal.Signals) -> None:
    with start(cup.parent, "serve", "--bind", "127.0.0.1:0") as process:
        assert process.stderr
        with urlopen(f"{served_at(process)}/cup/events") as stream:
            assert stream.readline() == b": still here\n"
            process.send_signal(by)
            assert stream.read().startswith(b"\n")
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_a_league_is_shown_while_it_is_played_and_afterwards_until_an_interrupt(tmp_path: Path) -> None:
    random_league(tmp_path, 2)
    with start(tmp_path, "run-league", "cup.toml", "--workers", "1", "--serve", "--bind", "127.0.0.1:0") as process:
        assert process.stdout
        assert process.stderr
        address = served_at(process)
        assert any("until you interrupt" in line for line in iter(process.stderr.readline, ""))
        with urlopen(f"{address}/cup/") as page:
            assert "after block 2 of 2" in page.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert "ann" in process.stdout.read()
    with pytest.raises(URLError):
        urlopen(address)


def test_pages_end_with_whoever_plays_however_he_ends(tmp_path: Path) -> None:
    random_league(tmp_path, 2)
    with start(tmp_path, "run-league", "cup.toml", "--workers", "1", "--serve", "--bind", "127.0.0.1:0") as process:
        address = served_at(process)
        process.kill()
        process.wait(60)
        for _ in range(600):
            try:
                urlopen(address, timeout=60).close()
            except (URLError, ConnectionError):
                break
            time.sleep(0.1)
        else:
            pytest.fail("the pages are still served")
        if process.stdout:
            process.stdout.close()


def test_a_league_whose_pages_cannot_be_served_is_not_played(arena: Arena, cup: Path) -> None:
    result = arena("run-league", "cup.toml", "--serve", "--bind", "nowhere")
    assert result.exit_code == 1
    assert "[bad-bind]" in result.stderr
