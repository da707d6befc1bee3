"""Tests of the second game, Het Verraad, played by bots in real processes with every number of seats."""

import json
import re
from pathlib import Path

import pytest

from arena.match import MatchRecord
from tests.end_to_end.processes import RECALLING, arena, bots_in, records, write_bot
from tests.installed import TREE
from tests.suite.sizes import full, sized

SHIPPED = TREE / "bots" / "hetverraad-league.toml"
BOTS = ("hetverraad-builder", "hetverraad-treason", "ann", "ben", "cid")


def write_league(folder: Path, seats: int, rounds: int) -> None:
    """Writes the league file cup.toml with the first `seats` bots of BOTS: two house bots, then random bots.
    Writes the random bots, too.
    """
    for name in BOTS[2:seats]:
        write_bot(folder, name)
    bots = "".join(f'[[bots]]\nmanifest = "{name}"\n' for name in BOTS[:seats])
    (folder / "cup.toml").write_text(
        f'game = "hetverraad"\nseats = {seats}\nrounds = {rounds}\nseed = 5\n{RECALLING}{bots}'
    )


@pytest.mark.parametrize(
    "seats",
    # `make test` plays four seats in the shipped league
    [2, *(pytest.param(seats, marks=full) for seats in (3, 4)), 5],
)
def test_a_league_is_played_to_its_end(tmp_path: Path, seats: int) -> None:
    write_league(tmp_path, seats, rounds=sized(1, 2))
    said = arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    found = [record for _, record in records(tmp_path)]
    assert len(found) == sized(1, 2) * seats
    for record in found:
        assert isinstance(record, MatchRecord)
        assert record.faults == ()
        assert len(record.ranks) == len(record.scores) == seats
        assert min(record.ranks) == 1
    assert bots_in(tmp_path) == []


def test_matches_are_replayed_in_notation_and_as_frames(tmp_path: Path) -> None:
    write_league(tmp_path, 2, rounds=1)
    arena(tmp_path, "run-league", "cup.toml", "--workers", "1")
    (_, record), *_ = records(tmp_path)
    assert isinstance(record, MatchRecord)
    told = arena(tmp_path, "replay", "results/cup", "0")
    assert told.status == 0, told.err
    lines = told.out.splitlines()
    assert lines[0].endswith("  hetverraad, edition strategic")
    actions = [line for line in lines if re.match(r" {0,3}\d+ .* hetverraad-", line)]
    assert len(actions) == len(record.actions)
    assert re.fullmatch(r" +1 start ([IMO]\d+) +hetverraad-\w+ takes \1 as a start area\.", actions[0])
    frames = json.loads(arena(tmp_path, "replay", "results/cup", "0", "--json").out)["frames"]
    assert tuple(frame["taken"]["action"] for frame in frames[1:]) == record.actions
    assert frames[-1]["scores"] == list(record.scores)
    assert len(frames[-1]["board"]["areas"]) == 48


def test_the_shipped_league_prints_its_table(tmp_path: Path) -> None:
    described = arena(tmp_path, "run-league", str(SHIPPED), "--dry-run")
    assert "hetverraad: hetverraad, edition strategic, 4 seats, 4 bots" in described.out
    shorter, found = re.subn(r"^rounds = \d+$", "rounds = 1", SHIPPED.read_text(), flags=re.MULTILINE)
    assert found == 1
    (tmp_path / "short.toml").write_text(RECALLING + shorter.replace('"python/', '"'))
    said = arena(tmp_path, "run-league", "short.toml", "--workers", "1")
    assert said.status == 0, said.err
    assert said.out.splitlines()[0].split()[:4] == ["rank", "bot", "version", "Elo"]
    assert sorted(line.split()[1] for line in said.out.splitlines()[1:5]) == [
        "hetverraad-builder", "hetverraad-montecarlo", "hetverraad-treason", "random",
    ]  # fmt: skip
    assert "4 of 4 matches" in said.err
