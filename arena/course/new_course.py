"""Creates a new course: a folder with a commented course file and empty tables."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.course.folder import DOWNLOADS, Course
from arena.course.grading.points import HEADINGS as POINTS_HEADINGS
from arena.course.grading.points import POINTS as POINTS_FILE
from arena.course.people.aliases import make_key
from arena.course.people.extensions import EXTENSIONS
from arena.course.people.extensions import HEADINGS as EXTENSION_HEADINGS
from arena.course.people.roster import ROSTER
from arena.course.people.student import HEADINGS
from arena.course.plan.plan import COURSE, SLUG
from arena.errors import ArenaError
from arena.files.whole import write_whole
from arena.games.registry import create_game, find_game
from arena.league.game_file import game_in

OWN: Final = 0o700
"""The mode of a course's folder: private, because its files reveal unplayed finals' seeds and the aliases' owners."""
POINTS: Final = (10, 15, 15)
"""The points for a new course's baselines, which are the game's house bots, from the weakest to the strongest."""
TEMPLATE: Final = """name = "{name}"
game = "{game}"
time_zone = "{zone}"            # deadlines are in it, with summer and winter time
late_days = 4                   # what each author may use in the whole course, where a late rule is "budget"
# sandbox = "boxed"             # the default: strangers' programs play in a box, or not at all
# seats = {seats}                     # default: the most the game has
# publish_output = false        # the default: students see nothing that bots print in a final
# [clock] and [limits] as in a league file

[[assignments]]
name = "week1"
# title = "Week 1"              # what Moodle or Canvas calls it, if that is another name
deadline = "{deadline}"
late = {{ rule = "percent", percent = 10, most_days = 3, grace_minutes = 15 }}
works = 40                      # points for the share of its matches that the bot plays without a fault
rank = 20                       # points for the place in the class, by what is surely no luck
# manual = 20                   # points that you give by hand, at most: in points.csv
blocks_each = 20                # how many blocks of the final each bot plays in, at least
baselines = [                   # house bots; points for being surely stronger (95 %)
{baselines}
]
"""


def found_course(folder: Path, game: str, zone: str, deadline: str) -> Sequence[str]:
    """Creates a course in a new or empty folder; returns the names of the files and folders created in it.

    The course has the folder's name. `deadline`: the deadline of the first assignment. Raises ArenaError, such as
    [bad-name], [folder-not-empty].
    """
    name = folder.resolve().name
    if not SLUG.fullmatch(name):
        raise ArenaError(
            "bad-name",
            f"the folder name {name!r} cannot be the name of a course; expected at most 24 characters: "
            "letters (A to Z, a to z), digits, - and _; the first must be a letter or digit",
            "give the folder another name; the course has the name of its folder",
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArenaError(
            "folder-not-empty", f"{folder} exists and is not empty", "give the path of a folder that does not exist yet"
        )
    baselines = "\n".join(
        f'  {{ bot = "{bot}", points = {points} }},'
        for bot, points in zip(find_game(game).rivals, POINTS, strict=False)
    )
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(OWN)
    named = game_in(folder, game)
    seats = max(create_game(game).info.seats)
    text = TEMPLATE.format(name=name, game=named, zone=zone, deadline=deadline, baselines=baselines, seats=seats)
    write_whole(
        {
            folder / COURSE: text,
            folder / ROSTER: ",".join(HEADINGS) + "\n",
            folder / EXTENSIONS: ",".join(EXTENSION_HEADINGS) + "\n",
            folder / POINTS_FILE: ",".join(POINTS_HEADINGS) + "\n",
            folder / ".gitignore": "secret.key\ninvitations.csv\nchecks/\nstandings/\n",
        }
    )
    make_key(folder)
    (folder / DOWNLOADS / "week1").mkdir(parents=True)
    try:
        Course.open(folder)
    except ArenaError:
        shutil.rmtree(folder)
        raise
    return sorted(f"{path.name}/" if path.is_dir() else path.name for path in folder.iterdir())
