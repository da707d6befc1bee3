"""Tests of a ladder for bots that run on their authors' machines; the server and the bots' connectors are real
processes.
"""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from arena.errors import ArenaError
from arena.ladder.playing.files import LADDERS, RESULTS
from leaderboards.store import Store
from tests.installed import arena_command, surroundings
from tests.ladder.playing.ladders import CALM_S, LONG_S, quick_ladder, verified
from tests.ladder.playing.test_kills import below, kill_one
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.remote.leagues import Running, running
from tests.remote.proxy import Proxy
from tests.web.certificates import authority, signed
from tests.web.ladder.authors import Author
from tests.web.serving import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200)]
LADDER: Final = "verraeter"
BANK_MS: Final = 20_000
"""The time in milliseconds that a match waits for a bot that is not connected."""
ENOUGH: Final = 3
"""The number of matches in a block of the schedule. A bot that plays more new matches than this is still playing."""


def remote_ladder(folder: Path) -> int:
    """Changes the ladder in a folder into a ladder for remote bots; returns the port at which these bots connect."""
    quick_ladder(folder, pause_s=CALM_S)
    file, port = folder / LADDERS / f"{LADDER}.toml", free_port()
    text = file.read_text().replace("bank_ms = 600_000", f"bank_ms = {BANK_MS}").replace("increment_ms = 10_000", "")
    file.write_text(f'gate = "127.0.0.1:{port}"\n{text}')
    return port


def entered(author: Author, name: str, folder: Path) -> str:
    """Enters a remote bot into the ladder; writes the bot's token into a file `name`.token, and returns the token."""
    answer = author.ask("PUT", f"/ladder/remotes/{LADDER}/{name}", b"")
    assert answer.status == 201, answer.text
    (folder / f"{name}.token").write_text(answer.json["token"])
    return str(answer.json["token"])


@contextmanager
def connected(folder: Path, name: str, server: str, *options: str) -> Iterator[Running]:
    """Starts a program that connects the arena's own random bot to the server under this name; the context begins when
    the bot plays.
    """
    arguments = ("remote", "--server", server, "--token-file", str(folder / f"{name}.token"), *options, "--", "random")
    with running(folder, *arguments) as one:
        one.until_said(f"plays as {name}")
        yield one


def remote(author: Author, name: str) -> Any:
    [one] = [one for one in author.get("/ladder/remotes.json").json["remotes"] if one["name"] == name]
    return one


def connection(author: Author, name: str) -> bool:
    """Returns whether the remote bot is connected and its round trip has been measured."""
    one = remote(author, name)
    return bool(one["connected"] and one["round_trip_ms"])


def matches(author: Author, name: str) -> int:
    return max((int(one["matches"]) for one in remote(author, name)["ladders"]), default=0)


def plays(author: Author, name: str) -> bool:
    return any(one["plays"] for one in remote(author, name)["ladders"])


def tables(folder: Path) -> list[Any]:
    with closing(Store.open(str(folder / RESULTS / LADDER))) as store:
        return [match.record for match in store.matches()]


def faults(folder: Path, name: str) -> list[str]:
    return [
        fault.detail
        for record in tables(folder)
        for fault in record.faults
        if record.spec.entrants[fault.seat].name == name
    ]


def signed_in(authors: list[tuple[Author, str]]) -> list[Author]:
    for author, link in authors:
        assert author.sign_in(link, command=True).status == 200
    return [author for author, _ in authors]


def test_remote_bots_play_a_ladder_leave_it_and_come_back_with_their_rating(tmp_path: Path) -> None:
    folder, port, links = ladder_of(tmp_path, "Ann", "Ben")
    gate = remote_ladder(folder)
    with ExitStack() as stack:
        server = stack.enter_context(arena_serve(folder, port))
        ann, ben = signed_in(links)
        tokens = [entered(ann, "fern", tmp_path), entered(ann, "farn", tmp_path), entered(ben, "bern", tmp_path)]
        proxy = stack.enter_context(Proxy(gate))
        fern = stack.enter_context(connected(tmp_path, "fern", f"http://127.0.0.1:{proxy.port}"))
        farn = stack.enter_context(connected(tmp_path, "farn", f"http://127.0.0.1:{gate}"))
        stack.enter_context(connected(tmp_path, "bern", f"http://127.0.0.1:{gate}"))
        wait_for(lambda: all((matches(ann, "fern"), matches(ann, "farn"), matches(ben, "bern"))), LONG_S)
        # each run of the ladder waits for the bot again and measures its connection again
        wait_for(lambda: connection(ann, "fern"), LONG_S)
        proxy.cut()
        wait_for(lambda: not plays(ann, "fern"), LONG_S)
        assert not remote(ann, "fern")["connected"]
        others = matches(ben, "bern")
        wait_for(lambda: matches(ben, "bern") > others + ENOUGH, LONG_S)
        before = matches(ann, "fern")  # includes the last block in which fern had a seat
        wait_for(lambda: matches(ben, "bern") > others + 2 * ENOUGH, LONG_S)
        lost = len(faults(folder, "fern"))
        assert matches(ann, "fern") == before
        proxy.restore()
        wait_for(lambda: matches(ann, "fern") > before + ENOUGH, LONG_S)
        # between two runs of the ladder, no bot is connected
        wait_for(lambda: remote(ann, "fern")["connected"] and plays(ann, "fern"), LONG_S)
        assert fern.process.poll() is None
        kill_one(below(server.pid))
        before = matches(ann, "fern")
        wait_for(lambda: matches(ann, "fern") > before + ENOUGH, LONG_S)
        tokens.append(entered(ann, "farn", tmp_path))
        assert farn.end() != 0
        assert "is not valid here" in farn.err()
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    assert len(faults(folder, "fern")) == lost <= 6
    assert not faults(folder, "bern") + faults(folder, "farn")
    for record in tables(folder):
        names = {entrant.name for entrant in record.spec.entrants}
        assert not {"fern", "farn"} <= names
    told = verified(folder, LADDER)
    assert told["remotes"] == ["fern", "farn", "bern"]  # in the order in which they were entered
    kept = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert not [token for token in tokens if token.encode() in kept]


def test_all_of_it_goes_over_tls_by_the_commands_of_an_author(tmp_path: Path) -> None:
    folder, port, [(_, link)] = ladder_of(tmp_path, "Ann")
    gate, ca = remote_ladder(folder), authority(tmp_path)
    trusting = ("--ca", str(ca.certificate))

    def arena(*arguments: str) -> str:
        environment = surroundings(XDG_CONFIG_HOME=tmp_path / "config")
        done = subprocess.run(
            (*arena_command(), *arguments), capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    with arena_serve(folder, port, tls=signed(ca, tmp_path, "server")):
        arena("login", f"https://127.0.0.1:{port}/ladder/sign-in/{link}", *trusting)
        (tmp_path / "fern.token").write_text(arena("remotes", "enter", LADDER, "fern"))
        server = f"https://127.0.0.1:{gate}"
        untrusting = ("remote", "--server", server, "--token-file", str(tmp_path / "fern.token"), "--", "random")
        with running(tmp_path, *untrusting) as stranger:
            assert stranger.end() != 0
        assert "certificate" in stranger.err()
        with connected(tmp_path, "fern", server, *trusting):
            wait_for(lambda: played(folder, "fern") > ENOUGH, LONG_S)
        assert "fern" in arena("remotes")
    assert not faults(folder, "fern")


def played(folder: Path, name: str) -> int:
    """Returns the number of stored matches in which this bot has a seat."""
    with suppress(ArenaError):  # the ladder has no results yet
        return sum(name in {entrant.name for entrant in record.spec.entrants} for record in tables(folder))
    return 0
