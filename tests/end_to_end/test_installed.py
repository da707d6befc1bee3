"""The arena as it is installed: from a wheel, with the house bots in it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.league.manifest import read_manifest
from tests.end_to_end.processes import TREE, ended, random_league, records

pytestmark = pytest.mark.slow
PARTS = ("arena", "leaderboards", "bots", "proto", "tools")
FILES = ("pyproject.toml", "setup.py", "README.md")
DERIVED = shutil.ignore_patterns("__pycache__", "*.so", "build", "node_modules", "target", "dist")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder into which a wheel was installed that was built from a copy of the tree, without the network."""
    pytest.importorskip("setuptools")
    tree, wheels, target = (tmp_path_factory.mktemp(name) for name in ("tree", "wheels", "installed"))
    for part in PARTS:
        shutil.copytree(TREE / part, tree / part, ignore=DERIVED)
    for file in FILES:
        shutil.copy(TREE / file, tree / file)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    offline = ("--no-index", "--no-deps")
    pure = os.environ | {"ARENA_PURE": "1"}  # what is compiled is tested elsewhere
    _run(*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(wheels), str(tree), environment=pure)
    (wheel,) = wheels.iterdir()
    _run(*pip, "install", *offline, "--target", str(target), str(wheel), environment=pure)
    yield target
    shutil.rmtree(target)


def _run(*command: str, environment: dict[str, str]) -> None:
    done = subprocess.run(command, check=False, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_holds_every_house_bot_with_all_its_files(installed: Path) -> None:
    """Else a league of house bots would be another league here than in the tree."""
    there = installed / "arena" / "house_bots"
    manifests = [path.relative_to(TREE / "bots") for path in sorted((TREE / "bots").glob("*/*/bot.toml"))]
    assert Path("python/random/bot.toml") in manifests
    for manifest in manifests:
        in_tree, in_wheel = (read_manifest(bots / manifest) for bots in (TREE / "bots", there))
        assert in_wheel.content_hash == in_tree.content_hash, manifest
    assert (there / "house-league.toml").read_text() == (TREE / "bots" / "house-league.toml").read_text()


def test_the_wheel_has_what_is_played_and_nothing_else_at_its_top(installed: Path) -> None:
    assert {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")} == {
        "arena",
        "leaderboards",
        "bin",
    }
    for data in ("arena/py.typed", "arena/games/verraeter/points.toml", "arena/protocol/v1/arena_pb2.py"):
        assert (installed / data).is_file()


def test_an_installed_arena_plays_a_league_from_any_folder(installed: Path, tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    (tmp_path / "cup.toml").write_text((tmp_path / "cup.toml").read_text().replace('"cid"', '"random"'))
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONNOUSERSITE": "1"}
    process = subprocess.Popen(
        (sys.executable, str(installed / "bin" / "arena"), "run-league", "cup.toml", "--workers", "1"),
        cwd=tmp_path,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    said = ended(process)
    assert said.status == 0, said.err
    assert "random" in said.out
    assert len(records(tmp_path)) == 3
    shown = subprocess.run(
        (sys.executable, "-c", "import arena, leaderboards; print(arena.__file__, leaderboards.__file__)"),
        cwd=tmp_path,
        env=environment,
        text=True,
        capture_output=True,
        check=True,
    )
    assert shown.stdout.split() == [str(installed / name / "__init__.py") for name in ("arena", "leaderboards")]
