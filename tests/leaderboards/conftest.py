"""Results to be spoilt."""

import shutil
from pathlib import Path

import pytest

from tests.leaderboards.audits import write_results


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A played league as the arena writes it, with a forfeit in its last match; to be copied."""
    folder = tmp_path_factory.mktemp("original")
    write_results(folder)
    return folder


@pytest.fixture
def played(original: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(original, tmp_path / "played"))
