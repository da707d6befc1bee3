"""Tests that pages and replays have words for every kind of fault."""

import json
from pathlib import Path

import pytest

import arena.match
import leaderboards
from arena.match import FaultKind

REPLAY = Path(arena.match.__file__).parent / "browser" / "texts"
PAGES = Path(leaderboards.__file__).parent / "pages" / "texts"


@pytest.mark.parametrize("kind", [kind.name.lower() for kind in FaultKind])
def test_every_kind_of_fault_has_its_words(kind: str) -> None:
    for path in REPLAY.glob("*.json"):
        assert f"fault.{kind}" in json.loads(path.read_text()), path
    for path in PAGES.glob("*.json"):
        assert f"fault.kind.{kind}" in json.loads(path.read_text()), path
