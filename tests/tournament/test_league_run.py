"""Tests of `play`, the function with which another program plays and resumes a league. The function reports to that
program by calling methods, not by printing text.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.playing.progress import Progress
from arena.sandbox.level_proof import Sandbox, proved
from arena.sandbox.levels import AUTO
from arena.tournament.league_run import Resources, play
from arena.tournament.outlook import outlook
from arena.tournament.place import Place
from leaderboards.reports.formats import standings_files
from leaderboards.reports.standings import stored_standings
from leaderboards.store import Store
from tests.end_to_end.processes import random_league

ALONE = Resources(workers=1)


class Ear:
    """A follower, the object to which a running league reports its progress. This follower records all reports."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.stored: list[int] = []

    def told(self, sentence: str) -> None:
        self.heard.append(sentence)

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        self.heard.append(f"confined to {sandbox.level}, wanted {wanted}")

    def founded(self, league: League) -> None:
        self.heard.append(f"founded {league.name}")

    def progressed(self, progress: Progress) -> None:
        self.stored.append(progress.stored)

    def ended(self, progress: Progress) -> None:
        self.heard.append(f"ended with {progress.stored} of {progress.total}")


@pytest.fixture
def cup(tmp_path: Path) -> League:
    random_league(tmp_path, 1)
    program = tmp_path / "ann" / "bot.py"
    program.write_text(f"print('hello')\n{program.read_text()}")
    return read_league(tmp_path / "cup.toml")


def test_a_league_is_followed_by_values_and_nothing_is_printed(
    cup: League, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    place, ear = Place.of(cup, tmp_path / "results" / "mine.db"), Ear()
    assert outlook(cup, place, 1).played == 0
    assert not place.folder.exists()
    played = play(replace(cup, output=tmp_path / "printed"), place, ALONE, ear)
    assert played.progress.finished()
    assert [path.read_text() for path in (tmp_path / "printed").glob("*/*")] == ["hello\n"]
    assert ear.heard == [f"confined to {proved(AUTO).level}, wanted auto", "founded cup", "ended with 3 of 3"]
    assert ear.stored[0] == 0
    assert ear.stored == sorted(ear.stored)
    with closing(Store.open(place.store)) as store:
        assert played.standings == stored_standings(store)
        assert played.seal == store.seal().text()
    for name, text in standings_files(played.standings).items():
        assert (place.folder / name).read_text() == text
    assert (outlook(cup, place, 1).played, outlook(cup, place, 1).total) == (3, 3)
    again = play(cup, place, ALONE, Ear())
    assert (again.seal, again.standings, again.progress.played()) == (played.seal, played.standings, 0)
    assert capfd.readouterr() == ("", "")


def test_tables_of_fewer_matches_are_gone_with_the_first_that_is_stored(
    cup: League, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, there = Place.of(cup, tmp_path / "mine.db"), list[bool]()
    table = place.folder / "standings.json"
    table.touch()

    def run_league(
        _: League, __: object, ___: int, ____: int, on_progress: Callable[[Progress], None], *_____: object
    ) -> Progress:
        progress = Progress.of(3, 0)
        for stored in range(2):
            progress.stored = stored
            on_progress(progress)
            there.append(table.exists())
        return progress

    monkeypatch.setattr("arena.tournament.league_run.run_league", run_league)
    play(cup, place, ALONE, Ear())
    assert there == [True, False]


def test_a_league_that_cannot_be_played_is_refused(cup: League, tmp_path: Path) -> None:
    place = Place.of(cup, tmp_path / "results" / "mine.db")
    with pytest.raises(ArenaError) as caught:
        play(cup, place, Resources(workers=1, cluster="tcp://127.0.0.1:9"), Ear())
    assert caught.value.code in ("no-cluster", "no-dask")
    with pytest.raises(ArenaError) as caught:
        Place.of(cup, tmp_path / "mine.db", "postgresql+psycopg://there/db")
    assert caught.value.code == "bad-store"


class Stopper(Ear):
    """A follower that ends the run of a league after the first stored match."""

    def progressed(self, progress: Progress) -> None:
        super().progressed(progress)
        progress.draining |= progress.played() > 0


def test_a_league_can_be_played_in_a_thread_and_ended_by_who_follows_it(tmp_path: Path) -> None:
    league = read_league(random_league(tmp_path, 10_000))
    place = Place.of(league, tmp_path / "mine.db")
    with ThreadPoolExecutor(1) as pool:
        played = pool.submit(play, league, place, Resources(workers=1, in_flight=1), Stopper()).result()
    assert 0 < played.progress.stored < 30_000
    assert played.standings.matches + played.standings.further == played.progress.stored
    assert not played.progress.finished()
