"""Tests of `arena new-game`: its messages, the names and folders that it refuses, and that the created game is correct
and can be played.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.authoring import new_game
from arena.errors import ArenaError
from arena.testing.check import NAMES
from tests.cli.conftest import Arena
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
TREE = Path(new_game.__file__).parents[2]


@pytest.mark.slow
def test_the_game_is_right_and_plays_at_once(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = arena("new-game", "LowCard")
    assert (made.exit_code, made.stderr) == (0, "")
    assert made.stdout == (
        "Low Card is a game of cards for 2 to 4 seats: "
        ".gitignore, RULES.md, greedy/, league.toml, low_card.py, test_low_card.py\n"
        "Next:\n  cd LowCard\n  arena play ./low_card.py random ./greedy\n  arena run-league league.toml\n"
        "  arena check-game low_card.py\n  python -m unittest\n"
    )
    folder = tmp_path / "LowCard"
    monkeypatch.chdir(folder)
    assert len((folder / "low_card.py").read_text("utf-8").splitlines()) <= 80
    texts = [path.read_text("utf-8").lower() for path in folder.rglob("*") if path.is_file()]
    assert not [text for text in texts if "high-card" in text or "high_card" in text or "highcard" in text]

    checked = arena("check-game", "low_card.py")
    assert checked.exit_code == 0, checked.stdout
    assert "2 matches    pass" in checked.stdout
    league = folder / "league.toml"
    league.write_text(
        league.read_text("utf-8").replace("rounds = 20", 'rounds = 4\nseed = 1\nsandbox = "none"'), "utf-8"
    )
    played = arena("run-league", "league.toml", "--workers", "1")
    assert played.exit_code == 0, played.output
    assert {line.split()[1] for line in played.stdout.splitlines()[1:3]} == {"low-card-greedy", "random"}
    assert "8 matches" in played.stdout
    assert "forfeit" not in played.output

    environment = os.environ | {"PYTHONPATH": str(TREE), "PYTHONDONTWRITEBYTECODE": "1"}
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q")
    own = (folder / "test_low_card.py").read_text("utf-8").count("    def test_")
    tests = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert tests.returncode == 0, tests.stdout
    assert f"{len(NAMES) + own - 1} passed, 1 skipped" in tests.stdout


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *((name, "at most 24 characters") for name in ("2fast", "_x", "so so", "größe", "a.b", "a" * 25)),
        *((name, "a name that is not used by") for name in ("random", "class", "arena", "verraeter", "hetverraad")),
    ],
)
def test_a_bad_name_is_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(ArenaError, match=said) as refused:
        new_game.make_game(tmp_path / name)
    assert refused.value.code == "bad-name"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / ".keep").touch()
    with pytest.raises(ArenaError, match="is not empty"):
        new_game.make_game(tmp_path / "chess")
