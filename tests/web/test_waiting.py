"""Tests that reading one league, for however long, does not delay other pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from arena.web import app
from leaderboards.pages.shown.followed import Followed
from tests.web.serving import get, serving


@pytest.fixture
def leagues(cup: Path, tmp_path: Path) -> Path:
    """A folder with two leagues, so that reading one can be blocked while the other remains free."""
    for name in ("cup", "held"):
        shutil.copytree(cup, tmp_path / name)
    return tmp_path


@contextmanager
def reading_held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Makes each thread that reads a league wait until the `with` block ends; the thread holds the league's lock.
    Yields an event that is set when the first thread waits.
    """
    begun, go_on, plain = Event(), Event(), Followed._look

    def look(league: Followed) -> None:
        begun.set()
        go_on.wait()
        plain(league)

    monkeypatch.setattr(Followed, "_look", look)
    try:
        yield begun
    finally:
        go_on.set()


def test_the_list_and_assets_come_while_a_league_is_read(leagues: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "LIST_PATIENCE_S", 0.01)
    with serving(leagues) as address, reading_held(monkeypatch) as begun:
        for _ in range(3):
            assert "cup/index.html" in get(f"{address}/").text
        assert begun.is_set()
        assert get(f"{address}/assets/arena.css").status == 200


def test_the_list_comes_while_strengths_are_found_and_tells_them_then(
    leagues: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, done, plain = Event(), Event(), Event(), Followed._analyse

    def analyse(league: Followed, *given: object) -> None:
        begun.set()
        go_on.wait()
        plain(league, *given)  # type: ignore[arg-type]  # passes on the arguments of the caller
        done.set()

    monkeypatch.setattr(Followed, "_analyse", analyse)
    with serving(leagues / "cup") as address:
        try:
            assert "cup/index.html" in get(f"{address}/").text
            assert begun.wait()
        finally:
            go_on.set()
        done.wait()
        assert "Plackett-Luce" in get(f"{address}/cup/").text
