"""Fixtures: a server with tables, and the folder that stores them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.tables.bots import Bots
from arena.tables.service import Limits, TableService
from tests.web.serving import serving


def table_service(folder: Path) -> TableService:
    """Returns a table service with high limits, because tests leave their tables open."""
    return TableService(folder, Bots(), limits=Limits(tables=100, bots=400))


@pytest.fixture(scope="session")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder in which the tables are stored."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="package")
def tables(journals: Path) -> Iterator[str]:
    """Serves tables, and yields the server's address."""
    with serving(table_service=table_service(journals)) as address:
        yield address
