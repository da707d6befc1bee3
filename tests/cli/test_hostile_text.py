"""Tests that commands print stored texts of bots harmlessly. An older results file may hold texts with commands to a
terminal, a browser or a spreadsheet.
"""

import csv
import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from arena.league.league import League
from arena.match import Fault, FaultKind, Note
from arena.match.match import ranks_of
from arena.protocol.records import decode_record, encode_record, encode_timing
from leaderboards.store import PlayedStore
from leaderboards.store.rows.runs import Run
from tests.cli.conftest import Arena
from tests.leaderboards.results import played
from tests.league.leagues import league_of

NAMES: Final = ("=cmd|' /C calc'!A0", "\x1b]0;owned\x07<b>`x`\x9b2J", "a\u202eb\nrank  bot\u200b")
MATCHES: Final = 6
TEXTS: Final = ("bot", "version", "last_fault", "first", "second", "seat0_bot", "seat1_version", "seat2_bot")
COMMANDS: Final = [
    *(f"standings DB --format {ending}" for ending in ("table", "md", "csv", "json")),
    *(f"standings DB --matrix --format {ending}" for ending in ("table", "md", "json")),
    *(f"standings DB --pairs --format {ending}" for ending in ("table", "md", "csv", "json")),
    *(f"standings DB --by-seat --format {ending}" for ending in ("table", "md", "json")),
    *(f"standings DB --fairness --format {ending}" for ending in ("table", "md", "json")),
    "standings DB --method plackett-luce",
    *(f"results DB --format {ending}" for ending in ("csv", "jsonl")),
    "faults DB",
    "faults DB --json",
    "verify DB",
    "verify DB --json",
    "replay DB 0",
    "replay DB 0 --json",
]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Writes results of bots whose names, versions and faults all contain commands to a terminal, a browser or a
    spreadsheet.
    """
    plain = league_of(*NAMES)
    league: League = replace(plain, bots=tuple(replace(bot, version=f"+1\r{bot.name}") for bot in plain.bots))
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league)) as store:
        for result in played(league):
            record = decode_record(result.record)
            end = len(record.actions) - 1
            fault = Fault(1, FaultKind.DISCONNECT, end, f"\x1b[31m|{NAMES[0]}", f"printed\r{NAMES[2]}")
            ranks = ranks_of([-rank for rank in record.ranks], frozenset({1}))
            noted = encode_timing((1, 2, 3), (1, 2, 3), (), (Note(0, f"\x1b[2J{NAMES[2]}"), Note(99_999, "beyond")))
            spoilt = encode_record(replace(record, faults=(fault,), ranks=ranks))
            store.add([result._replace(record=spoilt, timing=noted)])
        store.keep_run(Run(1, matches=6, withdrawn={NAMES[1]: f"withdrawn: {NAMES[2]}"}))
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_what_would_be_obeyed(arena: Arena, hostile: Path, command: str) -> None:
    result = arena(*command.replace("DB", str(hostile)).split())
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code == (command.startswith("verify"))
    said = result.stdout + result.stderr
    assert [letter for letter in said if not letter.isprintable() and letter not in "\n\t"] == []
    if command.endswith("md"):
        assert "<b>" not in said
        assert "`" not in said
    if command.endswith("csv"):
        rows = list(csv.DictReader(io.StringIO(said)))
        assert len(rows) == (MATCHES if command.startswith("results") else len(NAMES))
        assert not any(cell.startswith((*"=+-@",)) for row in rows for key, cell in row.items() if key in TEXTS)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("standings")])
def test_no_name_begins_a_line_of_its_own_beside_a_table(arena: Arena, hostile: Path, command: str) -> None:
    said = arena(*command.replace("DB", str(hostile)).split()).stdout
    assert not any(line.startswith(NAMES[2].splitlines()[1][:-1]) for line in said.splitlines()[1:])


def test_a_table_has_a_line_for_each_bot_whatever_its_name(arena: Arena, hostile: Path) -> None:
    lines = arena("standings", str(hostile)).stdout.partition("\n\n")[0].splitlines()
    assert len(lines) == 1 + len(NAMES)
