"""Tests of the files in `deploy/`: the arena accepts the commands in these files, systemd and Caddy accept their files,
and the files agree on addresses and ports.

A test is skipped if its program, `systemd-analyze` or `caddy`, is not installed.
"""

import json
import re
import shutil
import subprocess
from copy import copy
from pathlib import Path
from typing import Final

import click
import pytest

from arena.cli.commands.servers.backup import backup
from arena.cli.commands.servers.serve import serve
from tests.end_to_end.processes import PATIENCE_S
from tests.installed import TREE, arena_command

DEPLOY: Final = TREE / "deploy"
PROGRAM: Final = "/opt/arena/bin/arena"
COMMANDS: Final[dict[str, click.Command]] = {"serve": serve, "backup": backup}


def called(name: str) -> list[str]:
    """Returns the arguments of the arena command that a file of `deploy/` contains."""
    text = (DEPLOY / name).read_text()
    if found := re.search(rf"^ExecStart={PROGRAM} (.*)$", text, re.MULTILINE):
        return found[1].split()
    found = re.search(r"^CMD (.*)$", text, re.MULTILINE)
    assert found
    return [str(word) for word in json.loads(found[1])]


@pytest.mark.parametrize("name", ["arena-ladder.service", "arena-backup.service", "Containerfile"])
def test_what_is_called_is_understood(name: str) -> None:
    command, *arguments = called(name)
    # a copy, because click stores the help option of its first context in a command
    copy(COMMANDS[command]).make_context(command, arguments)


def test_a_container_serves_as_the_unit_does() -> None:
    unit, container = called("arena-ladder.service"), called("Containerfile")
    bound = unit.index("--bind") + 1
    # inside a container, the server must accept connections from outside
    assert container[bound] == unit[bound].replace("127.0.0.1", "0.0.0.0")
    assert [*container[:bound], *container[bound + 1 :]] == [*unit[:bound], *unit[bound + 1 :]]


@pytest.mark.parametrize("name", ["arena-ladder.service", "arena-backup.service", "arena-backup.timer"])
def test_systemd_understands_the_units(name: str, tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    for unit in DEPLOY.glob("arena-*"):
        text = unit.read_text().replace(PROGRAM, arena_command()[0])
        (tmp_path / unit.name).write_text(text)
    verified = subprocess.run(
        ("systemd-analyze", "verify", "--man=no", tmp_path / name),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    told = [line for line in verified.stderr.splitlines() if "arena-" in line]
    assert (verified.returncode, told) == (0, [])


def test_caddy_understands_its_file() -> None:
    if not shutil.which("caddy"):
        pytest.skip("caddy is not installed")
    subprocess.run(("caddy", "validate", "--config", DEPLOY / "Caddyfile"), check=True, timeout=PATIENCE_S)


def test_the_ports_of_the_files_are_those_of_one_another() -> None:
    arguments = called("arena-ladder.service")
    bind = arguments[arguments.index("--bind") + 1]
    host = arguments[arguments.index("--host") + 1]
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"reverse_proxy {bind} " in caddy
    assert f"\n{host} {{" in caddy
