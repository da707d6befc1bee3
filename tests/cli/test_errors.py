"""Tests of the exact text of every error message that a user can cause. A message names the faulty object, its value,
the expected value, and the next step.
"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

import arena as arena_package
import leaderboards
from arena.building.house import house_bots
from tests.cli.conftest import SNAPSHOTS, Arena, compare, said
from tests.cli.errors import league_files, manifests, options
from tests.cli.errors.spoiling import Case, Spoil, nothing


def _no_database(folder: Path) -> None:
    (folder / "results" / "cup" / "league.db").write_text("words " * 100)


def _table_in_the_way(folder: Path) -> None:
    (folder / "results" / "cup" / "standings.md").mkdir()


def _file_in_the_way(folder: Path) -> None:
    (folder / "taken").touch()


def _other_rules(folder: Path) -> None:
    """Renames the key `base` in the TOML text of the game's points that the league stored; this makes the text
    invalid.
    """
    with closing(sqlite3.connect(folder / "results" / "cup" / "league.db")) as connection, connection:
        connection.execute(
            "update league set value = cast(replace(value, 'base', 'basic') as blob) where key = 'components'"
        )


TESTS: Final = Path(__file__).parents[1]

CASES: Final[list[Case]] = [
    *league_files.CASES,
    *manifests.CASES,
    *options.CASES,
    ("bad-components-replay", _other_rules, "replay results/cup 0"),
    ("not-results", _no_database, "run-league cup.toml"),
    ("not-results-standings", _no_database, "standings results/cup"),
    ("store-failed", _file_in_the_way, "run-league cup.toml --db taken/league.db"),
    ("store-failed-standings", _table_in_the_way, "run-league cup.toml"),
    ("no-store", nothing, "standings results/cap"),
    ("no-store-replay", nothing, "replay results/cap/league.db 0"),
    ("no-match", nothing, "replay results/cup 6"),
]


@pytest.mark.parametrize(("name", "spoil", "command"), CASES, ids=[case[0] for case in CASES])
def test_a_complaint_is_understood(arena: Arena, cup: Path, name: str, spoil: Spoil, command: str) -> None:
    spoil(cup.parent)
    result = arena(*command.split())
    usage = name.startswith("usage")
    assert result.exit_code == (2 if usage else 1)
    assert "Error: " in result.stderr
    if not usage:
        assert re.search(r"  \[[a-z-]+\]\nHint: .+\n$", result.stderr)
    assert str(house_bots()) not in result.stderr
    assert all(letter.isprintable() or letter == "\n" for letter in result.stderr)
    compare(f"error-{name}", said(result, cup.parent))


def test_every_code_of_these_floors_is_provoked_by_some_test() -> None:
    package, board = Path(arena_package.__file__).parent, Path(leaderboards.__file__).parent
    rooms = [package / room for room in ("building", "cli", "files", "league")]
    sources = [path for room in (*rooms, board) for path in room.rglob("*.py")]
    codes = {code for path in sources for code in re.findall(r'ArenaError\(\s*"([a-z-]+)"', path.read_text())}
    tests = [*TESTS.rglob("*.py"), *SNAPSHOTS.glob("*.txt")]
    text = "\n".join(path.read_text("utf-8") for path in tests if path != Path(__file__))
    assert len(codes) > 8
    assert [code for code in sorted(codes) if f'"{code}"' not in text and f"[{code}]" not in text] == []


def test_no_snapshot_is_left_over_from_a_complaint_that_is_gone() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("error-*.txt")} == {f"error-{name}" for name, *_ in CASES}
