"""Tests of matches that began with other rules, other component data or other bot files: they do not continue.

The arena also refuses to show a finished match that has other rules or other component data.
"""

import json
import random
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from arena.cli.main import main
from arena.tables.bots import Bots
from arena.tables.journal import read
from arena.tables.service import TableService
from tests.tables.journals import copy, finished
from tests.tables.people import Person, play, settled
from tests.web.serving import get, serving

OTHER_RULES: Final[list[tuple[str, dict[str, object], str]]] = [
    (
        "began",
        {"rules_version": 999},
        "was begun with version 999 of the rules of verraeter, but this arena has version",
    ),
    ("opened", {"components": "00" * 16}, "was begun with other component data of verraeter than this arena has"),
]


def test_a_match_of_other_rules_does_not_go_on_and_the_others_do(tmp_path: Path) -> None:
    others, folder = [Person("") for _ in OTHER_RULES], tmp_path / "tables"
    people = [ben := Person(""), *others]
    with serving(table_service=TableService(tmp_path / "before", Bots())) as server:
        for person in people:
            person.move(server)
            person.open(game="verraeter", seats=["person", "random", "random"])
            assert settled(person)["state"] == "running"
    folder.mkdir()
    for person, (event, values, _) in zip(people, [("", {}, ""), *OTHER_RULES], strict=True):
        copy(tmp_path / "before" / f"{person.table}.jsonl", folder, event, **values).close()
    with serving(table_service=TableService(folder, Bots())) as server:
        for person in people:
            person.move(server)
        page = ben.ask("/tables").text
        for ann, (_, _, why) in zip(others, OTHER_RULES, strict=True):
            assert ann.ask(f"/tables/{ann.table}/table.json").status == 404
            assert f"The match of table {ann.table} {why}" in page
            assert (folder / f"{ann.table}.jsonl").exists()
        assert "Use the release of the arena that began the match; if you do not need this table any more" in page
        assert play(ben, random.Random(1)).spec["ranks"]


@pytest.mark.parametrize(("event", "values", "why"), OTHER_RULES)
def test_a_finished_match_of_other_rules_is_listed_and_not_shown(
    kept: Path, tmp_path: Path, event: str, values: dict[str, object], why: str
) -> None:
    folder, table = tmp_path / "tables", finished(kept).stem
    folder.mkdir()
    copy(finished(kept), folder, event, **values).close()
    told = CliRunner().invoke(main, ["replay", str(folder), table])
    assert (told.exit_code, why in told.output) == (1, True)
    with serving(table_service=TableService(folder, Bots())) as server:
        assert table in get(f"{server}/tables").text
        for name in ("match.json", "match.json?eyes=all", "events"):
            answer = get(f"{server}/tables/{table}/{name}")
            assert (answer.status, json.loads(answer.text)["code"]) == (409, "other-rules")
            assert why in answer.text


def test_a_match_does_not_go_on_with_a_bot_that_was_changed_since(tmp_path: Path) -> None:
    ann, folder = Person(""), tmp_path / "tables"
    with serving(table_service=TableService(tmp_path / "before", Bots())) as server:
        ann.move(server)
        ann.open(game="verraeter", seats=["person", "random", "random"])
        assert settled(ann)["state"] == "running"
    path = tmp_path / "before" / f"{ann.table}.jsonl"
    entrants = next(event["entrants"] for event, _, _ in read(path) if event["event"] == "began")
    entrants[1][2] = "00" * 16
    folder.mkdir()
    copy(path, folder, "began", entrants=entrants).close()
    with serving(table_service=TableService(folder, Bots())) as server:
        ann.move(server)
        assert "the files of random have changed since this match began" in settled(ann)["trouble"]
