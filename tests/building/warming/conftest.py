"""Gives each test its own folders of house bots and of warm homes."""

from pathlib import Path

import pytest

from arena.building import house as houses
from arena.building import warm_homes
from arena.building.house import STARTER
from tests.building.built_bots import write_built_bot
from tests.building.warming.homes import FETCHED, LANGUAGE, OFFLINE, change_starter, found, write_bot


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the house bots, which replaces the real one; it has a starter bot in one language."""
    house = tmp_path / "house"
    for module in (warm_homes, houses):
        monkeypatch.setattr(module, "house_bots", lambda: house)
    (house / LANGUAGE).mkdir(parents=True)
    write_built_bot(house / LANGUAGE, FETCHED, f'language = "{LANGUAGE}"', STARTER)
    return house


@pytest.fixture
def homes(tmp_path: Path) -> Path:
    """The folder in which warm homes are kept."""
    return tmp_path / "cache" / "homes"


@pytest.fixture
def offline(tmp_path: Path, house: Path, homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes the starter's build fail, so that no home can be filled; returns the path of the log of this build."""
    change_starter(house, OFFLINE)
    monkeypatch.setenv("TZ", "offline")
    found(write_bot(tmp_path, "first"))
    [failure] = homes.glob("*.log")
    return failure
