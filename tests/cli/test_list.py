"""Tests `arena list`, which prints games, editions, house bots and schedules."""

import json
from typing import Any

import pytest

from arena.building.house import house_bot_names
from arena.games.registry import GAMES
from arena.league.schedules.registry import SCHEDULES
from tests.cli.conftest import Arena


def listed(arena: Arena) -> dict[str, Any]:
    result = arena("list", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_list_says_what_there_is_to_play_with(arena: Arena) -> None:
    result = arena("list")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines() if line]
    first = {line[0] for line in lines}
    assert first >= {*GAMES, *house_bot_names(), *SCHEDULES}
    for entry in GAMES.values():
        for edition, phrase in zip(entry.info.editions, entry.info.phrases, strict=True):
            assert [edition, *phrase.split()] in lines
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_a_program_is_told_the_same(arena: Arena) -> None:
    found = listed(arena)
    assert list(found) == ["games", "bots", "schedules"]
    assert {game["key"]: list(game["editions"]) for game in found["games"]} == {
        key: list(entry.info.editions) for key, entry in GAMES.items()
    }
    bots = {bot["name"]: bot for bot in found["bots"]}
    assert list(bots) == list(house_bot_names())
    assert bots["greedy"] == {"name": "greedy", "language": "python", "games": ["verraeter"], "problem": ""}
    assert found["schedules"]["gauntlet"] == ["blocks", "hero"]


def test_a_bot_whose_tools_are_missing_says_so(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    bots = {bot["name"]: bot["problem"] for bot in listed(arena)["bots"]}
    assert bots["go/random"].startswith("lacks go")
    assert bots["stdio/awk-random"] == "lacks awk"
    assert bots["random"] == ""
    assert "  lacks go" in arena("list").stdout
