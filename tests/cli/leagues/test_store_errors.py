"""Tests of the exact error messages about damaged results, about results that another process is still storing, and
about results in a database on a server.
"""

import re
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.league.league_file import read_league
from leaderboards.store import PlayedStore
from leaderboards.store.places.claims import Claim
from tests.cli.conftest import SNAPSHOTS, Arena, compare, said
from tests.leaderboards.audits import execute, flipped

DB: Final = "results/cup/league.db"
EMPTY_PAGE: Final = 4_096
"""The size in bytes of the last page of the results file. The page belongs to the table of runs, which is empty in
these tests. A file that lacks only this page has lost no data.
"""
NOWHERE: Final = "postgresql+psycopg://ann:secret@127.0.0.1:9/arena"


def _nothing(_: Path) -> None:
    pass


def _cut_to(size: int) -> Callable[[Path], None]:
    def cut(folder: Path) -> None:
        (folder / DB).write_bytes((folder / DB).read_bytes()[:size])

    return cut


def _flip(place: int) -> Callable[[Path], None]:
    def flip(folder: Path) -> None:
        (folder / DB).write_bytes(flipped((folder / DB).read_bytes(), place, 0))

    return flip


def _flip_a_record(folder: Path) -> None:
    execute(folder / "results" / "cup", "update matches set timing = x'0a01' where ordinal = 3")


def _flip_the_identity(folder: Path) -> None:
    change = (
        "update league set value = cast(replace(value, '\"seed\": 7', '\"seed\": 6') as blob) where key = 'identity'"
    )
    execute(folder / "results" / "cup", change)


def _take_a_match(folder: Path) -> None:
    execute(folder / "results" / "cup", "delete from matches where ordinal = 5")


def _other_format(folder: Path) -> None:
    execute(folder / "results" / "cup", "update league set value = cast('3' as blob) where key = 'format'")


Case = tuple[str, Callable[[Path], None], str]
CASES: Final[list[Case]] = [
    ("path", _nothing, "run-league cup.toml --store nonsense"),
    ("path-dry-run", _nothing, "run-league cup.toml --store results/cup/league.db --dry-run"),
    ("empty", _nothing, "run-league cup.toml --store="),
    ("two-places", _nothing, f"run-league cup.toml --store {NOWHERE} --db x/league.db"),
    ("port", _nothing, "run-league cup.toml --store postgresql+psycopg://ann:secret@host:x/arena"),
    ("port-standings", _nothing, "standings postgresql+psycopg://ann:secret@host:x/arena#cup"),
    ("other-server", _nothing, "verify mysql://ann:secret@host/arena#cup"),
    ("no-league", _nothing, f"replay {NOWHERE} 3"),
    ("no-server", _nothing, f"run-league cup.toml --store {NOWHERE}"),
    ("no-server-dry-run", _nothing, f"run-league cup.toml --store {NOWHERE} --dry-run"),
    ("no-server-verify", _nothing, f"verify {NOWHERE}#cup"),
    ("cluster-foo", _nothing, "run-league cup.toml --cluster foo"),
    ("cluster-port", _nothing, "run-league cup.toml --cluster tcp://127.0.0.1:port"),
    ("cluster-no-port", _nothing, "run-league cup.toml --cluster tcp://127.0.0.1"),
    ("cluster-empty", _nothing, "run-league cup.toml --cluster="),
    ("cut-off", _cut_to(10_000), "run-league cup.toml"),
    ("cut-off-standings", _cut_to(10_000), "standings results/cup"),
    ("cut-off-replay", _cut_to(300), "replay results/cup 3"),
    ("cut-off-verify", _cut_to(300), "verify results/cup"),
    ("cut-to-nothing-verify", _cut_to(0), "verify results/cup"),
    ("header", _flip(3), "run-league cup.toml"),
    ("header-verify", _flip(3), "verify results/cup"),
    ("row", _flip_a_record, "run-league cup.toml"),
    ("row-standings", _flip_a_record, "standings results/cup"),
    ("row-replay", _flip_a_record, "replay results/cup 3"),
    ("identity", _flip_the_identity, "run-league cup.toml"),
    ("seal", _take_a_match, "run-league cup.toml"),
    ("format", _other_format, "standings results/cup"),
]


@pytest.mark.parametrize(("name", "spoil", "command"), CASES, ids=[case[0] for case in CASES])
def test_a_complaint_is_understood(
    arena: Arena, cup: Path, name: str, spoil: Callable[[Path], None], command: str
) -> None:
    if "no-server" in name:
        pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'bot-arena[postgresql]'")
    spoil(cup.parent)
    result = arena(*command.split())
    assert result.exit_code == 1
    assert re.search(r"  \[[a-z-]+\]\nHint: .+\n$", result.stderr)
    assert "secret" not in result.output
    compare(f"store-error-{name}", said(result, cup.parent))
    assert [path.name for path in cup.parent.iterdir() if path.name in ("nonsense", "x")] == []


def test_a_driver_that_is_not_installed_is_named(arena: Arena, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # None makes `import psycopg` fail
    result = arena("run-league", "cup.toml", "--store", NOWHERE)
    compare("store-error-no-driver", said(result, cup.parent))
    assert arena("standings", f"{NOWHERE}#cup").stderr == result.stderr


def test_the_second_of_two_arenas_is_refused_at_once(arena: Arena, cup: Path) -> None:
    with closing(PlayedStore.create(cup.parent / DB, read_league(cup))):
        result = arena("run-league", "cup.toml")
        compare("store-error-being-played", re.sub(r"process \d+", "process PID", said(result, cup.parent)))
        assert arena("standings", "results/cup").exit_code == 0
        assert arena("run-league", "cup.toml", "--dry-run").exit_code == 0
    assert arena("run-league", "cup.toml").exit_code == 0
    assert not list((cup.parent / "results" / "cup").glob("*.playing"))


def test_what_a_killed_arena_leaves_of_its_claim_hinders_nobody(arena: Arena, cup: Path) -> None:
    claim = cup.parent / "results" / "cup" / "league.db.playing"
    claim.write_text("1")
    assert arena("run-league", "cup.toml").exit_code == 0
    held = Claim(claim)
    assert arena("run-league", "cup.toml").exit_code == 1
    held.give_up()


def test_a_league_that_is_being_played_is_verified_as_far_as_it_is_stored(arena: Arena, cup: Path) -> None:
    assert arena("run-league", "cup.toml").exit_code == 0
    standings = cup.parent / "results" / "cup" / "standings.md"
    standings.write_text("of another moment")
    with closing(PlayedStore.create(cup.parent / DB, read_league(cup))):
        compare("verify-being-played", said(arena("verify", "results/cup"), cup.parent))
    assert arena("verify", "results/cup").exit_code == 1


def test_damage_is_never_called_the_work_of_others_and_hints_do_not_lead_in_a_circle(arena: Arena, cup: Path) -> None:
    whole = cup.parent / "whole"
    shutil.copytree(cup.parent / "results" / "cup", whole)
    for size in range(2, (whole / "league.db").stat().st_size - EMPTY_PAGE, 1_500):
        _cut_to(size)(cup.parent)
        verified = arena("verify", "results/cup").stderr
        assert re.search(r"\[(damaged|not-verified)\]\nHint: restore the results", verified), (size, verified)
        for command in ("run-league cup.toml", "standings results/cup", "replay results/cup 3"):
            stderr = arena(*command.split()).stderr
            assert re.search(r"\[damaged\]\nHint: .*restore the results", stderr), (size, stderr)
            assert "arena verify" not in stderr or "[not-verified]" in verified
        shutil.copyfile(whole / "league.db", cup.parent / DB)


def test_no_snapshot_is_left_over_from_a_complaint_that_is_gone() -> None:
    names = {f"store-error-{name}" for name, *_ in CASES} | {"store-error-being-played", "store-error-no-driver"}
    assert {path.stem for path in SNAPSHOTS.glob("store-error-*.txt")} == names
