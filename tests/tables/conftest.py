"""Fixtures with stored tables."""

import random
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.tables.people import Person, play
from tests.web.serving import serving


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the journals of one finished match and one open table."""
    folder = tmp_path_factory.mktemp("kept") / "tables"
    with serving(table_service=TableService(folder, Bots())) as server:
        ann = Person(server)
        ann.open(game="verraeter", seats=["person", "random", "random"], seed=7)
        assert play(ann, random.Random(1)).spec["ranks"]
        Person(server).open(game="verraeter", seats=["person", "person", "person"])
    return folder
