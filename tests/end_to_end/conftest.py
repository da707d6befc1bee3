"""The league every run is compared with."""

from pathlib import Path

import pytest

from tests.end_to_end.processes import Ended, arena, random_league, records
from tests.suite.sizes import sized

ROUNDS = sized(30, 60)
"""Enough that much is left after four kills, in test-all after twenty."""


@pytest.fixture(scope="package")
def in_one_go(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A league of random bots played in one go by one worker: its folder, and what was said."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    random_league(folder, ROUNDS)
    said = arena(folder, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    return folder, said


@pytest.fixture(scope="package")
def uninterrupted(in_one_go: tuple[Path, Ended]) -> tuple[Ended, list[tuple[int, object]]]:
    """What was said of that league, and all records."""
    folder, said = in_one_go
    return said, records(folder)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A folder with the same league, not yet played."""
    random_league(tmp_path, ROUNDS)
    return tmp_path
