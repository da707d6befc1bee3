"""Tests of the house bots in other languages than Python: they build, their own tests pass, and the source of each
random bot is short.
"""

import subprocess
from pathlib import Path
from typing import Final

import pytest

from arena.building.building import build
from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest
from tests.bots.playing import BOTS
from tests.suite.proved import rests_on_proof

LANGUAGES: Final = ("typescript", "go", "rust", "java", "cpp")
LONGEST_RANDOM_BOT: Final = 25
TESTS_S: Final = 900

pytestmark = pytest.mark.timeout(TESTS_S)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def house_bot(language: str, name: str) -> Manifest:
    """Returns the manifest of a house bot in another language; skips the test if programs that the bot needs are not
    installed.
    """
    bot = read_manifest(house_bot_names()[f"{language}/{name}"])
    if missing := bot.missing():
        pytest.skip(f"{bot.name} needs {' and '.join(missing)}")
    return bot


@every_language
def test_there_is_a_random_and_a_greedy_bot_by_its_name(language: str) -> None:
    for name in ("random", "greedy"):
        bot = read_manifest(house_bot_names()[f"{language}/{name}"])
        assert (bot.name, bot.language) == (f"{name}-{language}", language)
        assert bot.needs


@every_language
def test_the_random_bot_is_short(language: str) -> None:
    folder = BOTS.parent / language / "random"
    sources = [path for path in folder.rglob("*") if path.suffix in {".ts", ".go", ".rs", ".java", ".cpp", ".cc"}]
    own = [path for path in sources if not {"target", "dist", "build", "node_modules"} & set(path.parts)]
    programs = [path for path in own if "test" not in path.name.lower()]
    assert len(programs) == 1
    assert len(programs[0].read_text("utf-8").splitlines()) <= LONGEST_RANDOM_BOT


@pytest.mark.slow
@rests_on_proof
@every_language
def test_the_tests_of_the_language_pass(language: str) -> None:
    """Tests that the tests written in this language pass; one compares greedy's actions with bots/cases/greedy.txt."""
    house_bot(language, "greedy")
    _run("make", "--silent", "-C", str(BOTS.parent / language), "test")


@pytest.mark.slow
@rests_on_proof
@every_language
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_house_bot_builds_and_leaves_nothing_to_commit(language: str, name: str) -> None:
    bot = house_bot(language, name)
    before = _run("git", "status", "--short", str(BOTS.parent))
    build(bot)
    assert _run("git", "status", "--short", str(BOTS.parent)) == before


def _run(*command: str) -> str:
    done = subprocess.run(
        command, cwd=Path(__file__).parents[2], text=True, capture_output=True, check=False, timeout=TESTS_S
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout
