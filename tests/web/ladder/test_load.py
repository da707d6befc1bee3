"""A small load test of a server that is started as in real use. No acknowledged submission is lost, and refusals say
when to try again.
"""

from pathlib import Path

import pytest

from benchmarks.servers.service import GROWTH, Load, weather
from tests.suite.sizes import full, sized


@pytest.mark.slow
@pytest.mark.timeout(900)
# in `make test`, the tests with `on_both` use PostgreSQL
@pytest.mark.parametrize("rows", ["sqlite", pytest.param("postgresql", marks=full)])
def test_a_class_hands_in_while_many_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, rows: str
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("benchmarks.servers.service.STORED", sized(60, 600))
    database = None if rows == "sqlite" else f"{request.getfixturevalue('postgres').address}#load"
    load = Load(*sized((6, 12, 5), (30, 100, 10)), database=database)
    found = weather(tmp_path / "storm", load)
    assert found.failed == []
    assert (found.lost, found.untold, found.left, found.quiet) == (0, 0, 0, 0)
    assert found.accepted >= load.authors
    assert set(found.refused) <= {"too-many-waiting", "too-often"}
    assert found.growth() < GROWTH
