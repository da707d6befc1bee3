"""`arena play`: one match of bots in processes of their own, followed in the terminal."""

from pathlib import Path

import pytest

from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot

CRASHING = """
import sys
from arena.bot import Bot, run

class Crashing(Bot):
    def choose(self, turn):
        print("\\x1b[2Jno idea", file=sys.stderr)
        sys.exit(4)

run(Crashing)
"""


def test_a_match_is_followed_to_its_end_and_played_again_by_its_seed(arena: Arena) -> None:
    result = arena("play", "verraeter", "random", "random", "random", "--seed", "3", "--edition", "classic")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *moves = result.stdout.splitlines()
    assert first == "Verräter, seed 3"
    assert [move.split()[0] for move in moves[:-3]] == [str(number) for number in range(1, len(moves) - 2)]
    assert {move.split()[1] for move in moves[:-3]} == {"random", "random-1", "random-2"}
    assert [move.split()[:3] for move in moves[-3:]] == [
        ["seat", "0", "random"],
        ["seat", "1", "random-1"],
        ["seat", "2", "random-2"],
    ]
    again = arena("play", "verraeter", "random", "random", "random", "--seed", "3", "--edition", "classic")
    assert again.stdout == result.stdout


def test_without_a_seed_one_is_drawn_and_told(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbits", lambda bits: bits + 1)
    result = arena("play", "verraeter", "random", "random", "random")
    assert result.stdout.startswith("Verräter, seed 33\n")


def test_a_bot_that_fails_is_shown_with_what_it_last_said(arena: Arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "dud", CRASHING)
    result = arena("play", "verraeter", "dud", "random", "random", "--seed", "3")
    assert result.exit_code == 0
    assert "dud forfeits after " in result.stdout
    assert " actions: disconnect, the process ended with exit status 4; a stand-in played on for it\n" in result.stdout
    assert "its last output:\n?[2Jno idea\n" in result.stdout  # a terminal must not obey a bot
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("seat 0 dud"))
    assert line.endswith("rank 3")


@pytest.mark.parametrize("seats", [2, 5])
def test_the_second_game_is_followed_to_its_end(arena: Arena, seats: int) -> None:
    bots = ("hetverraad-builder", *("random",) * (seats - 1))
    result = arena("play", "hetverraad", *bots, "--seed", "3", "--edition", "swift")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *moves = result.stdout.splitlines()
    assert first == "Het Verraad, seed 3"
    assert moves[0].split()[2] == "start"
    assert [move.split()[:2] for move in moves[-seats:]] == [["seat", str(seat)] for seat in range(seats)]
    assert min(int(move.split()[-1]) for move in moves[-seats:]) == 1


def test_a_bot_for_another_game_is_refused(arena: Arena) -> None:
    result = arena("play", "hetverraad", "random", "greedy")
    assert result.exit_code == 1
    assert "greedy plays verraeter, not hetverraad  [wrong-game]" in result.stderr
