"""A real PostgreSQL server for tests: started, killed, started again."""

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
"""Why there is none here; empty if there is one."""


class Postgres:
    """A server with an empty database; what it wrote outlasts it, though not the machine.

    Rule: its folder is not below that of pytest, which each run of pytest closes to all other users when it begins.
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
        """In this process's session: what daemons have left to a process in which bots play is ended there."""
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
        """Ends it if it runs, and takes away what it wrote."""
        if self._process.poll() is None:
            self.stop()
        shutil.rmtree(self._folder)

    def kill(self) -> None:
        """SIGKILL, for the server and all its processes; returns when they are gone."""
        main = self._process.pid
        children = [int(pid) for pid in Path(f"/proc/{main}/task/{main}/children").read_text().split()]
        for pid in (main, *children):
            os.kill(pid, signal.SIGKILL)
        self._process.wait()
        for pid in children:
            with suppress(ChildProcessError):  # where a test has made this process a subreaper, they are its zombies
                os.waitpid(pid, 0)
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.01)

    def ask(self, address: str, statements: str, *options: str) -> None:
        """Has psql do something."""
        command = (str(self.program("psql")), "--quiet", "--set", "ON_ERROR_STOP=1", *options, address)
        subprocess.run(command, check=True, input=statements, text=True, stdout=subprocess.DEVNULL)

    def program(self, name: str) -> Path:
        """Of those that came with the server."""
        return Path(SERVER or "").resolve().parent / name

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = (self.program(program), *arguments)
        subprocess.run(command, check=True, user=self._user, cwd=self._folder, stdout=subprocess.DEVNULL)


def _unprivileged(folder: Path) -> str | None:
    """The user to run the server as: it refuses to be root."""
    if os.getuid():
        return None
    shutil.chown(folder, "postgres")
    return "postgres"
