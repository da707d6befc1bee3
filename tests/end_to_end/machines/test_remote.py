"""Tests of leagues with remote bots: real processes, real sockets, and TLS."""

import os
import shutil
import signal
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.building.building import build
from arena.building.manifest import find_manifest, read_manifest
from arena.match import FaultKind, MatchRecord
from tests.end_to_end.processes import PATIENCE_S, arena, records, stored, write_bot
from tests.remote.leagues import Tls, connector_arguments, make_token, organiser, running, write_league
from tests.remote.proxy import Proxy
from tests.suite.sizes import full, sized
from tests.web.certificates import authority, signed

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200)]
ROUNDS: Final = 3


@pytest.fixture
def tls(tmp_path: Path) -> Tls:
    ca = authority(tmp_path)
    return Tls(signed(ca, tmp_path, "arena", "DNS:localhost,IP:127.0.0.1"), ca.certificate)


def until_stored(folder: Path, matches: int) -> None:
    """Waits until this many matches of the league `far` are stored; checks only five times a second, because each check
    takes some time.
    """
    deadline = time.monotonic() + PATIENCE_S
    while stored(folder, "far") < matches:
        assert time.monotonic() < deadline, "no matches are stored"
        time.sleep(0.2)


def decisions(folder: Path, league: str) -> list[MatchRecord]:
    """Returns the records of a league without ids and without the bots' versions and hashes, so that leagues with local
    and with remote bots can be compared.
    """
    told = []
    for _, record in records(folder, league):
        assert isinstance(record, MatchRecord)
        entrants = tuple(replace(entrant, version="", content_hash=b"") for entrant in record.spec.entrants)
        told.append(replace(record, spec=replace(record.spec, id=b"", entrants=entrants)))
    return told


def play_both(folder: Path, tls: Tls, here: tuple[str, ...], near: tuple[str, ...], remote: dict[str, str]) -> None:
    """Plays a league twice, and asserts that both leagues have the same matches. The first league, near.toml, has only
    local bots; in the second league, far.toml, remote bots replace some of them.

    `here`: the bots that are local in both leagues; `near`: the local bots that are replaced; `remote`: the remote
    bots, as a dict from the name in the league to the bot that connects under this name.
    """
    write_league(folder, "near", ROUNDS, (*here, *near), ())
    write_league(folder, "far", ROUNDS, here, tuple(remote))
    played = arena(folder, "run-league", "near.toml", "--workers", "1")
    assert played.status == 0, played.err
    for name in remote:
        make_token(folder, "far", name)
    with ExitStack() as stack:
        far, port = stack.enter_context(organiser(folder, "far", tls))
        connectors = [
            stack.enter_context(running(folder, *connector_arguments(folder, bot, name, port, tls)))
            for name, bot in remote.items()
        ]
        assert far.end() == 0, far.err()
        for connector in connectors:
            assert connector.end() == 0, connector.err()
            assert "the league is over" in connector.err()
            assert "round trip" in connector.err()
        for name in remote:
            assert f"{name}: round trip " in far.err()
    assert decisions(folder, "near") == decisions(folder, "far")


def test_a_remote_bot_plays_a_league_as_it_would_here(tmp_path: Path, tls: Tls) -> None:
    play_both(tmp_path, tls, ("random", "banker"), ("greedy",), {"greedy": "greedy"})
    assert len(decisions(tmp_path, "far")) == 3 * ROUNDS
    played = [record for _, record in records(tmp_path, "far") if isinstance(record, MatchRecord)]
    entrants = {entrant for record in played for entrant in record.spec.entrants}
    [remote] = [entrant for entrant in entrants if entrant.name == "greedy"]
    assert (remote.version, remote.content_hash) == ("remote", b"")
    verified = arena(tmp_path, "verify", "results/far")
    assert verified.status == 0, verified.out
    assert (
        "greedy ran on its owner's machine: verify checks that its choices were legal, but not that it would choose "
        "them again" in verified.out
    )


@full  # in `make test`, a Python bot plays remotely, and bots in each language play over the same stream on a ladder
@pytest.mark.parametrize("other", ["go/greedy", "rust/greedy"])
def test_remote_bots_of_two_languages_play_a_league_as_they_would_here(tmp_path: Path, tls: Tls, other: str) -> None:
    """Two remote bots, greedy in Python and greedy in another language, play the same matches as two copies of the
    Python bot on this machine, because both versions of greedy make the same choices.
    """
    bot, twin = read_manifest(find_manifest(other, tmp_path)), read_manifest(find_manifest("greedy", tmp_path))
    if missing := bot.missing():
        pytest.skip(f"{bot.name} needs {' and '.join(missing)}")
    build(bot)
    shutil.copytree(twin.folder, tmp_path / "twin")
    manifest = tmp_path / "twin" / "bot.toml"
    manifest.write_text(manifest.read_text().replace('name = "greedy"', f'name = "{bot.name}"'))
    (tmp_path / "other").mkdir()
    program = bot.launch().command[0]
    (tmp_path / "other" / "bot.toml").write_text(f'name = "{bot.name}"\ncommand = ["{program}"]\n')
    play_both(tmp_path, tls, ("random",), ("greedy", "twin"), {"greedy": "greedy", bot.name: "other"})


def test_a_connection_that_is_cut_and_restored_costs_nothing(tmp_path: Path, tls: Tls) -> None:
    rounds = sized(8, 24)
    write_league(tmp_path, "near", rounds, ("random", "banker", "greedy"), ())
    write_league(tmp_path, "far", rounds, ("random", "banker"), ("greedy",))
    assert arena(tmp_path, "run-league", "near.toml", "--workers", "1").status == 0
    make_token(tmp_path, "far", "greedy")
    with ExitStack() as stack:
        far, port = stack.enter_context(organiser(tmp_path, "far", tls, "--in-flight", "2"))
        proxy = stack.enter_context(Proxy(port))
        arguments = connector_arguments(tmp_path, "greedy", "greedy", proxy.port, tls)
        connector = stack.enter_context(running(tmp_path, *arguments))
        for cut, matches in ((1, 3), (2, 9)):
            until_stored(tmp_path, matches)
            proxy.cut()
            connector.until_said("no connection to .*; connecting again", cut)
            proxy.restore()
            connector.until_said("the connection is restored; the bot plays on", cut)
        assert (far.end(), connector.end()) == (0, 0), far.err() + connector.err()
        assert connector.err().count("plays as greedy") == 1
    assert decisions(tmp_path, "near") == decisions(tmp_path, "far")


def test_a_connector_that_is_killed_costs_the_matches_it_was_in(tmp_path: Path, tls: Tls) -> None:
    write_league(tmp_path, "far", sized(6, 24), ("random", "banker"), ("greedy",))
    make_token(tmp_path, "far", "greedy")
    with ExitStack() as stack:
        far, port = stack.enter_context(organiser(tmp_path, "far", tls, "--in-flight", "2"))
        arguments = connector_arguments(tmp_path, "greedy", "greedy", port, tls)
        connector = stack.enter_context(running(tmp_path, *arguments))
        until_stored(tmp_path, 5)
        os.killpg(connector.process.pid, signal.SIGKILL)
        another = stack.enter_context(running(tmp_path, *arguments))
        assert (far.end(), another.end()) == (0, 0), far.err() + another.err()
    faults = [fault for record in decisions(tmp_path, "far") for fault in record.faults]
    assert 1 <= len(faults) <= 2
    assert {(fault.kind, fault.detail) for fault in faults} == {
        (FaultKind.DISCONNECT, "the bot's connector was started again, as its connector says")
    }


def test_a_bot_that_crashes_elsewhere_is_begun_again(tmp_path: Path) -> None:
    program = (
        "import os, sys\n"
        "from arena.bot import Bot, run\n"
        "class Ann(Bot):\n"
        "    count = 0\n"
        "    def __init__(self, start):\n"
        "        pass\n"
        "    def choose(self, turn):\n"
        "        Ann.count += 1\n"
        "        if Ann.count == 30:\n"
        "            print('no more', file=sys.stderr, flush=True)\n"
        "            os._exit(3)\n"
        "        return turn.legal[0]\n"
        "run(Ann)\n"
    )
    write_bot(tmp_path, "ann", program)
    write_league(tmp_path, "far", 4, ("random", "banker"), ("ann",))
    make_token(tmp_path, "far", "ann")
    with ExitStack() as stack:
        far, port = stack.enter_context(organiser(tmp_path, "far", None, "--in-flight", "1"))
        connector = stack.enter_context(running(tmp_path, *connector_arguments(tmp_path, "ann", "ann", port, None)))
        assert (far.end(), connector.end()) == (0, 0), far.err() + connector.err()
        assert "the bot has ended: " in connector.err()
        assert "no more" in connector.err()
        assert connector.err().count("plays as ann") > 1
    faults = [fault for record in decisions(tmp_path, "far") for fault in record.faults]
    assert faults
    assert {fault.detail for fault in faults} == {"the process ended with exit status 3, as its connector says"}


def test_a_wrong_token_and_a_foreign_certificate_are_told_and_end_the_connector(tmp_path: Path, tls: Tls) -> None:
    foreign = tls._replace(ca=authority(tmp_path, "foreign").certificate)
    ca = authority(tmp_path, "another")
    elsewhere = Tls(signed(ca, tmp_path, "elsewhere", "DNS:elsewhere.example"), ca.certificate)
    write_league(tmp_path, "far", 1, ("random", "banker"), ("greedy",))
    make_token(tmp_path, "far", "greedy")
    (tmp_path / "wrong.token").write_text("0" * 32)
    with organiser(tmp_path, "far", tls) as (_, port):
        wrong = arena(tmp_path, *connector_arguments(tmp_path, "greedy", "wrong", port, tls))
        assert wrong.status == 1
        assert "refuses the bot: this token is not valid here" in wrong.err
        assert "[not-admitted]" in wrong.err
        untrusted = arena(tmp_path, *connector_arguments(tmp_path, "greedy", "greedy", port, foreign))
        assert untrusted.status == 1
        assert "its certificate is signed by nobody whom this machine trusts  [not-trusted]" in untrusted.err
    with organiser(tmp_path, "far", elsewhere) as (_, port):
        misnamed = arena(tmp_path, *connector_arguments(tmp_path, "greedy", "greedy", port, elsewhere))
        assert misnamed.status == 1
        assert "its certificate is for a server with another name  [not-trusted]" in misnamed.err
    assert "Traceback" not in wrong.err + untrusted.err + misnamed.err
