"""A server with tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.hall import Hall, Limits
from tests.web.serving import serving


def hall(folder: Path) -> Hall:
    """The tables of a folder; tests leave theirs open."""
    return Hall(folder, Bots(), limits=Limits(tables=100, bots=400))


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tables are kept."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="package")
def tables(journals: Path) -> Iterator[str]:
    """Where tables are served."""
    with serving(hall=hall(journals)) as address:
        yield address
