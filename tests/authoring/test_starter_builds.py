"""Tests that new bots in compiled languages can be built, pass their own tests, and play, if the
tools are installed.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from arena.authoring.replacements import rivals
from arena.authoring.starter import languages, make_bot
from arena.building.building import build
from arena.building.content import content_files
from arena.building.manifest import read_manifest
from tests.end_to_end.processes import arena
from tests.suite.proved import rests_on_proof

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_200)]
GAMES: Final = ("hetverraad", "tron")
"""A game with its own Protobuf message types, and a game that is sent to bots as rows (named lists of values).

The starters themselves play neither of them, but Verräter, or Connect Four as the game with rows.
"""
OWN_TESTS: Final = {
    "cpp": "cmake --workflow --preset test",
    "go": "go test ./...",
    "java": "mvn -q -B -f reactor.xml test",
    "rust": "cargo test --release --locked",
    "typescript": "npm test",
}


@rests_on_proof
@pytest.mark.parametrize("language", sorted(set(languages()) - {"python"}))
def test_a_made_bot_is_built_passes_its_tests_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")  # halves the time; the bot need not be fast
    folder = tmp_path / "Deep_Thought-2"
    for game in GAMES:
        made = tmp_path / game / folder.name
        made.parent.mkdir()
        make_bot(made, language, game, "Ann")
        if not folder.exists():
            made.rename(folder)
        else:  # into the first bot's folder, whose kit is compiled already
            for name, path in content_files(made):
                if not name.startswith(("kit/", "proto/")):
                    shutil.copyfile(path, folder / name)
        bot = read_manifest(folder / "bot.toml")
        if missing := bot.missing():
            pytest.skip(f"{language} needs {' and '.join(missing)}")
        before = {name: path.read_bytes() for name, path in content_files(folder)}
        build(bot)
        command = OWN_TESTS[language].split()
        if shutil.which(command[0]):
            tested = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
            assert tested.returncode == 0, tested.stdout + tested.stderr
        played = arena(folder, "play", game, ".", *rivals(game).split(), "--seed", "1")
        assert played.status == 0, played.err
        assert "forfeits" not in played.out
        assert "seat 0 Deep_Thought-2 " in played.out
        assert {name: path.read_bytes() for name, path in content_files(folder)} == before
