"""Reads a course file, `course.toml`, in the same way as league files are read."""

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from arena.building.builds.build_limits import NETWORKS, NO_NETWORK, REGISTRIES
from arena.course.plan.baselines import MOST_POINTS, Baseline, baselines
from arena.course.plan.late import BUDGET, CONSTANT, NONE, PERCENT, RULES, WHOLE, Late
from arena.course.plan.times import FORM, BadTimeError, moment_of, zone_of
from arena.errors import ArenaError
from arena.files.keys import Source, flag, integer, key, label, one_of, read_keys, table, tables, text
from arena.league.settings import CLOCK, LIMITS, RECALLS, edition, game, seats
from arena.sandbox.levels import LEVELS, Level
from arena.sandbox.limits import Limits
from arena.transport import Clock

BAD_COURSE: Final = "bad-course"
COURSE: Final = "course.toml"
LONGEST: Final = 24
LONGEST_TITLE: Final = 255
LEAST_BLOCKS: Final = 6
"""The minimum number of blocks that a bot must play.

A bot is surely stronger if two equal bots would reach such a difference in at most 5 % of cases. After 5 blocks, no
difference is large enough: one of two equal bots wins all 5 with a probability of 2 / 2**5, about 6 %.
"""
COLUMNS: Final = frozenset(("email", "feedback", "id", "name", "of", "points", "section", "student"))
"""The fixed column headings of grade tables, in small letters.

No assignment may have one of them as its name or title.
"""
SLUG: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{LONGEST - 1}}}")


def slug(source: Source, name: str, value: object) -> str:
    """Reads a name that is valid for a folder and a league; raises ArenaError for an invalid one."""
    said = text(source, name, value)
    if not SLUG.fullmatch(said):
        raise source.complaint(
            name, said, f"at most {LONGEST} characters: letters (a to z), digits, - and _, a letter or digit first"
        )
    return said


def assignment_name(source: Source, name: str, value: object) -> str:
    """Reads a name that is valid for a folder, a league and a column of grades; raises ArenaError if it is invalid."""
    return _own_column(source, name, slug(source, name, value))


def assignment_title(source: Source, name: str, value: object) -> str:
    """Reads the name of an assignment in another system, which may consist of any words.

    Raises ArenaError if it is too long, or is the heading of another column of grades.
    """
    return _own_column(source, name, label(LONGEST_TITLE)(source, name, value))


def _own_column(source: Source, name: str, said: str) -> str:
    if said.casefold() in COLUMNS:
        raise source.complaint(name, said, "a name that no other column of the grades has", '"week1"')
    return said


def zone(source: Source, name: str, value: object) -> ZoneInfo:
    """Reads the name of a time zone, and returns the zone; raises ArenaError for an unknown name."""
    found = zone_of(text(source, name, value))
    if found is None:
        raise source.complaint(name, value, "the name of a time zone", '"Europe/Berlin"')
    return found


def deadline(source: Source, name: str, value: object) -> datetime:
    """Reads a date and time, in the course's time zone unless it has an offset; raises ArenaError if it is invalid."""
    try:
        return moment_of(value, source.value("time_zone"))
    except BadTimeError as error:
        raise source.complaint(name, value and str(value), str(error), f'"{FORM}"') from error


MOST_LATE: Final = 365
LATE: Final = table(
    Late,
    rule=one_of(*RULES),
    percent=integer(1, WHOLE),
    most_days=integer(1, MOST_LATE),
    grace_minutes=integer(0, 1_440),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """An assignment, as the course file describes it."""

    name: str = key(assignment_name)
    """The assignment's name, which is also used in the names of its folders and leagues."""
    deadline: datetime = key(deadline)
    """The time at which hand-ins are due, in the course's time zone unless an offset is given."""
    title: str = key(assignment_title, "")
    """The name of the assignment in Moodle or Canvas. Default: `name`."""
    late: Late = key(LATE, Late())
    """The rule for late hand-ins, which cost points or late days, or do not count."""
    works: int = key(integer(0, MOST_POINTS), 0)
    """The maximum points for playing without faults; a bot that plays a share of its matches without faults gets this
    share of the points.
    """
    rank: int = key(integer(0, MOST_POINTS), 0)
    """The maximum points for the rank among the class's bots; a bot loses no points for a difference in strength that
    may be luck.
    """
    manual: int = key(integer(0, MOST_POINTS), 0)
    """The maximum points given by hand. Default: points given by hand are added without a limit."""
    baselines: tuple[Baseline, ...] = key(baselines, ())
    """The bots that students should beat."""
    blocks_each: int = key(integer(LEAST_BLOCKS, 10_000), 20)
    """The minimum number of blocks, groups of matches with the same deals, that each bot plays in the final."""

    def title_or_name(self) -> str:
        """Returns the assignment's name in the school's system, which is its title or, without a title, `name`."""
        return self.title or self.name

    def most_points(self) -> int:
        """The maximum number of points for the assignment, including points given by hand."""
        return self.works + self.rank + self.manual + sum(baseline.points for baseline in self.baselines)


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseKeys:
    """The keys of a course file."""

    name: str = key(slug)
    """The course's name."""
    game: str = key(game)
    """The game to play: its key, or the path of a game's file."""
    time_zone: ZoneInfo = key(zone)
    """The time zone of the deadlines."""
    assignments: tuple[Assignment, ...] = key(tables(Assignment))
    """The assignments, each with its deadline, points and baselines."""
    edition: str = key(edition)
    """The edition of the rules. Default: the game's first."""
    seats: int = key(seats)
    """The number of bots in a match. Default: the maximum that the game allows."""
    late_days: int = key(integer(0, 365), 0)
    """The number of late days that each author has in the whole course, for assignments with the late rule `budget`."""
    sandbox: str = key(one_of(*LEVELS), Level.BOXED)
    """The level of the sandbox, which decides how strictly bots are confined."""
    recall: str = key(one_of(*RECALLS), "")
    """How much a bot may remember when the same deal is played again. Default: the default of league files."""
    build_network: str = key(one_of(*NETWORKS), "")
    """The network access of builds: `registries` of packages, or `none`.

    Default: `none`, but `registries` if `sandbox` is `none`.
    """
    clock: Clock = key(CLOCK, Clock())
    """The limits on bots' thinking time."""
    limits: Limits = key(LIMITS, Limits())
    """The limits on the memory and processes of each bot."""
    publish_output: bool = key(flag, False)
    """Whether the published results of finals contain the output that bots print."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The checked contents of a course file."""

    keys: CourseKeys
    assignments: tuple[Assignment, ...]
    """The assignments in order of deadline."""

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the deadlines."""
        return self.keys.time_zone

    def build_network(self) -> str:
        """The network that builds may use.

        If the course file names none, builds get no network with a sandbox, and the package registries without a
        sandbox.
        """
        return self.keys.build_network or (REGISTRIES if self.keys.sandbox == Level.NONE else NO_NETWORK)

    def own_baselines(self) -> frozenset[str]:
        """The names of the baselines that the course itself provides, for all assignments."""
        return frozenset(one.name for due in self.assignments for one in due.baselines if one.manifest)

    def assignment(self, name: str) -> Assignment:
        """The assignment with this name; raises ArenaError [no-assignment]."""
        for assignment in self.assignments:
            if assignment.name == name:
                return assignment
        names = ", ".join(assignment.name for assignment in self.assignments)
        raise ArenaError(
            "no-assignment",
            f"the course {self.keys.name} does not have an assignment {name!r}",
            f"give one of the assignments {names}",
        )

    def before(self, assignment: Assignment) -> tuple[Assignment, ...]:
        """The assignments with earlier deadlines than this assignment, in order of deadline."""
        return self.assignments[: self.assignments.index(assignment)]


def read_plan(path: Path) -> Plan:
    """Reads a course file; raises ArenaError [bad-course], whose message names the file and the key."""
    keys, source = read_keys(path, CourseKeys, BAD_COURSE)
    for at, assignment in enumerate(keys.assignments):
        _demand_sense(assignment, keys, source, f"assignments[{at}]")
    source.demand_known()
    _demand_different([one.name.casefold() for one in keys.assignments], source, "assignments")
    return Plan(keys, tuple(sorted(keys.assignments, key=lambda assignment: assignment.deadline.timestamp())))


def _demand_sense(assignment: Assignment, keys: CourseKeys, source: Source, place: str) -> None:
    """Raises ArenaError if keys of an assignment contradict each other, or if the assignment gives no points."""
    _demand_late(assignment.late, keys, source, place)
    if not assignment.most_points():
        expected = "more than 0 points in all for works, rank, manual and baselines"
        raise source.complaint(f"{place}.works", assignment.works, expected)


def _demand_late(late: Late, keys: CourseKeys, source: Source, place: str) -> None:
    """Raises ArenaError if a late rule lacks a key that it needs, or has a key that it does not use."""
    name = f"{place}.late.percent"
    if late.rule in (CONSTANT, PERCENT) and not late.percent:
        share = "once" if late.rule == CONSTANT else "for each day late"
        raise source.complaint(
            name, None, f"an integer from 1 to {WHOLE}, the percentage of its points that a late hand-in loses {share}"
        )
    if late.rule == CONSTANT and not late.most_days:
        most = f"an integer from 1 to {MOST_LATE}, because the rule {late.rule} needs a limit for late hand-ins"
        raise source.complaint(f"{place}.late.most_days", None, most)
    if late.rule in (NONE, BUDGET) and late.percent:
        raise source.complaint(name, late.percent, f"no value, because the rule {late.rule} has no percentage")
    if late.rule == BUDGET and not keys.late_days:
        raise source.complaint(
            "late_days",
            None,
            "an integer from 1 to 365, the number of late days that the rule budget gives each author",
        )


def _demand_different(names: list[str], source: Source, place: str) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise source.complaint(place, ", ".join(twice), "names that are all different")
