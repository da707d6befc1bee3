"""Tests the standings files: each must equal an expected text to the last letter."""

import csv
import json
from math import inf
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.reports.formats import FORMATS, to_csv, to_json, to_markdown, write_standings
from leaderboards.reports.standings import Line, Standings
from leaderboards.statistics.grouped import Estimate
from leaderboards.statistics.ratings import Rating

TABLE = Standings(
    (
        Line(
            1,
            "ann",
            "2",
            Estimate("ann", inf, 60.25, inf, 2, 1),
            "a",
            Rating(30.125, 2.5),
            4,
            17.5,
            0.625,
            1.5,
            0.25,
            {},
            "",
            0.5,
            0.75,
            0.875,
            3.25,
            45.5,
        ),
        Line(
            2,
            'ben|"b", c',
            "1",
            None,
            "",
            Rating(20.0, 1.0),
            4,
            9.0,
            0.375,
            12.0,
            4.0,
            {"disconnect": 1, "timeout": 2},
            "gone",
            left=True,
        ),
    ),
    4,
    (13.5, 13.0),
)
MARKDOWN = """\
| rank | bot | version | Elo | 95 % from | to | tier | TrueSkill | matches | mean score | win share | faults |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 1 | ann | 2 | ∞ | +60 | ∞ | a | 30.12 | 4 | 17.50 | 62.5 % | - |
| 2 | ben&#124;"b", c (left) | 1 |  |  |  |  | 20.00 | 4 | 9.00 | 37.5 % | 1 disconnect, 2 timeout |

4 matches; mean score by seat: 13.50, 13.00
"""
CSV = """\
rank,bot,version,elo,low,high,tier,mu,sigma,matches,mean_score,win_share,thinking_ms,p50_ms,p90_ms,p99_ms,slowest_ms,cpu_s,peak_mb,faults,last_fault,left,league
1,ann,2,inf,60.25,inf,a,30.125,2.5,4,17.5,0.625,1.5,0.5,0.75,0.875,0.25,3.25,45.5,-,,False,4 matches
2,"ben|""b"", c",1,,,,,20.0,1.0,4,9.0,0.375,12.0,,,,4.0,,,"1 disconnect, 2 timeout",gone,True,4 matches
"""


def test_markdown_is_a_table_with_the_seats_below() -> None:
    assert to_markdown(TABLE) == MARKDOWN


def test_csv_has_all_digits_and_can_be_read_back() -> None:
    assert to_csv(TABLE) == CSV
    assert [row["bot"] for row in csv.DictReader(to_csv(TABLE).splitlines())] == ["ann", 'ben|"b", c']


def test_json_has_everything() -> None:
    data = json.loads(to_json(TABLE))
    assert list(data) == [
        "league",
        "matches",
        "further",
        "of",
        "finished",
        "until",
        "until_reached",
        "seat_scores",
        "standings",
    ]
    first = data["standings"][0]
    assert (first["elo"], first["low"], first["high"], first["always"]) == (None, 60.25, None, "ahead")
    assert data["matches"] == 4
    assert data["seat_scores"] == [13.5, 13.0]
    assert data["standings"][1] == {
        "rank": 2,
        "bot": 'ben|"b", c',
        "version": "1",
        "elo": None,
        "low": None,
        "high": None,
        "tier": "",
        "mu": 20.0,
        "sigma": 1.0,
        "matches": 4,
        "mean_score": 9.0,
        "win_share": 0.375,
        "thinking_ms": 12.0,
        "p50_ms": None,
        "p90_ms": None,
        "p99_ms": None,
        "slowest_ms": 4.0,
        "cpu_s": None,
        "peak_mb": None,
        "faults": {"disconnect": 1, "timeout": 2},
        "last_fault": "gone",
        "left": True,
    }


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_can_say_that_nothing_was_played(ending: str) -> None:
    text = FORMATS[ending](Standings((), 0, ()))
    assert "ann" not in text
    assert text.endswith("\n") or not text


def test_the_files_stand_in_the_folder_and_nothing_else_does(tmp_path: Path) -> None:
    write_standings(TABLE, tmp_path)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "standings.md": MARKDOWN,
        "standings.csv": CSV,
        "standings.json": to_json(TABLE),
    }


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """A new standings file replaces the old file as a whole. A reader who has opened the old file can still read it to
    its end.
    """
    old = tmp_path / "standings.csv"
    old.write_text("yesterday")
    with old.open() as reader:
        write_standings(TABLE, tmp_path)
        assert reader.read() == "yesterday"
    assert old.read_text() == CSV


def test_a_folder_in_which_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "standings.md").mkdir()
    with pytest.raises(ArenaError) as caught:
        write_standings(TABLE, tmp_path)
    assert caught.value.code == "store-failed"
    assert caught.value.message.startswith(f"{tmp_path / 'standings.md'} cannot be written: ")
    assert caught.value.hint
