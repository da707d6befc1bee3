"""Tests matches as rows of values: the columns, the formats, and the values withheld while a league is being played."""

import csv
import json
import tracemalloc
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from arena.league.playing.results import Result
from arena.match import Entrant, Fault, FaultKind, Handover
from arena.protocol.records import decode_record, encode_record
from leaderboards.reports.match_rows import MATCH_COLUMNS, SEAT_COLUMNS, MatchRow, csv_lines, json_lines, match_rows
from leaderboards.store import PlayedStore, Store
from tests.leaderboards.results import league, results

SEATS = 3


def stored(folder: Path, played: Iterable[Result], rounds: int = 2) -> list[MatchRow]:
    path = folder / "league.db"
    with closing(PlayedStore.create(path, league(rounds))) as store:
        store.add(list(played))
    with closing(Store.open(path)) as store:
        return list(match_rows(store))


def csv_rows(rows: Iterable[MatchRow]) -> list[dict[str, str]]:
    return [*csv.DictReader("".join(csv_lines(rows, SEATS)).splitlines())]


def json_rows(rows: Iterable[MatchRow]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in json_lines(rows, SEATS)]


def test_a_row_says_what_the_record_and_its_times_say(tmp_path: Path) -> None:
    records = [decode_record(result.record) for result in results()]
    for row, result, record in zip(json_rows(stored(tmp_path, results())), results(), records, strict=True):
        spec, number = record.spec, result.ordinal
        assert (row["league"], row["match"], row["id"]) == (league().name, number, spec.id.hex())
        assert (row["block"], row["seating"], row["counts"]) == (number // 3, number % 3, True)
        assert (row["game"], row["rules_version"], row["edition"]) == ("verraeter", spec.rules_version, spec.edition)
        assert (row["deal"], row["opening"], row["actions"]) == (spec.deal.hex(), None, len(record.actions))
        seats = row["seats"]
        assert [(seat["bot"], seat["version"]) for seat in seats] == [(one.name, one.version) for one in spec.entrants]
        assert [seat["content"] for seat in seats] == [one.content_hash.hex() for one in spec.entrants]
        assert [seat["score"] for seat in seats] == [*record.scores]
        assert [seat["rank"] for seat in seats] == [*record.ranks]
        assert [seat["thinking_ms"] for seat in seats] == [(1000 + number) / 1000, 2, 3]
        assert [seat["slowest_ms"] for seat in seats] == [0.01, 0.02, (30 + number) / 1000]
        assert {(seat["fault"], seat["fault_after"], seat["handovers"]) for seat in seats} == {(None, None, 0)}


def test_csv_has_a_column_for_each_value_of_each_seat(tmp_path: Path) -> None:
    rows = stored(tmp_path, results())
    flat = csv_rows(rows)
    columns = [*MATCH_COLUMNS, *(f"seat{seat}_{column}" for seat in range(SEATS) for column in SEAT_COLUMNS)]
    assert [*flat[0]] == columns
    for cells, values in zip(flat, json_rows(rows), strict=True):
        assert (cells["deal"], cells["opening"], cells["counts"]) == (values["deal"], "", "True")
        for number, seat in enumerate(values["seats"]):
            assert {column: cells[f"seat{number}_{column}"] for column in SEAT_COLUMNS} == {
                column: "" if value is None else str(value) for column, value in seat.items()
            }


def test_faults_changes_of_players_and_openings_are_told(tmp_path: Path) -> None:
    spare = Entrant("spare", "1", bytes(16))
    changed = [
        result._replace(
            record=encode_record(
                replace(
                    decode_record(result.record),
                    faults=(Fault(2, FaultKind.OUT_OF_TURN, 7, "computed"),),
                    handovers=(Handover(1, 3, spare, "left"), Handover(1, 5, spare, "left")),
                    opening=(4, 0),
                )
            )
        )
        for result in results()
    ]
    rows = stored(tmp_path, changed)
    first, flat = json_rows(rows)[0], csv_rows(rows)[0]
    assert [seat["fault"] for seat in first["seats"]] == [None, None, "out_of_turn"]
    assert [seat["fault_after"] for seat in first["seats"]] == [None, None, 7]
    assert [seat["handovers"] for seat in first["seats"]] == [0, 2, 0]
    assert first["opening"] == json.loads(flat["opening"]) == [4, 0]


def test_a_deal_is_told_once_all_its_matches_are_stored_and_counts_before_the_first_gap(tmp_path: Path) -> None:
    played = [result for result in results(4) if result.ordinal not in (4, 10)]
    rows = json_rows(stored(tmp_path, played, rounds=4))
    assert [row["match"] for row in rows if row["counts"]] == [0, 1, 2]
    assert [row["match"] for row in rows if row["deal"]] == [0, 1, 2, 6, 7, 8]
    assert [row["match"] for row in rows] == [result.ordinal for result in played]


def test_rows_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    """Rows are read a few at a time: reading takes less than 1 MB of memory, although all rows of the 1,200 matches
    together have more than 1.5 MB.
    """
    path = tmp_path / "league.db"
    with closing(PlayedStore.create(path, league(400))) as store:
        once = results()
        store.add([once[number % 6]._replace(ordinal=number, id=number.to_bytes(16)) for number in range(1_200)])
    with closing(Store.open(path)) as opened:
        for lines in (csv_lines, json_lines):
            given = iter(lines(match_rows(opened), SEATS))
            next(given)
            tracemalloc.start()
            read = sum(1 for _ in given)
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert read >= 1_199
            assert most < 1_000_000
