"""Fixtures with a ladder and a backup of it."""

from pathlib import Path

import pytest

from arena.ladder.backups.backup import back_up
from arena.ladder.ladder import Ladder
from tests.ladder.archives import bot
from tests.ladder.conftest import joined
from tests.ladder.working import hand_in


@pytest.fixture
def database() -> None:
    """Makes the ladder keep its database in a file, because a backup contains only files in the ladder's folder."""


@pytest.fixture
def backup(ladder: Ladder, tmp_path: Path) -> Path:
    """Returns the path of a backup of a ladder with one submission."""
    hand_in(ladder, joined(ladder, "Ann"), bot())
    return back_up(ladder.folder, tmp_path / "backup.tar").path
