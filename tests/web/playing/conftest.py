"""A server with tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import Limits, TableService
from tests.web.serving import serving


def table_service(folder: Path) -> TableService:
    """The tables of a folder; tests leave theirs open."""
    return TableService(folder, Bots(), limits=Limits(tables=100, bots=400))


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the tables are kept."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="package")
def tables(journals: Path) -> Iterator[str]:
    """Where tables are served."""
    with serving(table_service=table_service(journals)) as address:
        yield address
