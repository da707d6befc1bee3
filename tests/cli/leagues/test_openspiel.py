"""Tests of leagues with games of OpenSpiel: bots in several languages play the games, and the results can be verified
with the same version of OpenSpiel.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from arena.building.house import house_bot_names
from arena.building.manifest import read_manifest
from arena.games.outside.openspiel import library
from leaderboards.store import Store
from tests.cli.conftest import Arena
from tests.end_to_end.processes import write_bot
from tests.games.outside.known import forget_games
from tests.league.leagues import bot_entries
from tests.suite.sizes import full

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'bot-arena[openspiel]'")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forget_games")]
__all__ = ["forget_games"]
READER = """
from arena.bot import Bot, Turn, run

class Reader(Bot):
    def choose(self, turn: Turn) -> int:
        assert turn.rows["text"][0].strip()
        assert len(turn.rows["tensor"]) > 1
        return turn.legal[len(turn.rows["text"][0]) % len(turn.legal)]

run(Reader)
"""
HEAD = 'game = "{game}"\nname = "cup"\nseats = {seats}\nschedule = "balanced"\nblocks = {blocks}\nseed = 5\n'
BOTS = ("random", "stdio/awk-random")
COMPILED = ("go/random", "typescript/random")


def play(arena: Arena, folder: Path, game: str, seats: int, blocks: int, bots: tuple[str, ...]) -> str:
    """Plays a league of these house bots and the bot READER, and returns the command's output.

    Asserts that no bot forfeits a match. Skips the test if a house bot's tools are not installed.
    """
    for name in bots:
        if missing := read_manifest(house_bot_names()[name]).missing():
            pytest.skip(f"{name} needs {' and '.join(missing)}")
    write_bot(folder, "reader", READER)
    text = HEAD.format(game=game, seats=seats, blocks=blocks) + bot_entries(*bots, "reader")
    (folder / "cup.toml").write_text(text)
    result = arena("run-league", "cup.toml", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert f"game: {game}, from {library.released()}; its code runs unconfined\n" in result.stderr
    with closing(Store.open("results/cup/league.db")) as store:
        assert [fault for match in store.matches() for fault in match.record.faults] == []
    return result.stdout


def test_a_league_is_played_and_verified_with_the_same_version(
    arena: Arena, tmp_path: Path, forget_games: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "openspiel:goofspiel(num_cards=4)"
    assert "6 matches" in play(arena, tmp_path, game, 2, 3, BOTS)
    forget_games()
    refused = arena("verify", "results/cup")
    assert (refused.exit_code, f"--game '{game}'" in refused.stderr) == (1, True)
    assert f"Hint: name the game with --game '{game}' in this command\n" in arena("replay", "results/cup", "0").stderr

    assert "cup: 6 matches played again" in arena("verify", "results/cup", "--game", game).stdout
    told = arena("replay", "results/cup", "0", "--game", game, "--board").stdout
    assert "Points:" in told or "P0 hand" in told
    forget_games()

    monkeypatch.setattr(library, "version", lambda _: "2.0.1")
    refused = arena("verify", "results/cup", "--game", game)
    assert refused.exit_code == 1
    assert f": the league's version is {library.DISTRIBUTION} 2." in refused.stderr
    assert "this arena's version is open_spiel 2.0.1" in refused.stderr


@full  # `make test` runs the test above, which plays a league
@pytest.mark.parametrize(
    ("game", "seats"), [("openspiel:leduc_poker(players=3)", 3), ("openspiel:othello", 2), ("openspiel:goofspiel", 2)]
)
def test_bots_of_all_kinds_of_languages_play_a_league(arena: Arena, tmp_path: Path, game: str, seats: int) -> None:
    play(arena, tmp_path, game, seats, 10, (*BOTS, *COMPILED))
    assert arena("verify", "results/cup", "--game", game).exit_code == 0


def test_a_match_is_played_and_shown(arena: Arena) -> None:
    result = arena("play", "openspiel:tic_tac_toe", "random", "random", "--seed", "1", "--board")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("Tic Tac Toe, edition standard, seed 1")
    assert "  board\n         . . .\n" in result.stdout


def test_a_game_that_makes_no_league_is_refused_by_its_file(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(HEAD.format(game="openspiel:hanabi", seats=2, blocks=1) + bot_entries("random"))
    result = arena("run-league", "cup.toml")
    assert result.exit_code == 1
    assert "all seats get the same score, so nobody can be ranked  [bad-game]" in result.stderr
    assert "Hint: list the games that can be played with arena games --openspiel" in result.stderr


def test_a_game_whose_name_is_misspelt_in_a_file_is_told_the_nearest(arena: Arena, tmp_path: Path) -> None:
    text = HEAD.format(game="openspiel:leduk_poker", seats=2, blocks=1) + bot_entries("random")
    (tmp_path / "cup.toml").write_text(text)
    result = arena("run-league", "cup.toml")
    assert result.exit_code == 1
    assert (
        "OpenSpiel does not have a game named 'leduk_poker'  [unknown-game]\nHint: did you mean leduc_poker?"
        in result.stderr
    )
