"""Whole matches through the interface that browsers have."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.hall import Hall
from tests.tables.people import Person, play
from tests.web.serving import serving


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(hall=Hall(tmp_path / "tables", Bots())) as address:
        yield address


@pytest.mark.parametrize(
    ("game", "seats"), [("verraeter", ["person", "greedy", "random"]), ("hetverraad", ["person", "random"])]
)
def test_a_person_plays_a_whole_match_with_bots(server: str, game: str, seats: list[str]) -> None:
    ann = Person(server)
    ann.open(game=game, seats=seats)
    seen = play(ann, random.Random(1))
    assert seen.spec["ranks"]
    assert seen.table["you"] == 0
    assert seen.frames == ann.get("match.json")["frames"]
    assert seen.frames[-1]["actor"] is None
