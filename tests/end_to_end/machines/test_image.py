"""Tests of the container image that `deploy/build-image` makes, started as docs/operate.md describes: a ladder plays
and is restored from its backup.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

import pytest

from tests.end_to_end.machines.test_deploy import called
from tests.installed import TREE
from tests.ladder.playing.ladders import first_bot, plays
from tests.ladder.serving import wait_for
from tests.suite.sizes import full
from tests.web.ladder.authors import Author
from tests.web.serving import free_port

NEEDED: Final = ("mmdebstrap", "podman")
MISSING: Final = [name for name in NEEDED if not shutil.which(name)]
RUNTIMES: Final = ("crun", "runc")
"""The container runtimes to try in order, because one of them may not support this machine's control groups."""
BOXES: Final = ("--security-opt", "unmask=/proc/*", "--security-opt", "seccomp=unconfined")
"""The options that docs/operate.md gives a container, so that bots can be confined inside it."""
LIMITS: Final = [f"--ulimit={name}={number}:{number}" for name, number in (("nofile", 4_096), ("nproc", 4_096))]
"""Options that set the limits on files and processes explicitly, because a machine that is itself a container may
forbid podman's default limits.
"""
NAME: Final = f"arena-{os.getpid()}"
WRITING: Final = "mkdir -p ladder/ladders backups && cat > ladder/ladders/verraeter.toml"
LADDER: Final = 'game = "verraeter"\nseats = 3\n' + "".join(
    f'[[bots]]\nmanifest = "{bot}"\n' for bot in ("random", "greedy", "banker")
)
READY: Final = "import urllib.request as r; print(r.urlopen('http://127.0.0.1:9100/ready').status)"
MATCH: Final = "/verraeter/matches/0.html"
LONG_S: Final = 600

pytestmark = [
    full,  # in `make test`, test_deploy.py checks the files of deploy/, and tests/ladder tests what the container runs
    pytest.mark.slow,
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make the root of an image"),
    pytest.mark.skipif(bool(MISSING), reason=f"an image needs {' and '.join(MISSING)}"),
]


def run(*command: str, stdin: str | None = None) -> str:
    """Runs a command that must succeed, and returns its output."""
    done = subprocess.run(command, input=stdin, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4_000:]}{done.stderr[-4_000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def podman() -> tuple[str, ...]:
    """Builds the image, and returns the podman command with a runtime that can start its containers. Skips the tests if
    no runtime can. The arena in the image is not compiled.
    """
    subprocess.run((TREE / "deploy" / "build-image",), check=True, env={**os.environ, "ARENA_PURE": "1"})
    for runtime in filter(shutil.which, RUNTIMES):
        command = ("podman", "--runtime", runtime)
        trial = (*command, "run", "--rm", *LIMITS, "arena", "--version")
        if subprocess.run(trial, check=False, capture_output=True).returncode == 0:
            return command
    pytest.skip("no runtime of containers starts one here")


@pytest.fixture
def started(podman: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yields the command that starts a container with a volume for this test alone, and removes the volume
    afterwards.
    """
    yield (*podman, "run", "--rm", "--interactive", *LIMITS, *BOXES, "--volume", f"{NAME}:/data")
    run(*podman, "volume", "rm", NAME)


@contextmanager
def served(podman: tuple[str, ...], started: tuple[str, ...], port: int, ladder: str) -> Iterator[None]:
    """Runs a server of a ladder in a container; the context begins when the server reports that it is ready."""
    words = [f"127.0.0.1:{port}" if word == "ladder.example.org" else word for word in called("Containerfile")]
    words[words.index("--ladder") + 1] = ladder
    run(*started, "--detach", "--name", NAME, "--publish", f"127.0.0.1:{port}:8080", "arena", *words)
    asking = (*podman, "exec", NAME, "python", "-c", READY)
    try:
        wait_for(lambda: subprocess.run(asking, check=False, capture_output=True).stdout == b"200\n")
        yield
    finally:
        run(*podman, "stop", NAME)
        # podman removes the container by itself, but some time after it has stopped
        run(*podman, "rm", "--force", "--ignore", NAME)


def test_a_ladder_in_a_container_takes_a_bot_and_comes_back_from_its_backup(
    podman: tuple[str, ...], started: tuple[str, ...]
) -> None:
    port = free_port()
    author = Author(f"http://127.0.0.1:{port}")
    within = (*podman, "exec", NAME)
    assert "boxed: holds" in run(*started, "arena", "sandbox")
    run(*started, "--entrypoint", "sh", "arena", "-c", WRITING, stdin=LADDER)
    with served(podman, started, port, "ladder"):
        assert run(*within, "id", "--user", "--name") == "arena\n"
        assert author.get("/").status == 200
        link = re.search(r"http\S+", run(*within, "arena", "admin", "person", "add", "Ann", "--url", author.server))
        assert link
        assert author.sign_in(link[0]).status == 200
        answer = author.hand_in(first_bot("fern"))
        assert answer.status in {200, 201, 202}, answer.text
        number = answer.json["number"]
        wait_for(partial(plays, author, number), LONG_S)
        assert author.get(MATCH).status == 200
        run(*within, "arena", "backup", "ladder", "backups/one.tar")
    run(*started, "arena", "restore", "backups/one.tar", "again")
    assert "fern" in run(*started, "arena", "standings", "again/results/verraeter")
    with served(podman, started, port, "again"):
        assert author.get(MATCH).status == 200
        wait_for(partial(plays, author, number), LONG_S)  # a server is ready before it has computed the standings
