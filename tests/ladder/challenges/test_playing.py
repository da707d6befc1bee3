"""Tests that challenges are played one after another to their ends, and that none blocks the others for ever."""

import logging
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from arena.errors import ArenaError
from arena.ladder.challenges.challenge_states import Stand, Stands, stands_of
from arena.ladder.challenges.withdrawn_challenges import end_with
from arena.ladder.ladder import BLOBS, Ladder
from arena.ladder.playing import players
from arena.ladder.playing.contest_folder import BOTS
from arena.ladder.playing.contests import played_files
from arena.ladder.playing.files import CHALLENGES, LADDERS, RESULTS, place_at
from arena.ladder.playing.players import Players
from arena.ladder.submissions.copies import USES
from arena.sandbox.levels import Level
from leaderboards.store import Store
from tests.ladder.challenges.challenges import FEW, LADDER, challenge, file_of, play, two_authors
from tests.ladder.playing.ladders import LONG_S, PAUSE_S
from tests.ladder.serving import wait_for

pytestmark = pytest.mark.usefixtures("quick")
HOUR_S = 3600


def test_the_oldest_is_played_and_how_each_stands_is_read_off_its_folder(ladder: Ladder) -> None:
    ann, ben = two_authors(ladder)
    first, second = challenge(ladder, ann).number, challenge(ladder, ben, 2, "fox").number
    numbers = (first, second, 9)
    table = ladder.folder / LADDERS / f"{LADDER}.toml"
    assert played_files(ladder.folder) == [table, file_of(ladder, first)]
    assert stands_of(ladder.folder, numbers) == {
        first: Stands(Stand.PLAYING),
        second: Stands(Stand.WAITING, 1),
        9: Stands(Stand.LOST),
    }
    play(ladder, first, 1)
    assert played_files(ladder.folder) == [table, file_of(ladder, first)]
    play(ladder, first)
    assert stands_of(ladder.folder, numbers)[first] == Stands(Stand.OVER)
    assert played_files(ladder.folder) == [table, file_of(ladder, second)]
    assert played_files(ladder.folder, [file_of(ladder, first)]) == [table, file_of(ladder, first)]
    ladder.serve("here")
    assert not (file_of(ladder, first).parent / BOTS).exists()
    assert (file_of(ladder, second).parent / BOTS).exists()


def test_one_with_a_version_that_is_withdrawn_is_given_up_and_what_waits_is_tidied(ladder: Ladder) -> None:
    ann, ben = two_authors(ladder)
    first, second = challenge(ladder, ann, rival="calm").number, challenge(ladder, ben, 2, "fox").number
    end_with(ladder, 2)
    told = stands_of(ladder.folder, (first, second))
    assert (told[first].state, told[second].state) == (Stand.PLAYING, Stand.GIVEN_UP)
    assert not (file_of(ladder, second).parent / BOTS).exists()
    end_with(ladder, 1)
    assert stands_of(ladder.folder, [first])[first].state is Stand.GIVEN_UP
    assert (file_of(ladder, first).parent / BOTS).exists()  # the process that plays the challenge has not ended yet


def test_what_a_server_that_was_killed_has_left_of_a_challenge_goes(ladder: Ladder) -> None:
    places = ladder.folder / CHALLENGES
    for name in ("challenge-7", ".challenge-8.new"):
        (places / name / BOTS).mkdir(parents=True)
    assert stands_of(ladder.folder, [8]) == {8: Stands(Stand.WAITING)}
    ladder.serve("here")
    assert not [*places.iterdir()]
    assert stands_of(ladder.folder, [8]) == {8: Stands(Stand.LOST)}


@contextmanager
def playing(ladder: Ladder, folder: Path) -> Iterator[Players]:
    """Returns the object that plays a server's ladders and challenges. It looks at its processes only when the test
    calls `_look`.
    """
    folder.mkdir()
    one = Players(ladder.folder, ladder.folder / BLOBS, folder, ladder.copies, Level.NONE, "registries")
    try:
        yield one
    finally:
        one._end()


def stored(ladder: Ladder, number: int) -> int:
    with closing(Store.open(place_at(ladder.folder, file_of(ladder, number)).store)) as store:
        return store.count()


@pytest.mark.slow
def test_one_is_played_to_its_end_though_who_plays_it_is_killed(ladder: Ladder, tmp_path: Path) -> None:
    ann, _ = two_authors(ladder, PAUSE_S)
    number = challenge(ladder, ann).number
    (ladder.folder / LADDERS / f"{LADDER}.toml").unlink()  # without its file, the ladder itself is not played
    file = file_of(ladder, number)

    def state() -> Stand:
        return stands_of(ladder.folder, [number])[number].state

    with playing(ladder, tmp_path / "first") as one:
        one._look()
        while not stored(ladder, number):
            time.sleep(PAUSE_S)
        [process] = one._running.values()
        process.kill()
    assert state() is Stand.PLAYING
    with playing(ladder, tmp_path / "second") as one:

        def over() -> bool:
            one._look()
            return not one._running

        one._look()
        wait_for(over, LONG_S)
    assert (state(), stored(ladder, number)) == (Stand.OVER, FEW)
    with closing(Store.open(place_at(ladder.folder, file).store)) as store:
        for match in store.matches():
            assert {"fox", "owl"} <= {entrant.name for entrant in match.record.spec.entrants}
            assert not match.record.faults
    assert not (file.parent / BOTS).exists()
    assert not (ladder.copies / f"challenge-{number}{USES}").exists()


def stand_in(code: int | None) -> multiprocessing.context.SpawnProcess:
    """Returns a substitute for a process, which is running if `code` is None, and otherwise has ended with this exit
    code.
    """

    def nothing(*_: object) -> None:
        return None

    told = SimpleNamespace(exitcode=code, is_alive=lambda: code is None, close=nothing, join=nothing)
    told.terminate = told.kill = nothing
    return cast("multiprocessing.context.SpawnProcess", told)


def test_one_that_takes_too_long_is_given_up_and_its_process_ended(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, ben = two_authors(ladder)
    first, second = challenge(ladder, ann).number, challenge(ladder, ben, 2, "fox").number
    (ladder.folder / LADDERS / f"{LADDER}.toml").unlink()
    stopped: list[object] = []
    monkeypatch.setattr(Players, "_started", lambda *_: stand_in(None))
    monkeypatch.setattr(Players, "_stop", lambda _, processes: stopped.extend(processes))
    with playing(ladder, tmp_path / "first") as one, caplog.at_level(logging.WARNING):
        one._look()
        assert (list(one._running), stopped) == ([file_of(ladder, first)], [])
        one._first_s[file_of(ladder, first)] = time.monotonic() - HOUR_S - 1
        one._look()
        told = stands_of(ladder.folder, [first, second])
        assert told[first] == Stands(
            Stand.GIVEN_UP, sentence="the challenge was not over after 60 min, so it was given up"
        )
        one._look()
        assert (list(one._running), len(stopped)) == ([file_of(ladder, second)], 1)
    assert "challenge-1 is not over after 60 min" in caplog.text


def test_a_process_that_has_played_all_is_not_started_again(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process that plays a challenge ends before the last match, the server starts another process. If all
    matches were played, the server starts no other process.
    """
    ann, _ = two_authors(ladder)
    number = challenge(ladder, ann).number
    (ladder.folder / LADDERS / f"{LADDER}.toml").unlink()
    started: list[Path] = []

    def start(_: Players, file: Path, __: int) -> object:
        started.append(file)
        return stand_in(0)

    monkeypatch.setattr(Players, "_started", start)
    monkeypatch.setattr(Players, "_stop", lambda *_: None)
    monkeypatch.setattr(players, "end_strays_at_once", lambda: None)
    with playing(ladder, tmp_path / "first") as one:
        one._begun_s[file_of(ladder, number)] = time.monotonic() - HOUR_S
        for _ in range(3):
            one._look()
        assert len(started) == 2
        play(ladder, number)
        for _ in range(3):
            one._look()
        assert len(started) == 2
        assert not one._running


def test_a_folder_that_is_taken_away_is_told_as_lost(ladder: Ladder) -> None:
    """A challenge whose folder is missing has the state LOST. This happens when a ladder is restored from a backup:
    backups do not contain the folders of challenges.
    """
    ann, _ = two_authors(ladder)
    number = challenge(ladder, ann).number
    (ladder.folder / CHALLENGES).rename(ladder.folder.parent / RESULTS)
    assert stands_of(ladder.folder, [number]) == {number: Stands(Stand.LOST)}
    with pytest.raises(ArenaError) as refused:
        challenge(ladder, ann, 7)
    assert refused.value.code == "no-submission"
    assert challenge(ladder, ann).number == number + 1
