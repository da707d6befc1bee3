"""Tests that `arena playback` asks a bot for its choices in a match that is given by the address of its page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.protocol.v1.arena_pb2 import MatchStart, Turn
from tests.web.leagues import write_cup
from tests.web.serving import serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves a league, and yields the server's address."""
    with serving(write_cup(tmp_path_factory.mktemp("results") / "cup").parent) as address:
        yield address


@pytest.mark.parametrize("page", ["{}/cup/#1", "{}/cup#1", "{}/cup/matches/1.html#12", "{}/cup/matches/1/all.json.gz"])
def test_a_match_is_played_back_by_the_address_of_its_page(address: str, tmp_path: Path, page: str) -> None:
    turns = tmp_path / "turns.txt"
    said = CliRunner().invoke(
        main, ["playback", page.format(address), "2", "random", "--save", str(turns), "--sandbox", "none"]
    )
    assert said.exit_code == 1, said.output  # another bot made the recorded choices, so they differ
    first, *others = said.stdout.splitlines()
    assert first.startswith("match ")
    assert "choices are the recorded ones" in others[-1]
    comment, start, *rest = turns.read_text().splitlines()
    assert comment.startswith("# Turns of seat 2 in match ")
    told = MatchStart.FromString(bytes.fromhex(start.removeprefix("start ")))
    asked = [Turn.FromString(bytes.fromhex(line.removeprefix("turn "))) for line in rest]
    assert (told.seat, told.game) == (2, "verraeter")
    assert len(asked) == int(others[-1].split()[2])
    assert all(turn.legal and turn.HasField("verraeter") for turn in asked)
