"""The arena as it is installed: from a wheel, with the house bots in it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli.compiled import PLAIN
from arena.league.files.manifest import read_manifest
from tests.end_to_end.processes import TREE, Ended, ended, random_league, records

pytestmark = pytest.mark.slow
PARTS = ("arena", "leaderboards", "bots", "proto", "tools")
FILES = ("pyproject.toml", "setup.py", "README.md")
QUICK = """
name = "quick"
build = ["sh", "build.sh"]
command = ["{python}", "made.py"]
sources = ["../kit", "../../../proto/arena"]
"""
DERIVED = shutil.ignore_patterns("__pycache__", "*.so", "build", "node_modules", "target", "dist")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the tree, with a house bot more, which is quickly built of its own files, a kit and the protocol."""
    tree = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        shutil.copytree(TREE / part, tree / part, ignore=DERIVED)
    for file in FILES:
        shutil.copy(TREE / file, tree / file)
    random = (TREE / "bots" / "python" / "random" / "bot.py").read_text()
    for name, text in (
        ("kit/kit.py", random),
        ("quick/build.sh", "cat ../../../proto/arena/protocol/v1/*.proto >made.proto\ncp ../kit/kit.py made.py\n"),
        ("quick/.gitignore", "made.*\n"),
        ("quick/bot.toml", QUICK),
    ):
        path = tree / "bots" / "sh" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    yield tree
    shutil.rmtree(tree)


@pytest.fixture(scope="module")
def installed(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder into which a wheel was installed that was built from a copy of the tree, without the network."""
    pytest.importorskip("setuptools")
    wheels, target = (tmp_path_factory.mktemp(name) for name in ("wheels", "installed"))
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


def test_the_wheel_holds_all_that_pages_are_made_of(installed: Path) -> None:
    there, pages = installed / "leaderboards" / "pages", TREE / "leaderboards" / "pages"
    for folder in ("assets", "templates", "texts"):
        names = {path.name for path in (pages / folder).iterdir()}
        assert names
        assert {path.name for path in (there / folder).iterdir()} == names
    drawn = {path.relative_to(TREE) for path in TREE.glob("arena/**/browser/**/*") if path.is_file()}
    assert drawn
    assert {path.relative_to(installed) for path in installed.glob("arena/**/browser/**/*") if path.is_file()} == drawn


def test_an_installed_arena_plays_a_league_from_any_folder(installed: Path, tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    (tmp_path / "cup.toml").write_text((tmp_path / "cup.toml").read_text().replace('"cid"', '"random"'))
    said = _league(installed, tmp_path)
    assert said.status == 0, said.err
    assert said.err.splitlines()[0] == PLAIN
    assert "random" in said.out
    assert len(records(tmp_path)) == 3
    shown = subprocess.run(
        (sys.executable, "-c", "import arena, leaderboards; print(arena.__file__, leaderboards.__file__)"),
        cwd=tmp_path,
        env=_environment(installed, tmp_path),
        text=True,
        capture_output=True,
        check=True,
    )
    assert shown.stdout.split() == [str(installed / name / "__init__.py") for name in ("arena", "leaderboards")]


def test_a_checkout_and_an_installed_arena_share_what_they_build(tree: Path, installed: Path, tmp_path: Path) -> None:
    random_league(tmp_path, 1)
    (tmp_path / "cup.toml").write_text((tmp_path / "cup.toml").read_text().replace('"cid"', '"sh/quick"'))
    for arena, building in ((tree, True), (installed, False)):
        said = _league(arena, tmp_path)
        assert said.status == 0, said.err
        assert "forfeit" not in said.err + said.out
        assert ("building quick: sh build.sh\n" in said.err) is building
        shutil.rmtree(tmp_path / "results")


def _league(arena: Path, folder: Path) -> Ended:
    """Plays the league in `folder` with the arena in another one."""
    process = subprocess.Popen(
        (sys.executable, "-c", "from arena.cli.main import main; main()", "run-league", "cup.toml", "--workers", "1"),
        cwd=folder,
        env=_environment(arena, folder),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    return ended(process)


def _environment(arena: Path, folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(arena), "PYTHONNOUSERSITE": "1", "TMPDIR": str(folder)}
