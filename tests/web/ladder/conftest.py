"""A ladder for each test, and a server that serves it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ladder.ladder import Ladder
from tests.web.ladder.authors import Idle
from tests.web.serving import serving


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder")


@pytest.fixture
def server(ladder: Ladder) -> Iterator[str]:
    with serving(ladder=Idle(ladder)) as address:
        yield address
