"""Tests of a game that is defined in a Python file. Commands play, rank, verify and show the game only if the user
names the file.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot
from tests.games.outside import pig
from tests.games.outside.known import forget_games

pytestmark = pytest.mark.usefixtures("forget_games")
__all__ = ["forget_games"]
HOLDING = """
from arena.bot import Bot, Turn, run

class Holding(Bot):
    def choose(self, turn: Turn) -> int:
        assert len(turn.rows["score"]) == 2
        return turn.legal[0] if turn.rows["turn"][0] >= 12 else turn.legal[-1]

run(Holding)
"""
LEAGUE = """
game = "./pig.py"
name = "pigs"
rounds = 20
seats = 2
seed = 5
bots = [{ manifest = "random" }, { manifest = "holding" }]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Copies the game Pig into a separate file, writes a bot and a league for the game, and returns the game's file."""
    write_bot(tmp_path, "holding", HOLDING)
    (tmp_path / "pigs.toml").write_text(LEAGUE)
    return Path(shutil.copy(pig.__file__, tmp_path / "pig.py"))


@pytest.mark.slow
def test_a_league_of_a_file(arena: Arena, file: Path, forget_games: Callable[[], None]) -> None:
    result = arena("run-league", "pigs.toml", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert f"game: pig, from {file}; its code runs unconfined\n" in result.stderr
    table = [line.split()[:2] for line in result.stdout.splitlines()[1:3]]
    assert table == [["1", "holding"], ["2", "random"]]
    assert "40 matches" in result.stdout
    forget_games()

    for command in (("verify", "results/pigs"), ("replay", "results/pigs", "0")):
        refused = arena(*command)
        assert refused.exit_code == 1
        assert "--game FILE" in refused.stderr

    assert "pigs: 40 matches played again" in arena("verify", "results/pigs", "--game", "pig.py").stdout
    told = arena("replay", "results/pigs", "0", "--game", "pig.py", "--board").stdout
    assert "holding: roll" in told
    assert "  score  holding 0, random 0" in told or "  score  random 0, holding 0" in told
    forget_games()
    assert "holding" in arena("standings", "results/pigs").stdout

    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    refused = arena("verify", "results/pigs", "--game", "pig.py")
    assert refused.exit_code == 1
    assert "the league was played with another version of the game pig" in refused.stderr
    refused = arena("run-league", "pigs.toml")
    assert "differs from this league in game_files" in refused.stderr


def test_a_match_of_a_file(arena: Arena, file: Path) -> None:
    result = arena("play", str(file), "random", "random", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Pig, edition standard, seed 1;")
    shown = arena("play", str(file), "random", "random", "--seed", "1", "--board").stdout
    actions = [line for line in result.stdout.splitlines() if line[:4].strip().isdigit()]
    assert shown.count("\n  turn   ") == 1 + len(actions) > 5
    assert f"game: pig, from {file}; its code runs unconfined\n" in result.stderr


def test_a_fault_of_the_game_ends_the_match_and_blames_no_bot(arena: Arena, file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("GOAL else state.seat", "GOAL // 0 else state.seat"), "utf-8")
    result = arena("play", str(file), "random", "random", "--seed", "1")
    assert result.exit_code == 1
    assert "the game Pig: actor raised ZeroDivisionError" in result.stderr
    assert "forfeit" not in result.output


@pytest.mark.parametrize(
    ("right", "wrong", "method"),
    [
        ("return state.scores", "return [0.5, 0]", "scores"),
        ("return [HOLD, ROLL] if state.turn else [ROLL]", "return []", "legal_actions"),
    ],
)
def test_a_wrong_value_is_told_with_the_line_of_its_method(
    arena: Arena, file: Path, right: str, wrong: str, method: str
) -> None:
    file.write_text(file.read_text("utf-8").replace(right, wrong), "utf-8")
    [line] = [number for number, text in enumerate(file.read_text("utf-8").splitlines(), 1) if f"def {method}(" in text]
    said = arena("play", str(file), "random", "random", "--seed", "1").stderr
    assert f"the game Pig: {method} returned [" in said
    assert said.count(f"({file}, line {line})") == 1


@pytest.mark.parametrize("named", ["./chess.py", "chess"])
def test_a_game_there_is_not(arena: Arena, named: str) -> None:
    result = arena("play", named, "random", "random")
    assert result.exit_code != 0
    assert "chess" in result.stderr
