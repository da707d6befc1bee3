"""Tests that every supported Python version can build a wheel from the source distribution, install it, and play a
league with the same results as this tree.

Rule 1: each version has a separate environment with the package versions of the lock file, and with no package from
this tree's environment.
Rule 2: the wheel is installed and used without a compiler. PATH contains only the environment's own programs, a shell,
and the program that makes sandboxes.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.end_to_end.machines.pythons import VERSIONS, Python, found
from tests.end_to_end.processes import arena, records, served_at
from tests.installed import TREE, copy_tree, surroundings
from tests.suite.sizes import full
from tests.web.ladder.authors import Author

NEEDED: Final = ("sh", "bwrap")
FIRST_TABLE_S: Final = 30
LEAGUE: Final = 'game = "{}"\nseats = 3\nrounds = 2\nseed = 5\nrecall = "process"\n'
BOTS: Final = {
    "verraeter": ("random", "greedy", "banker"),
    "hetverraad": ("random", "hetverraad-builder", "hetverraad-treason"),
}

pytestmark = [
    full,  # `make test` tests one Python version: test_installed.py, and the target `test-compiled`
    pytest.mark.slow,
    pytest.mark.timeout(1_800),
    pytest.mark.parametrize("pure", ["", "1"], ids=["compiled", "plain"], scope="module"),
    pytest.mark.parametrize("version", VERSIONS, scope="module"),
]


class Installed(NamedTuple):
    """An environment of one Python version in which the arena is installed."""

    python: Python
    shared: Path
    """The folder with this environment and with the folders of the tests."""
    folder: Path
    path: Path
    """A folder with the programs that PATH contains besides the environment's own: NEEDED."""

    def variables(self) -> dict[str, str]:
        """Returns the environment variables for programs of this installation. PATH is as rule 2 demands."""
        return surroundings(PATH=f"{self.folder / 'bin'}:{self.path}", HOME=self.path)

    def words(self, program: str, *options: str) -> tuple[str | Path, ...]:
        """Returns the command line that runs a program of the environment with these options."""
        return self.python.words((self.folder / "bin" / program, *options), self.shared)

    def run(self, folder: Path, program: str, *options: str) -> str:
        """Runs a program of the environment; returns its output. Fails unless the exit status is 0."""
        return run(*self.words(program, *options), folder=folder, variables=self.variables())


def run(*command: str | Path, folder: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=variables, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-4_000:]}{done.stderr[-4_000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(version: str, pure: str, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Builds a wheel with one Python version, and installs it into a new environment. Skips the tests of a version that
    is not found.

    `pure`: "1" for plain Python; empty for compiled code, or for plain Python if there is no C compiler.
    """
    python = found(version)
    if python is None:
        pytest.skip(f"no Python {version} here")
    shared = tmp_path_factory.getbasetemp()
    folder = tmp_path_factory.mktemp("python")
    (folder / "path").mkdir()
    for name in NEEDED:
        if there := shutil.which(name):
            (folder / "path" / name).symlink_to(there)
    tree = copy_tree(TREE, folder / "tree")
    wheel = build(python, shared, tree, ARENA_PURE=pure)
    shutil.rmtree(tree)
    return install(Installed(python, shared, folder / "environment", folder / "path"), wheel)


def build(python: Python, shared: Path, tree: Path, **variables: str) -> Path:
    """Builds the source distribution of the tree, and then a wheel from this source distribution; returns the path of
    the wheel, which is in the tree's parent folder.
    """
    folder, surrounding = tree.parent, surroundings(**variables)

    def do(program: str | Path, *options: str | Path, within: Path = folder) -> None:
        run(*python.words((program, *options), shared), folder=within, variables=surrounding)

    do(python.program, "-m", "venv", "builder")
    builder = folder / "builder/bin/python"
    pip = (builder, "-m", "pip", "--quiet", "--disable-pip-version-check")
    do(*pip, "install", "--require-hashes", "--requirement", shutil.copy(TREE / "requirements-build.lock", folder))
    do(builder, "setup.py", "--quiet", "sdist", "--dist-dir", folder / "sdist", within=tree)
    do(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, *(folder / "sdist").iterdir())
    return next(folder.glob("*.whl"))


def install(made: Installed, wheel: Path) -> Installed:
    """Installs the wheel without a compiler, as many users do, with the package versions of the lock file."""
    folder = made.folder.parent
    create = made.python.words((made.python.program, "-m", "venv", made.folder), made.shared)
    run(*create, folder=folder, variables=made.variables())
    versions = re.sub(r" \\\n(?: +--hash=\S+(?: \\)?\n)+", "\n", (TREE / "requirements.lock").read_text())
    (folder / "versions.txt").write_text(versions)
    made.run(folder, "python", "-m", "pip", "install", "--quiet", "--constraint", "versions.txt", str(wheel))
    return made


def test_it_is_what_was_built(installed: Installed, pure: str, tmp_path: Path) -> None:
    said = installed.run(tmp_path, "arena", "--version")
    assert ("compiled" in said) is (not pure and shutil.which("cc") is not None), said


@pytest.mark.parametrize("game", BOTS)
def test_it_plays_what_the_others_play(installed: Installed, game: str, tmp_path: Path) -> None:
    league = LEAGUE.format(game) + "".join(f'[[bots]]\nmanifest = "{bot}"\n' for bot in BOTS[game])
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cup.toml").write_text(league)
    said = arena(tmp_path / "here", "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    installed.run(tmp_path / "there", "arena", "run-league", "cup.toml", "--workers", "1")
    assert records(tmp_path / "here")
    assert records(tmp_path / "there") == records(tmp_path / "here")


def test_somebody_new_gets_a_table_a_bot_and_a_page(installed: Installed, tmp_path: Path) -> None:
    """Tests the first steps of a new user: a league, a new bot, and a web page. The league must take less than half a
    minute of processor time; the wall clock is not used, because other tests run at the same time.
    """
    before = sum(os.times()[:4])
    table = installed.run(tmp_path, "arena", "run-league", "connect-four")
    assert "random" in table
    assert sum(os.times()[:4]) - before < FIRST_TABLE_S
    installed.run(tmp_path, "arena", "init", "mybot")
    assert "FAIL" not in installed.run(tmp_path, "arena", "check", "mybot")
    command = installed.words("arena", "serve", "--bind", "127.0.0.1:0")
    with subprocess.Popen(
        command, cwd=tmp_path, env=installed.variables(), text=True, stderr=subprocess.PIPE
    ) as server:
        try:
            assert Author(served_at(server)).get("/").status == 200
        finally:
            server.terminate()
