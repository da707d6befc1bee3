"""Fixtures that play a league without interruption. Tests of interrupted leagues compare their results with the results
of this league.
"""

from pathlib import Path

import pytest

from tests.end_to_end.processes import Ended, arena, random_league, records
from tests.suite.sizes import sized

ROUNDS = sized(30, 60)
"""The number of rounds of the league. It is so large that the league is still unfinished after the last kill of
test_exactly_once.py.
"""


@pytest.fixture(scope="package")
def in_one_go(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """Plays a league of random bots without interruption in one worker process. Returns the folder that contains the
    league, and the result of `arena run-league`.
    """
    folder = tmp_path_factory.mktemp("uninterrupted")
    random_league(folder, ROUNDS)
    said = arena(folder, "run-league", "cup.toml", "--workers", "1")
    assert said.status == 0, said.err
    return folder, said


@pytest.fixture(scope="package")
def uninterrupted(in_one_go: tuple[Path, Ended]) -> tuple[Ended, list[tuple[int, object]]]:
    """Returns the command output and all records of the league that `in_one_go` played."""
    folder, said = in_one_go
    return said, records(folder)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Returns a folder with the same league as in `in_one_go`, but not yet played."""
    random_league(tmp_path, ROUNDS)
    return tmp_path
