"""Tests of the preliminary table, which everybody may see: it uses the hand-ins that count now, and no part of the
final.
"""

import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.cli.terminal.errors import INTERRUPTED
from arena.course.closing.final import place_of
from arena.course.closing.lock import demand_lock
from arena.course.folder import Course
from arena.course.previews import standings
from arena.course.rehearsal.rehearsal import demand_nameless
from arena.league.league import League
from arena.tournament.league_run import Played, play
from arena.tournament.place import Place
from leaderboards.store import PlayedStore, Store
from leaderboards.store.places.files import FILE
from tests.course.commands import arena, done, make_up, played
from tests.course.courses import ASSIGNMENT, HEAD, hand_in, hand_in_files, identities, make_course, tree_of

IN_TIME = "2026-02-28T12:00:00+01:00"
PRINTED = "what a bot has printed"
Making = Callable[..., None]


@pytest.fixture
def make_up_matches(monkeypatch: pytest.MonkeyPatch) -> Making:
    """Makes `arena standings` store random matches instead of playing a league with bots. Returns a function that
    changes how the random matches are made.

    Arguments of the returned function: the bot `faulty` forfeits all its matches, and `left` is the number of matches
    that are reported as not played yet.
    """

    def making(faulty: str = "", left: int = 0) -> None:
        def made_up(league: League, place: Place, *others: Any) -> Played:
            place.folder.mkdir(parents=True)
            with closing(PlayedStore.create(place.store, league)) as store:
                store.add(list(played(store.resumed(league), {faulty: PRINTED}, {})))
            found = play(league, place, *others)
            found.progress.stored -= left
            return found

        monkeypatch.setattr(standings, "play", made_up)

    making()
    return making


def table(course: Course) -> str:
    return (course.public("week1-standings") / "standings.md").read_text()


def deals(store: Path) -> set[bytes]:
    """Returns the deals of all matches in a results file."""
    with closing(Store.open(store)) as opened:
        return {match.record.spec.deal for match in opened.matches()}


@pytest.mark.usefixtures("make_up_matches")
def test_what_counts_now_plays_under_aliases_and_nothing_is_locked(course: Course) -> None:
    before = tree_of(course.folder, "checks")
    said = arena(course, "standings", "week1")
    assert said.exit_code == 0, said.output
    assert tree_of(course.folder, "checks", "standings", "public", ".busy") == before
    assert [path.name for path in course.public("").iterdir()] == ["week1-standings"]
    assert [path.name for path in course.public("week1-standings").iterdir()] == ["standings.md"]
    for bot in (*(student.alias for student in course.roster.students), "random", "greedy"):
        assert bot in table(course)
        assert bot in said.stdout
    assert not any(text in said.stdout for text in identities(course))
    assert demand_nameless(course) == 1


@pytest.mark.usefixtures("make_up_matches")
def test_its_deals_are_neither_those_of_the_final_nor_of_another_night(course: Course) -> None:
    store = course.standings("week1") / "results" / FILE
    said = arena(course, "standings", "week1").output
    first = deals(store)
    done(course, "standings", "week1")
    again = deals(store)
    done(course, "close", "week1")
    make_up(course)
    lock = demand_lock(course, "week1")
    final = deals(Path(place_of(course, lock.league).store))
    assert lock.number == 1
    assert first
    assert first.isdisjoint(again)
    assert final.isdisjoint(first | again)
    assert "commitment" not in said


def test_each_run_begins_anew_and_an_interrupted_one_leaves_the_table_there_was(
    course: Course, make_up_matches: Making
) -> None:
    (course.downloads("week1") / "s7003.zip").rename(course.folder.with_name("s7003.zip"))
    alias = course.roster.student("s7003").alias
    said = done(course, "standings", "week1")
    assert "1 of 3 authors are not in this table: arena course try week1 shows why" in said
    before = table(course)
    assert alias not in before
    course.folder.with_name("s7003.zip").rename(course.downloads("week1") / "s7003.zip")
    make_up_matches(left=3)
    result = arena(course, "standings", "week1")
    assert "3 matches are left, so there is no new table" in result.output
    assert result.exit_code == INTERRUPTED
    assert table(course) == before
    make_up_matches()
    done(course, "standings", "week1")
    assert alias in table(course)


def test_what_bots_print_stands_in_no_table(course: Course, make_up_matches: Making) -> None:
    make_up_matches(course.roster.student("s7001").alias)
    said = done(course, "standings", "week1")
    for text in (said, table(course)):
        assert "disconnect" in text
        assert PRINTED not in text


@pytest.mark.usefixtures("make_up_matches")
def test_what_nobody_knows_to_work_is_in_no_table(course: Course) -> None:
    needs = 'name = "x"\ncommand = ["{python}", "bot.py"]\nneeds = ["no-such-program"]\n'
    hand_in_files(course, "s7001_2.zip", IN_TIME, {"bot.toml": needs, "bot.py": ""})
    done(course, "standings", "week1")
    assert course.roster.student("s7001").alias not in table(course)


def test_of_too_few_bots_there_is_no_table_and_nothing_is_left(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", toml=HEAD + ASSIGNMENT)
    result = arena(course, "standings", "week1")
    assert "the table of week1 cannot be made: " in result.output
    assert "[no-final]" in result.output
    assert not (course.standings("week1") / "league").exists()
    assert not course.public("").exists()


@pytest.mark.usefixtures("make_up_matches")
def test_no_archive_of_a_course_has_what_was_played_for_a_table(course: Course) -> None:
    done(course, "standings", "week1")
    file = course.folder.with_name("all.tar.gz")
    done(course, "archive", str(file))
    with tarfile.open(file) as archive:
        names = archive.getnames()
    assert "demo/public/week1-standings/standings.md" in names
    assert not any(name.startswith("demo/standings") for name in names)


def test_bots_play_for_a_table(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    hand_in(course, "s7001.zip", IN_TIME)
    said = done(course, "standings", "week1", "--workers", "1")
    assert course.roster.student("s7001").alias in said
    assert "faults" in table(course)
