"""Plays matches for a preliminary table of the baselines and the hand-ins that would count now, under aliases.

Rule 1: the table reveals nothing about the final, because its deals come from a new random seed for each table.
Rule 2: students may see only the table. The records of its matches, which contain output of bots, are not published.
"""

from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from arena.course.closing.final import league_in, make_league
from arena.course.folder import STANDINGS, Course
from arena.course.plan.plan import Assignment
from arena.course.plan.times import said
from arena.course.previews.early_trials import Tried
from arena.files.folders import remove
from arena.files.whole import write_whole
from arena.text import markdown_cell
from arena.tournament.league_run import LeagueFollower, Resources, play
from arena.tournament.place import Place
from leaderboards.reports.formats import to_markdown
from leaderboards.reports.standings import Standings
from leaderboards.store.places.files import FILE

TABLE: Final = "standings.md"
NOTE: Final = "What counted at that moment has played, with deals that no final has. In few blocks much is luck."


class Night(NamedTuple):
    """The result of playing the matches for a preliminary table."""

    standings: Standings
    left: int
    """The number of matches left unplayed after an interrupt; if it is not 0, `table` comes from an earlier run."""
    results: Path
    """The folder with the records of the matches."""
    table: Path
    """The path of the table's file, which students may see."""


def play_standings(
    tried: Tried, assignment: Assignment, workers: int, follower: LeagueFollower, *, now: datetime
) -> Night:
    """Plays matches between the baselines and the working hand-ins that count now, as in the assignment's final.

    Removes the results of an earlier run first. Writes the table only if all matches are played. Raises ArenaError,
    such as [no-final] if there are too few bots.
    """
    course, working = tried.course, tried.working()
    folder = course.standings(assignment.name)
    remove(folder)
    paths = {one.place: one.path for one in tried.found.hand_ins}
    hand_ins = {author: paths[place] for author, place in working.items()}
    league_folder, results = folder / "league", folder / "results"
    name = f"{course.plan.keys.name}-{assignment.name}-standings"
    make_league(course, assignment, league_folder, name, hand_ins, working)
    league = league_in(league_folder, f"table of {assignment.name}")
    played = play(league, Place(results, str(results / FILE), str(results)), Resources(workers), follower)
    left, table = played.progress.total - played.progress.stored, course.public(f"{assignment.name}-{STANDINGS}")
    if not left:
        _write(course, assignment, table / TABLE, played.standings, now)
    return Night(played.standings, left, results, table / TABLE)


def _write(course: Course, assignment: Assignment, path: Path, standings: Standings, now: datetime) -> None:
    heading = f"{course.plan.keys.name}, {assignment.name}, {said(now, course.plan.zone)}"
    write_whole({path: f"# {markdown_cell(heading)}\n\n{NOTE}\n\n{to_markdown(standings)}"})
