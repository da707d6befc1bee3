"""Tests of ending a season: a ladder or a final gets a name that nothing else has, and repeating an interrupted command
has the same result.
"""

import shutil
import threading
import time
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import FINALS, LADDERS, LEAGUE_FILE, RESULTS, final_files, ladder_files
from arena.ladder.remotes import enter as enter_remote
from arena.ladder.remotes import entries
from arena.ladder.seasons import Season, end_season, finals
from arena.league.field import Member
from tests.ladder.conftest import joined, on_both
from tests.ladder.playing.ladders import quick_ladder
from tests.ladder.seasons.seasons import ended, told


def test_no_season_ends_where_nobody_has_played_or_there_is_no_ladder(ladder: Ladder) -> None:
    quick_ladder(ladder.folder)
    for name, code in (("nothing", "no-ladder"), ("verraeter", "no-store")):
        with pytest.raises(ArenaError) as caught:
            end_season(ladder, name, 3, 2, "test")
        assert caught.value.code == code
    assert [path.stem for path in ladder_files(ladder.folder)] == ["verraeter"]
    assert not [*(ladder.folder / FINALS).glob("*")]


@pytest.mark.parametrize(
    "there",
    [
        f"{LADDERS}/verraeter-4.toml",
        f"{RESULTS}/verraeter-4",
        f"{FINALS}/verraeter-4",
        f"{FINALS}/verraeter-4-final",
        f"{RESULTS}/verraeter-4-final",
    ],
)
def test_a_ladder_that_starts_anew_takes_no_name_that_something_has(ladder: Ladder, decided: Path, there: str) -> None:
    (decided / "verraeter.toml").rename(decided / "verraeter-3.toml")
    place = ladder.folder / there
    place.parent.mkdir(exist_ok=True)
    if place.suffix:
        place.write_text("another one")
    else:
        place.mkdir()
    assert ended(ladder, "verraeter-3").next == "verraeter-5"
    assert not place.suffix or place.read_text() == "another one"
    assert ended(ladder, "verraeter-3").next == "verraeter-5"
    assert "verraeter-5" in [path.stem for path in ladder_files(ladder.folder)]


def test_a_season_ends_where_a_file_can_have_but_one_name(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    season = ended(ladder)
    assert [path.name for path in decided.iterdir()] == [f"{season.next}.toml"]
    assert ended(ladder) == season


@on_both
def test_who_has_entered_two_ladders_by_one_name_stays_in_both(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    (ladder.folder / LADDERS).mkdir()
    for name in ("cup", "cup-3"):
        (ladder.folder / LADDERS / f"{name}.toml").write_text('gate = "127.0.0.1:7700"\n')
    with ladder.base.writing() as connection:
        for name in ("cup", "cup-2", "cup-3"):
            enter_remote(connection, ann, name, "fern", (name,), ladder.now_ms())
    assert ended(ladder, "cup").next == "cup-4"
    assert ended(ladder, "cup") == Season("", "", (), "cup-4")
    with ladder.base.reading() as connection:
        assert [len(entries(connection, name)) for name in ("cup", "cup-2", "cup-3", "cup-4")] == [0, 1, 1, 1]


def test_another_season_of_a_ladder_of_the_same_name_has_a_final_of_its_own(ladder: Ladder, decided: Path) -> None:
    first = ended(ladder)
    assert (first.final, first.bots, first.next) == ("verraeter-final", ("calm", "quiet", "still"), "verraeter-2")
    text = (ladder.folder / FINALS / "verraeter-final" / LEAGUE_FILE).read_text()
    quick_ladder(ladder.folder)
    second = ended(ladder)
    assert (second.final, second.next) == ("verraeter-final-2", "verraeter-3")
    assert second.commitment != first.commitment
    assert ended(ladder) == second
    assert told(ladder) == [f"{one.commitment} {one.final}" for one in (first, second)]
    assert (ladder.folder / FINALS / "verraeter-final" / LEAGUE_FILE).read_text() == text
    assert [path.stem for path in ladder_files(ladder.folder)] == ["verraeter-2", "verraeter-3"]
    assert (decided / "verraeter-3.toml").stat().st_nlink == 1


def test_finals_nobody_can_play_any_more_hinder_no_other(ladder: Ladder, decided: Path) -> None:
    """A final that cannot be played any more does not prevent a later season from having a final of its own. A final
    cannot be played any more if a later release of the arena has other house bots, or if the final's results were
    removed.
    """
    first = ended(ladder)
    (ladder.folder / FINALS / first.final / LEAGUE_FILE).write_text("")
    assert ended(ladder) == first
    quick_ladder(ladder.folder)
    second = ended(ladder)
    shutil.rmtree(ladder.folder / RESULTS / second.final)
    quick_ladder(ladder.folder)
    assert ended(ladder).final == "verraeter-final-3"
    assert len([*decided.iterdir()]) == 3


def test_a_final_takes_the_name_of_no_ladder(ladder: Ladder, decided: Path) -> None:
    (decided / "verraeter-final.toml").write_text("another one")
    assert ended(ladder).final == "verraeter-final-2"


@pytest.mark.parametrize("may_meet", [False, True])
def test_bots_of_one_person_meet_in_a_final_where_they_do_in_the_ladder(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch, may_meet: bool
) -> None:
    file, told, best = decided / "verraeter.toml", list[bool](), finals._best_members

    def telling(ladder: Ladder, name: str, most: int, *, may_meet: bool) -> list[Member]:
        told.append(may_meet)
        return best(ladder, name, most, may_meet=may_meet)

    monkeypatch.setattr(finals, "_best_members", telling)
    file.write_text(f"meet_authors = {str(may_meet).lower()}\n" + file.read_text())
    assert ended(ladder).final == "verraeter-final"
    assert told == [may_meet]


def failing(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "where",
    [
        "arena.ladder.seasons.finals.found",
        "arena.ladder.seasons.finals.founded",
        "arena.ladder.seasons.season_end.note_end",
        "arena.ladder.seasons.season_end.move_entries",
        "pathlib.Path.hardlink_to",
    ],
)
def test_whoever_is_interrupted_ends_the_same_season(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(where, failing)
        with pytest.raises(KeyboardInterrupt):
            ended(ladder)
    season = ended(ladder)
    assert (season.final, season.next) == ("verraeter-final", "verraeter-2")
    assert told(ladder) == [f"{season.commitment} verraeter-final"]
    assert [path.name for path in decided.iterdir()] == ["verraeter-2.toml"]
    assert [path.parent.name for path in final_files(ladder.folder)] == ["verraeter-final"]
    assert ended(ladder) == season


def test_whoever_was_killed_when_only_the_old_name_was_left_to_remove_ends_the_same_season(
    ladder: Ladder, decided: Path
) -> None:
    season = ended(ladder)
    (decided / "verraeter.toml").hardlink_to(decided / "verraeter-2.toml")
    assert ended(ladder) == season
    assert [path.name for path in decided.iterdir()] == ["verraeter-2.toml"]
    assert told(ladder) == [f"{season.commitment} verraeter-final"]


def test_whoever_was_killed_when_a_ladder_had_got_its_name_ends_the_same_season(ladder: Ladder, decided: Path) -> None:
    (decided / "verraeter-7.toml").hardlink_to(decided / "verraeter.toml")
    assert ended(ladder).next == "verraeter-7"
    assert [path.name for path in decided.iterdir()] == ["verraeter-7.toml"]


def test_who_ends_a_season_while_another_does_is_told_the_same(ladder: Ladder, decided: Path) -> None:
    """If two commands end the same season at the same time, the second command waits for the first and has the same
    result.
    """
    made: list[Season] = []
    both = [threading.Thread(target=lambda: made.append(ended(ladder))) for _ in range(2)]
    with Lock(ladder.folder, wait=True):
        for one in both:
            one.start()
        time.sleep(0.5)
        assert [path.name for path in decided.iterdir()] == ["verraeter.toml"]
    for one in both:
        one.join()
    first, second = made
    assert first == second
    assert told(ladder) == [f"{first.commitment} verraeter-final"]


def test_a_final_of_another_league_is_not_this_seasons(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("arena.ladder.seasons.season_end.note_end", failing)
        with pytest.raises(KeyboardInterrupt):
            ended(ladder)
    file = decided / "verraeter.toml"
    file.write_text(file.read_text().replace("seats = 3", 'seats = 3\nedition = "bsw"'))
    assert ended(ladder).final == "verraeter-final-2"
