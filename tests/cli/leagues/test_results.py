"""Tests of `arena results`, which writes one row for each match to standard output or to a file."""

import csv
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli.handlers import results as handler
from arena.cli.terminal import streams
from leaderboards.reports.match_rows import MatchRow, match_rows
from leaderboards.store import Store
from tests.cli.conftest import Arena


def test_a_league_is_printed_as_rows(arena: Arena, cup: Path) -> None:
    flat = arena("results", "results/cup")
    rows = [*csv.DictReader(flat.stdout.splitlines())]
    nested = [json.loads(line) for line in arena("results", "results/cup", "--format", "jsonl").stdout.splitlines()]
    assert (flat.exit_code, flat.stderr) == (0, "")
    assert [int(row["match"]) for row in rows] == [row["match"] for row in nested] == [*range(6)]
    replayed = json.loads(arena("replay", "results/cup", "4", "--json").stdout)["spec"]
    assert [seat["score"] for seat in nested[4]["seats"]] == replayed["scores"]
    assert rows[4]["deal"] == replayed["deal"]


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_a_file_gets_what_would_be_printed(arena: Arena, cup: Path, tmp_path: Path, ending: str) -> None:
    (tmp_path / "rows").write_text("of before")
    written = arena("results", "results/cup", "--format", ending, "--output", "rows")
    assert (written.exit_code, written.stdout, written.stderr) == (0, "", "")
    assert (tmp_path / "rows").read_text() == arena("results", "results/cup", "--format", ending).stdout


def test_who_is_interrupted_leaves_what_was_there(
    arena: Arena, cup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    rows = tmp_path / "out" / "rows"
    rows.write_text("of before")

    def interrupted(store: Store) -> Iterator[MatchRow]:
        yield next(match_rows(store))
        raise KeyboardInterrupt

    monkeypatch.setattr(handler, "match_rows", interrupted)
    assert arena("results", "results/cup", "--output", "out/rows").exit_code == 130
    assert rows.read_text() == "of before"
    assert [*rows.parent.iterdir()] == [rows]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("results/cup/league.db", "is a database, which the exported results would replace"),
        ("results", "is not a file"),
        (
            "nowhere/rows.csv",
            "cannot be written: No such file or directory; if the file existed, its old content is unchanged",
        ),
    ],
)
def test_what_must_not_be_replaced_is_refused(arena: Arena, cup: Path, output: str, sentence: str) -> None:
    before = Path("results/cup/league.db").read_bytes()
    refused = arena("results", "results/cup", "--output", output)
    assert refused.exit_code == 1
    assert f"Error: --output {output} {sentence}  [not-written]" in refused.stderr
    assert Path("results/cup/league.db").read_bytes() == before


def test_nothing_more_is_read_where_nobody_reads(arena: Arena, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = iter([True, True, False])
    monkeypatch.setattr(handler, "output_is_heard", lambda: next(heard))
    assert len(arena("results", "results/cup").stdout.splitlines()) == 2


def test_output_is_heard_until_its_reader_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with io.FileIO(writing, "w") as raw, closing(streams._text(streams._Output(raw), None)) as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert streams.output_is_heard()
        os.close(reading)
        output.write("a row")
        output.flush()
        assert not streams.output_is_heard()
        monkeypatch.undo()
