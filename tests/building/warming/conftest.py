"""A house, and where homes are kept, of each test's own."""

from pathlib import Path

import pytest

from arena.building import house as houses
from arena.building import warm_homes
from arena.building.house import STARTER
from tests.building.built_bots import write_built_bot
from tests.building.warming.homes import FETCHED, LANGUAGE, OFFLINE, change_starter, found, write_bot


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bots of a house are that has one language."""
    house = tmp_path / "house"
    for module in (warm_homes, houses):
        monkeypatch.setattr(module, "house_bots", lambda: house)
    (house / LANGUAGE).mkdir(parents=True)
    write_built_bot(house / LANGUAGE, FETCHED, f'language = "{LANGUAGE}"', STARTER)
    return house


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    """Where what is kept lies."""
    return tmp_path / "cache" / "homes"


@pytest.fixture
def offline(tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is told why no home could be filled."""
    change_starter(house, OFFLINE)
    monkeypatch.setenv("TZ", "offline")
    found(write_bot(tmp_path, "first"))
    [failure] = homes.glob("*.log")
    return failure
