"""Leagues with remote bots for tests, run with the commands that organisers and authors use."""

import os
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.end_to_end.processes import PATIENCE_S, ended, start
from tests.web.certificates import Pair

HEAD: Final = 'game = "verraeter"\nseats = 3\nseed = 5\nrecall = "process"\n'
CLOCK: Final = "[clock]\nbank_ms = {bank}\nincrement_ms = 200\nstartup_ms = 300000\n"
WAITING: Final = re.compile(r"waiting at https?://127\.0\.0\.1:(\d+)/ for the remote bots ")


def write_league(
    folder: Path, name: str, rounds: int, here: tuple[str, ...], remote: tuple[str, ...], bank_ms: int = 300_000
) -> Path:
    """Writes a league file, and returns its path. `here` has the manifests of local bots, and `remote` the names of
    remote bots.
    """
    path = folder / f"{name}.toml"
    local = "".join(f'[[bots]]\nmanifest = "{one}"\n' for one in here)
    far = "".join(f'[[bots]]\nremote = "{one}"\n' for one in remote)
    path.write_text(f"{HEAD}rounds = {rounds}\n{local}{far}{CLOCK.format(bank=bank_ms)}")
    return path


class Tls(NamedTuple):
    """The TLS files of a league: the certificate of its server for remote bots, and the authority that the clients of
    these bots trust.
    """

    pair: Pair
    ca: Path


class Running:
    """A running command, with its output on standard error."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.said: list[str] = []
        self._changed = threading.Condition()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def until_said(self, pattern: str, count: int = 1) -> "re.Match[str]":
        """Waits until the pattern has appeared `count` times in the output; returns the last of these appearances."""
        with self._changed:
            found = self._changed.wait_for(lambda: len(self._found(pattern)) >= count or not self._reads(), PATIENCE_S)
            matches = self._found(pattern)
            assert found, f"waited in vain for {pattern}: {self.said}"
        assert len(matches) >= count, f"it has ended without {pattern}: {self.said}"
        return matches[count - 1]

    def end(self) -> int:
        """Waits for the end of the command; returns its exit status."""
        try:
            status = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired as error:
            raise AssertionError(f"it does not end: {self.said}") from error
        self._reading.join(10)
        return status

    def err(self) -> str:
        """Returns the command's whole output on standard error so far."""
        return "".join(self.said)

    def stop(self) -> None:
        """Kills the command if it is still running, and closes its streams."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)
        self._reading.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def _found(self, pattern: str) -> list["re.Match[str]"]:
        return [found for line in self.said if (found := re.search(pattern, line))]

    def _reads(self) -> bool:
        return self._reading.is_alive()

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            with self._changed:
                self.said.append(line)
                self._changed.notify_all()
        with self._changed:
            self._changed.notify_all()


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Running]:
    """Runs an arena command during the `with` block; kills it afterwards if it is still running."""
    one = Running(start(folder, *arguments))
    try:
        yield one
    finally:
        one.stop()


@contextmanager
def organiser(folder: Path, league: str, tls: Tls | None, *arguments: str) -> Iterator[tuple[Running, int]]:
    """Runs a league until it waits for its remote bots; yields the command and the port to which the bots connect."""
    shown = ("--tls-certificate", str(tls.pair.certificate), "--tls-key", str(tls.pair.key)) if tls else ()
    with running(folder, "run-league", f"{league}.toml", "--remote", "127.0.0.1:0", *shown, *arguments) as one:
        yield one, int(one.until_said(WAITING.pattern)[1])


def make_token(folder: Path, league: str, bot: str) -> Path:
    """Makes a new token for a remote bot, and returns the path of a file with it."""
    made = ended(start(folder, "remote-token", f"{league}.toml", bot))
    assert made.status == 0, made.err
    path = folder / f"{bot}.token"
    path.write_text(made.out)
    return path


def connector_arguments(folder: Path, bot: str, name: str, port: int, tls: Tls | None) -> tuple[str, ...]:
    """Returns the arguments of the command that offers a bot to a league as `name`."""
    url = f"{'https' if tls else 'http'}://localhost:{port}"
    trusted = ("--ca", str(tls.ca)) if tls else ()
    return ("remote", "--server", url, "--token-file", str(folder / f"{name}.token"), *trusted, "--", bot)
