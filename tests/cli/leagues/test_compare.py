"""`arena compare`, as far as it does not play."""

from pathlib import Path

import pytest

from tests.cli.conftest import Arena
from tests.league.leagues import write_bot


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("greedy rondom", "bot-not-found", "no bot manifest at rondom"),
        ("greedy random --against bankr", "bot-not-found", "no bot manifest at bankr"),
        ("random greedy", "which-game", "random plays any game"),
        ("greedy hetverraad-builder", "wrong-game", "hetverraad-builder plays hetverraad, not verraeter"),
        ("greedy banker --seats 5", "bad-seats", "is played by 3 to 4 bots, not 5"),
        ("greedy banker --edition second", "bad-edition", "has no edition 'second'"),
    ],
)
def test_what_is_wrong_is_said_and_the_status_is_not_that_of_a_verdict(
    arena: Arena, arguments: str, code: str, message: str
) -> None:
    result = arena("compare", *arguments.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert f"  [{code}]\nHint: " in result.stderr


@pytest.mark.parametrize("arguments", ["greedy", "greedy banker --blocks 1", "greedy banker --margin 101"])
def test_wrong_usage_has_the_same_status(arena: Arena, arguments: str) -> None:
    assert arena("compare", *arguments.split()).exit_code == 2


def test_a_bot_that_says_one_game_needs_no_option(arena: Arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "mine", 'games = ["hetverraad"]\n')
    assert "mine plays" not in arena("compare", "mine", "greedy").stderr
    assert "greedy plays verraeter, not hetverraad" in arena("compare", "mine", "greedy").stderr
