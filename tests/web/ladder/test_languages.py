"""Tests the way from `arena init` to a match, for each programming language, with a ladder that is served as in real
use.

Bots are built in a sandbox if the machine has one. Languages whose tools are not installed are skipped.
First, the command `arena submit` submits a bot in each language. The server builds and checks each bot. Then the bot
becomes active and plays.
Then a browser submits a zip file with the same files on the ladder's page: for each language in `make test-all`, else
only for Python. The server checks the submission as a new version, which replaces the first version and
plays. It does not build the new version, but uses the copy that it built for the first.
The tests let the ladder play only while no bot is built or checked.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from arena.authoring.starter import languages
from arena.building.building import CACHE
from arena.building.house import STARTER, house_bots
from arena.building.manifest import read_manifest
from arena.building.warm_homes import FOLDER
from arena.ladder.playing.files import LADDERS
from tests.installed import arena_command, surroundings
from tests.ladder.playing.ladders import LONG_S, quick_ladder, told
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.suite.proved import due, rests_on_proof
from tests.suite.sizes import sized
from tests.web.ladder.authors import Author

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAME: Final = "verraeter"
STEPS: Final = ["received", "unpacked", "built", "checked", "active"]
UNOPTIMISED: Final = "-Copt-level=0"
"""The option for Rust builds that skips optimisation, because the bot need not be fast."""
CALM: Final = 'meet_authors = true\n\n[clock]\ntiming = "strict"\n'
"""Settings in the ladder's file. Bots of one author may play each other. With strict timing, only one bot thinks at a
time in each worker.
"""
MISSING: Final = {one: read_manifest(house_bots() / one / STARTER / "bot.toml").missing() for one in languages()}
"""For each language, the tools that its starter bot needs and that are not installed."""
THERE: Final = [language for language, missing in MISSING.items() if due(language) and not missing]
BY_PAGE: Final = sized(("python",), tuple(languages()))
"""The languages whose bots are also submitted on the ladder's page. The page treats all languages alike, so one is
enough outside `make test-all`.
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3_600)]
each_language = pytest.mark.parametrize("language", languages())


class Walk(NamedTuple):
    """A ladder with a running server, and an author, Ann, with her home folder."""

    folder: Path
    ann: Author
    home: Path

    def arena(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Runs the `arena` command in Ann's home folder, and waits for its end."""
        environment = surroundings(XDG_CONFIG_HOME=self.home / "config")
        command = [*arena_command(), *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=self.home, env=environment, check=False)

    def link(self) -> str:
        """Returns a link with which Ann can sign in on another device."""
        return str(self.ann.post("/ladder/links").json["link"])

    def matches(self, number: int) -> int:
        """Returns how many matches of a submission the standings count. They count only complete blocks of matches."""
        return sum(standing["matches"] for standing in told(self.ann, number)["ladders"])

    def play(self, submitted: Iterable[int]) -> None:
        """Lets the ladder play until each active bot among these submissions has played at least one more match."""
        before = {one: self.matches(one) for one in submitted if told(self.ann, one)["state"] == "active"}
        resting, file = resting_and_file(self.folder)
        resting.rename(file)
        wait_for(lambda: all(self.matches(one) > count for one, count in before.items()), LONG_S)
        file.rename(resting)


def name_of(language: str) -> str:
    """Returns the name of the bot that is written in this language."""
    return f"my-{language}"


def resting_and_file(folder: Path) -> tuple[Path, Path]:
    """Returns two paths. The ladder plays while its settings file is at the second path, and not while the file is at
    the first.
    """
    return folder / LADDERS / "resting", folder / LADDERS / f"{GAME}.toml"


def share_homes(temporary: Path) -> None:
    """Makes a server use the warm homes in CACHE, which are home folders with packages for builds (see
    arena/building/warm_homes.py).

    `temporary`: the server's folder for temporary files.
    """
    homes = CACHE / FOLDER
    homes.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = temporary / CACHE.name
    own.mkdir(mode=0o700)
    (own / FOLDER).symlink_to(homes)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    place = tmp_path_factory.mktemp("walk")
    folder, port, [(ann, link)] = ladder_of(place, "Ann")
    quick_ladder(folder, GAME)
    resting, file = resting_and_file(folder)
    file.write_text(file.read_text().replace("[clock]\n", CALM))
    file.rename(resting)
    (place / "ann").mkdir()
    share_homes(place)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("RUSTFLAGS", UNOPTIMISED)
        with arena_serve(folder, port) as server:
            ann.sign_in(link)
            yield Walk(folder, ann, place / "ann")
            server.terminate()
            server.wait(LONG_S)


@pytest.fixture(scope="module")
def by_command(walk: Walk) -> dict[str, int]:
    """For each language, the id of the submission that `arena submit` has sent. Each submission that became active has
    played.
    """
    signed = walk.arena("login", walk.link())
    assert signed.returncode == 0, signed.stderr
    found = {}
    for language in THERE:
        made = walk.arena("init", name_of(language), "--language", language, "--game", GAME)
        assert made.returncode == 0, made.stderr
        sent = walk.arena("submit", name_of(language))
        number = re.match(r"submission (\d+): ", sent.stdout)
        assert number, sent.stderr
        found[language] = int(number[1])
        plays = told(walk.ann, found[language])["state"] == "active"
        assert (sent.returncode == 0, sent.stdout.endswith("  active\n")) == (plays, plays), sent.stdout
    walk.play(found.values())
    return found


@pytest.fixture(scope="module")
def page(browser: "Browser", walk: Walk) -> Iterator["Page"]:
    """The ladder's page in a browser in which Ann has signed in."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(walk.link())
    page.get_by_role("button", name="Sign in with this browser").click()
    page.get_by_role("heading", name="Sign-ins").wait_for()
    yield page
    context.close()


@pytest.fixture(scope="module")
def by_page(by_command: object, walk: Walk, page: "Page") -> dict[str, int]:
    """For each language in BY_PAGE, the id of the submission that the ladder's page has sent. Each submission that
    became active has played.
    """
    found = {}
    for language in (one for one in BY_PAGE if one in THERE):
        archive = shutil.make_archive(str(walk.home / language), "zip", walk.home, name_of(language))
        page.goto(f"{walk.ann.server}/ladder")
        page.get_by_label("archive").set_input_files(archive)
        page.get_by_role("button", name="Hand it in").click()
        page.wait_for_url("**/ladder/submissions/*")
        shown = page.get_by_role("status").filter(has_text=re.compile("plays|rejected"))
        shown.wait_for(timeout=LONG_S * 1000)
        found[language] = int(page.url.rpartition("/")[2])
    walk.play(found.values())
    return found


def assert_played(walk: Walk, number: int) -> dict[str, Any]:
    """Asserts that a submission passed all steps and played without faults; returns the description of the submission
    that the server sends its author.
    """
    one: dict[str, Any] = told(walk.ann, number)
    assert [note["state"] for note in one["log"] if note["state"] != "retrying"][: len(STEPS)] == STEPS, one["log"]
    [standing] = one["ladders"]
    assert (standing["ladder"], standing["bot"], standing["faults"]) == (GAME, one["bot"], [])
    assert standing["matches"] > 0
    return one


def demand(language: str) -> None:
    if missing := MISSING[language]:
        pytest.skip(f"{language} needs {' and '.join(missing)}")


@rests_on_proof
@each_language
def test_what_init_makes_is_submitted_built_checked_and_plays(
    walk: Walk, by_command: dict[str, int], language: str
) -> None:
    demand(language)
    assert_played(walk, by_command[language])


@rests_on_proof
@pytest.mark.parametrize("language", BY_PAGE)
def test_what_init_makes_is_handed_in_by_the_page_and_plays(
    walk: Walk, page: "Page", by_command: dict[str, int], by_page: dict[str, int], language: str
) -> None:
    demand(language)
    one = assert_played(walk, by_page[language])
    before = told(walk.ann, by_command[language])
    assert (one["state"], before["state"]) == ("active", "superseded")
    assert one["content_hash"] == before["content_hash"]
    page.goto(f"{walk.ann.server}/ladder/submissions/{by_page[language]}")
    shown = page.locator("#content").inner_text()
    assert re.search(rf"{name_of(language)}: {GAME}: place \d of \d, \d+ matches", shown)
