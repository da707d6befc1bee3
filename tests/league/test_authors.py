"""Tests of leagues in which two bots of one author never play in the same match."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.identity import restored_league, versions
from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.schedule import create_schedule
from tests.league.leagues import LEAGUE, league_of, refusal, write_bot, write_league

ALONE = "meet_authors = false\n"
BOTS = {"ann": "Ann", "ann2": " aNN", "ben": "Ben", "cid": "Cid", "dot": "Dot"}


def write(folder: Path, head: str = LEAGUE, authors: dict[str, str] = BOTS) -> Path:
    """Writes a league file with bots of these authors; returns the file's path."""
    for name, author in authors.items():
        write_bot(folder, name, f'author = "{author.strip()}"\n' if author else "")
    return write_league(folder, ALONE + head, tuple(authors))


def apart(league: League) -> list[frozenset[int]]:
    places = {bot.name: place for place, bot in enumerate(league.bots)}
    return [frozenset(map(places.__getitem__, group)) for group in league.apart]


def test_bots_of_one_author_sit_at_no_table_and_all_other_tables_are_played(tmp_path: Path) -> None:
    league = read_league(write(tmp_path))
    assert league.apart == (("ann", "ann2"),)
    schedule = create_schedule(league)
    tables = Counter(block.table for block in schedule.blocks())
    assert set(tables) == {table for table in combinations(range(5), 3) if not {0, 1} <= {*table}}
    assert set(tables.values()) == {league.rounds}
    assert schedule.total() == sum(tables.values())
    assert schedule.sentence() == "2 rounds of 7 tables"


@settings(max_examples=60)
@given(st.lists(st.integers(1, 3), min_size=5, max_size=8), st.integers(2, 4))
def test_balanced_tables_keep_authors_apart_and_bots_of_equal_authors_play_equally_often(
    sizes: list[int], seats: int
) -> None:
    names = [[f"{author}-{bot}" for bot in range(size)] for author, size in enumerate(sizes)]
    plain = league_of(*sorted(name for group in names for name in group), seats=seats)
    groups = tuple(tuple(group) for group in names if len(group) > 1)
    league = replace(plain, schedule="balanced", rounds=0, blocks=60, apart=groups)
    blocks = list(create_schedule(league).blocks())
    assert len(blocks) == 60
    assert all(len({*block.table}) == seats for block in blocks)
    assert not any(len(group & {*block.table}) > 1 for block in blocks for group in apart(league))
    if len({*sizes}) == 1:
        played = Counter(bot for block in blocks for bot in block.table)
        assert max(played.values()) - min(played[bot] for bot in range(len(league.bots))) <= 2
    longer = create_schedule(replace(league, blocks=90)).blocks()
    assert list(islice(longer, 60)) == blocks


def test_it_is_part_of_what_the_league_is_and_of_what_is_restored(tmp_path: Path) -> None:
    path = write(tmp_path)
    league = read_league(path)
    again = restored_league(league.identity(), league.components, versions(league))
    assert (again.apart, again.identity()) == (league.apart, league.identity())
    path.write_text(path.read_text().replace(ALONE, ""))
    assert read_league(path).identity() != league.identity()


def test_where_all_authors_differ_nothing_differs(tmp_path: Path) -> None:
    path = write(tmp_path, authors={"ann": "Ann", "ben": "Ben", "cid": "Cid"})
    league = read_league(path)
    path.write_text(path.read_text().replace(ALONE, ""))
    assert read_league(path).identity() == league.identity()


@pytest.mark.parametrize(
    ("head", "authors", "message"),
    [
        (LEAGUE, BOTS | {"eva": ""}, "with meet_authors = false, every bot must name its author, but eva does not"),
        (LEAGUE, {"a": "Ann", "b": "Ben", "c": "ANN", "d": "ben"}, "with meet_authors = false, the bots must have "),
        (LEAGUE + 'schedule = "swiss"\n', BOTS, "meet_authors = false cannot be used with the schedule 'swiss'"),
    ],
    ids=["nameless", "too few", "swiss"],
)  # fmt: skip
def test_what_cannot_be_is_refused(tmp_path: Path, head: str, authors: dict[str, str], message: str) -> None:
    path = write(tmp_path, head, authors)
    error = refusal(path)
    assert error.code == "bad-league"
    assert error.message.startswith(f"{path}: {message}")
    assert error.hint
