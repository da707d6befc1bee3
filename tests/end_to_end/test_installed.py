"""Tests of the arena as it is installed from a wheel that includes the house bots. The house bots play in every command
that runs bots.
"""

import json
import os
import random
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from arena.building.manifest import read_manifest
from arena.cli.compiled import PLAIN
from arena.ladder.playing.files import LADDERS
from leaderboards.store import Store
from tests.end_to_end.processes import Ended, ended, random_league, records, served_at, until
from tests.installed import PACKAGES, TREE, environment, install, surroundings
from tests.ladder.playing.ladders import stored
from tests.sandbox.boxes import boxed
from tests.suite.sizes import full, sized
from tests.tables.people import Person, play

NOBODY: Final = 65_534
PLAYED: Final = ("play", "verraeter", "random", "greedy", "banker", "--seed", "1")
COMPARED: Final = ("compare", "banker", "random", "--game", "verraeter", "--against", "greedy", "--seats", "3")
HOUSE: Final = ("greedy", "banker", "random")
LADDER: Final = 'game = "verraeter"\nseats = 3\n' + "".join(f'[[bots]]\nmanifest = "{bot}"\n' for bot in HOUSE)
levels = pytest.mark.parametrize("level", ["auto", "confined", "none"])


class Place(NamedTuple):
    """An environment in which the arena is installed, with the folder and the user for running it."""

    environment: Path
    folder: Path
    """The folder in which commands are run."""
    user: int | None = None

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """Starts the arena with these arguments, and returns its process."""
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        if self.user is not None:
            for path in (self.folder, temporary):
                os.chown(path, self.user, self.user)
        return subprocess.Popen(
            (str(self.environment / "bin" / "arena"), *arguments),
            cwd=self.folder,
            env=surroundings(HOME=self.folder, TMPDIR=temporary),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
        )

    def arena(self, *arguments: str) -> Ended:
        """Runs the arena with these arguments until it ends, and returns the result."""
        return ended(self.start(*arguments))


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Path]:
    """Yields a new folder in /tmp that every user may enter, and removes the folder afterwards. Its path is short,
    because the path of a socket has a maximal length.
    """
    folder = Path("/tmp") / f"arena-{os.getpid()}"  # the test is about a folder in /tmp itself
    folder.mkdir(mode=0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def here(short: Path) -> Place:
    """Returns the installed environment that all tests share, with a new folder."""
    return Place(environment(), short)


def assert_all_played(said: Ended) -> None:
    assert said.status == 0, said.err
    assert "forfeit" not in said.out + said.err
    assert len(re.findall(r"^seat \d \S+ +score +-?\d+  rank \d$", said.out, re.MULTILINE)) == 3, said.out


@levels
def test_house_bots_play(here: Place, level: str) -> None:
    assert_all_played(here.arena(*PLAYED, "--sandbox", level))


def test_house_bots_play_where_the_environment_is_below_a_home_in_a_path_with_blanks(short: Path) -> None:
    there = Path.home() / f".arena test {os.getpid()}"
    try:
        install(next((environment() / "wheels").iterdir()), there)
        assert_all_played(Place(there, short).arena(*PLAYED))
    finally:
        shutil.rmtree(there)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_house_bots_play_for_a_user_who_is_not_root(short: Path) -> None:
    install(next((environment() / "wheels").iterdir()), short / "environment")
    own = short / "own"
    own.mkdir()
    assert_all_played(Place(short / "environment", own, NOBODY).arena(*PLAYED))


def test_house_bots_are_compared(here: Place) -> None:
    said = here.arena(*COMPARED, "--workers", "1", "--blocks", sized("2", "20"))
    assert said.status in {0, 1}, said.err
    assert said.out.count("faults: none") == 2, said.out


WALLED: Final = """
from arena.sandbox import bubblewrap

shown = bubblewrap._shown
bubblewrap._shown = lambda path: [] if path.name == "greedy" else shown(path)
if __name__ == "__main__":
    from arena.cli.main import main

    main(prog_name="arena")
"""
"""A program that runs the arena with sandboxes in which the folder of the bot greedy is missing. Each worker process
loads the program again, so the sandboxes of workers are changed, too.
"""


@boxed
@pytest.mark.parametrize(("command", "status"), [(PLAYED, 1), (COMPARED, 2)], ids=["play", "compare"])
def test_a_box_that_cannot_start_a_bot_is_the_arenas_failure(
    here: Place, command: tuple[str, ...], status: int
) -> None:
    (here.folder / "walled.py").write_text(WALLED)
    program = (str(environment() / "bin" / "python"), str(here.folder / "walled.py"), *command)
    said = subprocess.run(program, cwd=here.folder, env=surroundings(), text=True, capture_output=True, check=False)
    assert said.returncode == status, said.stdout + said.stderr
    assert "Error: the arena could not start greedy, because its sandbox (boxed) failed: bwrap: " in said.stderr
    assert "the match does not count  [box-failed]\nHint: " in said.stderr
    assert "forfeit" not in said.stdout + said.stderr
    assert "no difference" not in said.stdout


@full  # in `make test`, tests/ladder/playing/test_playing.py checks submitted bots, and the tests above find house bots
def test_a_house_bot_is_checked(here: Place) -> None:
    checked = here.arena("check", "greedy")
    assert checked.status == 0, checked.out + checked.err


@contextmanager
def served(here: Place, *arguments: str) -> Iterator[str]:
    """Starts a server of the installed arena; yields its address."""
    with here.start("serve", "--bind", "127.0.0.1:0", *arguments) as process:
        try:
            yield served_at(process)
        finally:
            process.terminate()
            process.communicate()


def test_house_bots_sit_at_a_table_with_a_person(here: Place) -> None:
    with served(here, "--tables", "tables") as server:
        me = Person(server)
        me.open(game="verraeter", seats=["person", "greedy", "banker"])
        seen = play(me, random.Random(2))
        match = me.ask(f"/tables/{me.table}/match.json?eyes=all").json
    assert seen.frames
    assert [fault for frame in match["frames"] for fault in frame.get("faults", ())] == []


def test_a_house_bot_is_played_back_and_tells_what_it_would_choose(here: Place) -> None:
    (here.folder / "cup.toml").write_text(f"rounds = 1\n{LADDER}")
    assert here.arena("run-league", "cup.toml", "--workers", "1").status == 0
    bots = json.loads(here.arena("replay", "results/cup", "0", "--json").out)["spec"]["bots"]
    seat = next(number for number, bot in enumerate(bots) if bot["name"] == "greedy")
    again = here.arena("playback", "results/cup", "0", str(seat), "greedy")
    assert again.status == 0, again.out + again.err
    with served(here, "results/cup") as server:
        told = Person(server).ask("/cup/matches/0/asked?bot=greedy&step=3")
    assert told.status == 200, told.text
    assert told.json["bot"] == "greedy"


def test_house_bots_play_on_a_ladder(here: Place) -> None:
    ladder = here.folder / "ladder"
    (ladder / LADDERS).mkdir(parents=True)
    (ladder / LADDERS / "verraeter.toml").write_text(LADDER)
    with served(here, "--ladder", "ladder"):
        until(lambda: stored(ladder, "verraeter") >= 6, "six matches are stored")
    faults = here.arena("faults", str(ladder / "results" / "verraeter"))
    assert faults.out == "no bot forfeited a match\n", faults


def test_a_course_is_rehearsed_with_house_bots_and_one_of_its_own_as_baselines(here: Place) -> None:
    said = here.arena("course", "rehearse", "course", "--students", "3", "--weeks", "1", "--blocks-each", "6")
    assert said.status == 0, said.out + said.err
    played = set()
    for results in (here.folder / "course" / "results").rglob("league.db"):
        with closing(Store.open(results)) as store:
            for record in (match.record for match in store.matches()):
                names = [entrant.name for entrant in record.spec.entrants]
                played.update(names)
                assert not {names[fault.seat] for fault in record.faults}.intersection(HOUSE)
    assert played > {"random", "greedy", "easy"}


def test_the_wheel_holds_every_house_bot_with_all_its_files() -> None:
    """The house bots have the same content hashes in the wheel as in the source tree, and the shipped league files have
    the same texts. With other hashes, an installed arena would treat the house bots as other bots.
    """
    there = environment() / PACKAGES / "arena" / "house_bots"
    manifests = [path.relative_to(TREE / "bots") for path in sorted((TREE / "bots").glob("*/*/bot.toml"))]
    assert Path("python/random/bot.toml") in manifests
    for manifest in manifests:
        in_tree, in_wheel = (read_manifest(bots / manifest) for bots in (TREE / "bots", there))
        assert in_wheel.content_hash == in_tree.content_hash, manifest
    for league in (TREE / "bots").glob("*.toml"):
        assert (there / league.name).read_text() == league.read_text()


def test_the_sdist_holds_every_file_that_setup_py_names() -> None:
    """The source distribution contains all files that compilation needs; otherwise, a user with a compiler could not
    install it. The compilation itself is tested in machines/test_pythons.py.
    """
    [sdist] = (environment() / "sdist").iterdir()
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    named = re.findall(r"[\w-]+(?:/[\w.-]+)+", (TREE / "setup.py").read_text())
    files = {name for name in named if (TREE / name).is_file()}
    assert "tools/mypyc.ini" in files
    assert files <= held, files - held


def test_the_wheel_has_what_is_played_and_nothing_else_at_its_top() -> None:
    [record] = (environment() / PACKAGES).glob("bot_arena-*.dist-info/RECORD")
    tops = {line.partition("/")[0] for line in record.read_text().splitlines()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"arena", "leaderboards", ".."}
    for data in ("arena/py.typed", "arena/games/verraeter/points.toml", "arena/protocol/v1/arena_pb2.py"):
        assert (environment() / PACKAGES / data).is_file()


def test_the_wheel_holds_all_that_pages_are_made_of() -> None:
    there, pages = environment() / PACKAGES / "leaderboards" / "pages", TREE / "leaderboards" / "pages"
    for folder in ("assets", "templates", "texts"):
        names = {path.name for path in (pages / folder).iterdir()}
        assert names
        assert {path.name for path in (there / folder).iterdir()} == names
    drawn = {path.relative_to(TREE) for path in TREE.glob("arena/**/browser/**/*") if path.is_file()}
    installed = environment() / PACKAGES
    assert drawn
    assert {path.relative_to(installed) for path in installed.glob("arena/**/browser/**/*") if path.is_file()} == drawn


def test_it_plays_a_league_from_any_folder_and_nothing_of_the_tree(here: Place) -> None:
    random_league(here.folder, 1)
    (here.folder / "cup.toml").write_text((here.folder / "cup.toml").read_text().replace('"cid"', '"random"'))
    said = here.arena("run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    compiled = [*(environment() / PACKAGES / "arena").rglob("*.so")]
    assert (PLAIN in said.err) is (not compiled)
    assert "random" in said.out
    assert len(records(here.folder)) == 3
    program = "import arena, leaderboards; print(arena.__file__, leaderboards.__file__)"
    command = (str(environment() / "bin" / "python"), "-c", program)
    shown = subprocess.run(command, cwd=here.folder, env=surroundings(), text=True, capture_output=True, check=True)
    installed = environment() / PACKAGES
    assert shown.stdout.split() == [str(installed / name / "__init__.py") for name in ("arena", "leaderboards")]
