"""Fixtures with results that tests may damage."""

import shutil
from pathlib import Path

import pytest

from tests.leaderboards.audits import write_results


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes a played league once, with a forfeit in its last match; tests copy it."""
    folder = tmp_path_factory.mktemp("original")
    write_results(folder)
    return folder


@pytest.fixture
def played(original: Path, tmp_path: Path) -> Path:
    """Returns the folder with a copy of the played league, which the test may change."""
    return Path(shutil.copytree(original, tmp_path / "played"))
