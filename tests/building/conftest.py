"""Gives each test its own folder for copies of bots."""

from pathlib import Path

import pytest

from arena.building import building


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "CACHE", tmp_path / "cache")
