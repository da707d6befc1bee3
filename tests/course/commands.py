"""Functions that run commands of `arena course` in tests, and that store random matches as the matches of a final."""

import csv
import io
from collections.abc import Iterator, Mapping
from contextlib import closing
from random import Random

from click.testing import CliRunner, Result

from arena.cli.main import main
from arena.course.closing.final import place_of
from arena.course.closing.lock import LEAGUE_FILE, demand_lock
from arena.course.folder import Course
from arena.league.league import League
from arena.league.league_file import read_league
from arena.league.playing.results import Result as Stored
from arena.league.schedule import Fixtures, create_schedule
from arena.match import FaultKind, Match
from arena.protocol.records import encode_record, encode_timing
from leaderboards.store import PlayedStore


def arena(course: Course, *arguments: str) -> Result:
    """Runs `arena course` with these arguments for the course, and returns the result."""
    return CliRunner().invoke(main, ("course", *arguments, "--course", str(course.folder)), prog_name="arena")


def done(course: Course, *arguments: str) -> str:
    """Runs a command of `arena course` that must succeed, and returns its output."""
    result = arena(course, *arguments)
    assert result.exit_code == 0, result.output
    return result.output


def played(league: League, printed: Mapping[str, str], noted: Mapping[str, str]) -> Iterator[Stored]:
    """Yields all matches of a league, played with random actions.

    `printed`: the bots that forfeit every match, each with the text that it prints; `noted`: the bots that add a note
    to each of their choices, each with the text of its notes.
    """
    fixtures, game = Fixtures(league), league.create_game()
    for block in create_schedule(league).blocks():
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True):
            match, rng = Match(assignment.spec, game), Random(ordinal)
            for seat, entrant in enumerate(assignment.spec.entrants):
                if entrant.name in printed:
                    match.fault(seat, FaultKind.DISCONNECT, "the process ended", printed[entrant.name])
            while match.actor is not None:
                if note := noted.get(assignment.spec.entrants[match.actor].name):
                    match.note(match.actor, note)
                match.choose(rng.choice(match.legal))
            timing = encode_timing((1, 2, 3), (1, 2, 3), (), match.notes())
            yield Stored(ordinal, assignment.spec.id, encode_record(match.record()), timing)


def make_up(
    course: Course,
    faulty: str = "",
    output: str = "",
    printed: Mapping[str, str] | None = None,
    noted: Mapping[str, str] | None = None,
) -> None:
    """Stores random matches as the results of week1's final.

    `faulty`: a bot that prints `output` and forfeits all its matches; empty for none. `printed`: further bots that
    forfeit all their matches, each with the text that it prints. `noted`: the bots that add a note to each of their
    choices, each with the text of its notes.
    """
    lock = demand_lock(course, "week1")
    place = place_of(course, lock.league)
    league = read_league(lock.final(course) / LEAGUE_FILE)
    with closing(PlayedStore.create(place.store, league)) as store:
        store.add(list(played(store.resumed(league), {faulty: output} | {**(printed or {})}, noted or {})))


def closed(course: Course) -> Course:
    """Closes the assignment week1 of the course, and returns the course."""
    done(course, "close", "week1")
    return course


def finished(course: Course, faulty: str = "", output: str = "") -> Course:
    """Closes the assignment week1, stores random matches as its final, copies the final's results to the public folder,
    and returns the course.

    `faulty`: a bot that prints `output` and forfeits all its matches; empty for none.
    """
    make_up(closed(course), faulty, output)
    done(course, "final", "week1", "--workers", "1")
    return course


def grades(course: Course, name: str = "grades.csv") -> dict[str, dict[str, str]]:
    """Returns the rows of the file `name` in the folder of week1's grades, by student id."""
    rows = csv.DictReader(io.StringIO((course.grades("week1") / name).read_text("utf-8")))
    return {row["id"]: row for row in rows}
