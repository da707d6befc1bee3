"""A real PostgreSQL server for tests, which they can start, kill, and start again."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.web.serving import free_port

INSTALLED: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SERVER: Final = shutil.which("postgres") or next((str(one / "postgres") for one in reversed(INSTALLED)), None)
MISSING: Final = (
    "psycopg is not installed: pip install 'bot-arena[postgresql]'"
    if importlib.util.find_spec("psycopg") is None
    else "no PostgreSQL server is installed"
    if SERVER is None
    else ""
)
"""The reason why no server can be started here; empty if one can."""


class Postgres:
    """A PostgreSQL server with an empty database; its data survives a kill of the server, but not a crash of the
    machine.

    Rule: the server's folder is not below pytest's folder. At each start, pytest makes its own folder unreadable for
    other users, and the server runs as another user if root runs the tests.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="arena-postgresql-"))
        self._user = _unprivileged(self._folder)
        self._port = free_port()
        name = pwd.getpwnam(self._user).pw_name if self._user else pwd.getpwuid(os.getuid()).pw_name
        self.address = f"postgresql+psycopg://{name}@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-D", self._data, "-A", "trust", "--no-sync")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        """Starts the server as a child of this process, not as a daemon.

        A process that plays with bots inherits daemons, and ends them like leftover processes of bots.
        """
        port, data, folder = str(self._port), str(self._data), str(self._folder)
        options = ("-D", data, "-p", port, "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off")
        with (self._folder / "log").open("ab") as log:
            command = (str(self.program("postgres")), *options)
            self._process = subprocess.Popen(command, user=self._user, cwd=folder, stdout=log, stderr=log)
        asking = (str(self.program("pg_isready")), "-q", "-h", "127.0.0.1", "-p", port)
        while subprocess.run(asking, check=False).returncode:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def remove(self) -> None:
        """Stops the server if it runs, and removes its data."""
        if self._process.poll() is None:
            self.stop()
        shutil.rmtree(self._folder)

    def kill(self) -> None:
        """Kills the server and all its processes with SIGKILL; returns when they no longer exist."""
        main = self._process.pid
        children = [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
        for pid in (main, *children):
            os.kill(pid, signal.SIGKILL)
        self._process.wait()
        for pid in children:
            with suppress(ChildProcessError):  # if a test has made this process a subreaper, they are its zombies
                os.waitpid(pid, 0)
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.01)

    def ask(self, address: str, statements: str, *options: str) -> None:
        """Lets psql execute statements in the database at `address`."""
        command = (str(self.program("psql")), "--quiet", "--set", "ON_ERROR_STOP=1", *options, address)
        subprocess.run(command, check=True, input=statements, text=True, stdout=subprocess.DEVNULL)

    def program(self, name: str) -> Path:
        """Returns the path of a program that belongs to the server's installation."""
        return Path(SERVER or "").resolve().parent / name

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = (self.program(program), *arguments)
        subprocess.run(command, check=True, user=self._user, cwd=self._folder, stdout=subprocess.DEVNULL)


def _unprivileged(folder: Path) -> str | None:
    """Returns the user that runs the server, and makes it the owner of the folder. PostgreSQL refuses to run as root.

    Returns None if this process is not root: the server then runs as the user of this process.
    """
    if os.getuid():
        return None
    shutil.chown(folder, "postgres")
    return "postgres"
