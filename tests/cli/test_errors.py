"""Every complaint a person can provoke, word by word: the thing, the value, what was expected, and the next step."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

import arena as arena_package
import leaderboards
from tests.cli.conftest import SNAPSHOTS, Arena, compare, said
from tests.league.leagues import LEAGUE, write_league


def _append(text: str) -> Callable[[Path], None]:
    def append(folder: Path) -> None:
        path = folder / "cup.toml"
        path.write_text(path.read_text() + text)

    return append


def _nothing(_: Path) -> None:
    pass


def _bad_manifest(folder: Path) -> None:
    (folder / "ann" / "bot.toml").write_text('name = "ann"\ncommand = ["no-such-program", "bot.jar"]\n')


def _wrong_game(folder: Path) -> None:
    manifest = folder / "ann" / "bot.toml"
    manifest.write_text(manifest.read_text() + 'games = ["hetverraad"]\n')


def _bad_components(folder: Path) -> None:
    (folder / "points.toml").write_text("[waste\n")
    write_league(folder, LEAGUE + 'components = "points.toml"\n')


def _other_seed(folder: Path) -> None:
    write_league(folder, LEAGUE.replace("seed = 7", "seed = 8"))


def _no_database(folder: Path) -> None:
    (folder / "results" / "cup" / "league.db").write_text("words " * 100)


def _table_in_the_way(folder: Path) -> None:
    (folder / "results" / "cup" / "standings.md").mkdir()


def _file_in_the_way(folder: Path) -> None:
    (folder / "taken").touch()


def _other_rules(folder: Path) -> None:
    """Another match in the place of the first."""
    with closing(sqlite3.connect(folder / "results" / "cup" / "league.db")) as connection, connection:
        connection.execute(
            "update league set value = cast(replace(value, 'base', 'basic') as blob) where key = 'components'"
        )


TESTS: Final = Path(__file__).parents[1]

Case = tuple[str, Callable[[Path], None], str]
CASES: Final[list[Case]] = [
    ("bad-league", _append("weigth = 1\n"), "run-league cup.toml"),
    ("bad-league-dry-run", _append("weigth = 1\n"), "run-league cup.toml --dry-run"),
    ("bad-league-missing", _nothing, "run-league cap.toml"),
    ("bot-not-found", _append('[[bots]]\nmanifest = "randm"\n'), "run-league cup.toml"),
    ("bot-not-found-play", _nothing, "play verraeter randm random random"),
    ("bad-manifest", _bad_manifest, "run-league cup.toml"),
    ("bad-components", _bad_components, "run-league cup.toml"),
    ("bad-components-replay", _other_rules, "replay results/cup 0"),
    ("bad-seats", _nothing, "play verraeter random random"),
    ("wrong-game", _wrong_game, "run-league cup.toml"),
    ("wrong-game-play", _wrong_game, "play verraeter ann random random"),
    ("bad-edition", _nothing, "play verraeter random random random --edition second"),
    ("overload", _append('[clock]\ntiming = "strict"\n'), "run-league cup.toml --in-flight 2"),
    ("other-league", _other_seed, "run-league cup.toml"),
    ("other-league-dry-run", _other_seed, "run-league cup.toml --dry-run"),
    ("not-results", _no_database, "run-league cup.toml"),
    ("not-results-standings", _no_database, "standings results/cup"),
    ("store-failed", _file_in_the_way, "run-league cup.toml --db taken/league.db"),
    ("store-failed-standings", _table_in_the_way, "run-league cup.toml"),
    ("no-store", _nothing, "standings results/cap"),
    ("no-store-replay", _nothing, "replay results/cap/league.db 0"),
    ("no-match", _nothing, "replay results/cup 6"),
    ("usage-command", _nothing, "standing results/cup"),
    ("usage-game", _nothing, "play chess random random random"),
    ("usage-workers", _nothing, "run-league cup.toml --workers 0"),
]


@pytest.mark.parametrize(("name", "spoil", "command"), CASES, ids=[case[0] for case in CASES])
def test_a_complaint_is_understood(
    arena: Arena, cup: Path, name: str, spoil: Callable[[Path], None], command: str
) -> None:
    spoil(cup.parent)
    result = arena(*command.split())
    usage = name.startswith("usage")
    assert result.exit_code == (2 if usage else 1)
    assert "Error: " in result.stderr
    if not usage:
        assert re.search(r"  \[[a-z-]+\]\nHint: .+\n$", result.stderr)
    compare(f"error-{name}", said(result, cup.parent))


def test_every_code_of_these_floors_is_provoked_by_some_test() -> None:
    package, board = Path(arena_package.__file__).parent, Path(leaderboards.__file__).parent
    sources = [*(package / "cli").glob("*.py"), *(package / "league").glob("*.py"), *board.glob("*.py")]
    codes = {code for path in sources for code in re.findall(r'ArenaError\(\s*"([a-z-]+)"', path.read_text())}
    tests = [*TESTS.rglob("*.py"), *SNAPSHOTS.glob("*.txt")]
    text = "\n".join(path.read_text("utf-8") for path in tests if path != Path(__file__))
    assert len(codes) > 8
    assert [code for code in sorted(codes) if f'"{code}"' not in text and f"[{code}]" not in text] == []


def test_no_snapshot_is_left_over_from_a_complaint_that_is_gone() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("error-*.txt")} == {f"error-{name}" for name, *_ in CASES}
