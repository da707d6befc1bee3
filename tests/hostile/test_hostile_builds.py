"""Real hostile builds: the attack succeeds if the build is unconfined. If it is confined, the attack or the build
fails.

A script in `builds/held` ends with status 0 if its attack succeeded, and with another status if it failed. The build
writes the result, "succeeded" or "held", into the bot's program.
A script in `builds/refused` makes a build that the arena must refuse, for example because it leaves forbidden files.
The script's first line lists parts of the possible error messages, separated by " | ".
"""

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.archives.entries import Bounds
from arena.building import building
from arena.building.building import build_copy
from arena.building.builds import boxed as box_of_builds
from arena.building.builds import build_limits as terms_of_builds
from arena.building.builds.build_limits import NO_NETWORK, Terms
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.league.bots import built
from arena.league.league_file import read_league
from arena.league.playing.confinement import confined
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from tests.league.leagues import UNCONFINED, write_league
from tests.sandbox.boxes import LEVELS, boxed

HOSTILE = Path(__file__).parent
HELD = sorted(path.stem for path in (HOSTILE / "builds" / "held").iterdir())
REFUSED = sorted(path.stem for path in (HOSTILE / "builds" / "refused").iterdir())
BY_A_BOX_ALONE = {"fills_the_disk", "starts_processes_without_end"}
"""The attacks that only a box stops for certain. Without a box, they are stopped only if root runs the arena, which
then gives each build a separate user.
"""
SAFE_UNCONFINED = {"reads_the_machines_passwords"} if os.geteuid() != 0 else set[str]()
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable
"""A Python that every user may start. The Python that runs the tests may lie in root's home folder."""


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The shell variables at the start of a hostile build's script: the paths, numbers and programs that the attack
    needs. The fixture also sets small limits for builds.
    """
    monkeypatch.setattr(building, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(building, "LIMIT_S", 20)
    monkeypatch.setattr(terms_of_builds, "LIMITS", Limits(memory_mb=100, processes=24, temporary_mb=8, open_files=64))
    monkeypatch.setattr(box_of_builds, "BOUNDS", Bounds(megabytes=8, entries=100))
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "person").mkdir()
    with socket.create_server(("127.0.0.1", 0), backlog=8) as server:
        port = server.getsockname()[1]
        yield (
            f"SECRET='{tmp_path}/secret' PERSON='{tmp_path}/person' ARENA={os.getpid()} PORT={port}\n"
            f"PYTHON='{PYTHON}'\n"
        )


def hostile(folder: Path, script: Path, told: str) -> Manifest:
    """Writes a bot that runs the attack of this script when it is built; `told`: the variables at the start of the
    script.
    """
    (folder / "ann").mkdir()
    (folder / "ann" / ".gitignore").write_text("program\nmade\nzeros\n")
    (folder / "ann" / "attack.sh").write_text(told + script.read_text())
    make = "(. ./attack.sh) && word=succeeded || word=held; echo $word > program; chmod +x program"
    if script.parent.name == "refused":
        make = "echo > program; chmod +x program; . ./attack.sh"
        if script.stem == "leaves_no_program":
            make = ". ./attack.sh"
    (folder / "ann" / "bot.toml").write_text(f"name = 'ann'\ncommand = ['./program']\nbuild = ['sh', '-c', '{make}']\n")
    return read_manifest(folder / "ann" / "bot.toml")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("attack", HELD)
def test_a_confined_build_gains_nothing(tmp_path: Path, told: str, attack: str, level: Level) -> None:
    if level is Level.CONFINED and attack in BY_A_BOX_ALONE:
        pytest.skip("only a box promises this")
    bot = hostile(tmp_path, HOSTILE / "builds" / "held" / f"{attack}.sh", told)
    there = build_copy(bot, terms=Terms(level, NO_NETWORK))
    assert (there.folder / "program").read_text() == "held\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ann", "cache", "person", "secret"]
    assert not list((tmp_path / "person").iterdir())
    assert {path.name for path in there.folder.parent.iterdir()} == {"ann", ".build.log", ".sealed"}


@pytest.mark.parametrize("attack", [attack for attack in HELD if attack not in SAFE_UNCONFINED])
def test_the_same_build_succeeds_where_nothing_confines_it(tmp_path: Path, told: str, attack: str) -> None:
    bot = hostile(tmp_path, HOSTILE / "builds" / "held" / f"{attack}.sh", told)
    assert (build_copy(bot).folder / "program").read_text() == "succeeded\n"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("attack", REFUSED)
def test_what_no_build_may_leave_is_refused_and_costs_the_bot_its_matches(
    tmp_path: Path, told: str, attack: str, level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    if attack == "never_ends":
        monkeypatch.setattr(building, "LIMIT_S", 2)
    script = HOSTILE / "builds" / "refused" / f"{attack}.sh"
    with pytest.raises(ArenaError) as caught:
        build_copy(hostile(tmp_path, script, told), terms=Terms(level, NO_NETWORK))
    assert caught.value.code == "build-failed"
    said = script.read_text().splitlines()[0].removeprefix("# refused: ").split(" | ")
    assert any(sentence in caught.value.message for sentence in said)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ann", "cache", "person", "secret"]


def test_a_build_without_network_needs_walls(tmp_path: Path, told: str) -> None:
    bot = hostile(tmp_path, HOSTILE / "builds" / "held" / "dials_the_network.sh", told)
    with pytest.raises(ArenaError) as caught:
        build_copy(bot, terms=Terms(Level.NONE, NO_NETWORK))
    assert caught.value.code == "no-sandbox"


@pytest.mark.parametrize(("network", "came_to"), [("none", "held"), ("registries", "succeeded")])
@boxed
def test_a_league_file_says_what_builds_may_reach(tmp_path: Path, told: str, network: str, came_to: str) -> None:
    hostile(tmp_path, HOSTILE / "builds" / "held" / "dials_the_network.sh", told)
    path = write_league(tmp_path)
    path.write_text(f'sandbox = "boxed"\nbuild_network = "{network}"\n{path.read_text().replace(UNCONFINED, "")}')
    league, _ = confined(read_league(path))
    assert (built(league).bots[0].folder / "program").read_text() == f"{came_to}\n"


@pytest.mark.parametrize("level", LEVELS)
def test_with_registries_a_build_may_use_the_network(tmp_path: Path, told: str, level: Level) -> None:
    bot = hostile(tmp_path, HOSTILE / "builds" / "held" / "dials_the_network.sh", told)
    there = build_copy(bot, terms=Terms(level))
    assert (there.folder / "program").read_text() == "succeeded\n"


@pytest.mark.parametrize("level", LEVELS)
def test_what_was_built_on_looser_terms_is_built_again(tmp_path: Path, told: str, level: Level) -> None:
    bot = hostile(tmp_path, HOSTILE / "builds" / "held" / "signals_the_arena.sh", told)
    builds: list[str] = []
    for terms in (Terms(), Terms(level), Terms(), Terms(level, NO_NETWORK), Terms(level), Terms()):
        build_copy(bot, builds.append, terms)
    assert len(builds) == 3
