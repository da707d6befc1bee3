"""What a server plays: all ladders and finals, and challenges one at a time in order.

Rule 1: how a challenge stands is read off its folder: it is over when its standings are written or a sentence says that
it was given up, and else its turn comes. So nothing is lost with a process, and nothing tells two stories.
Rule 2: what a challenge was played with goes when it is over; its results stay.
"""

import re
from collections.abc import Collection, Container
from pathlib import Path
from typing import Final

from arena.files.folders import remove
from arena.files.whole import write_whole
from arena.ladder.playing.contest_folder import BOTS
from arena.ladder.playing.files import CHALLENGES, LEAGUE_FILE, RESULTS, final_files, is_challenge, ladder_files
from leaderboards.reports.formats import FORMATS

NAMED: Final = re.compile(r"challenge-(\d+)")
GIVEN_UP: Final = "given-up.txt"
"""Among the results of a challenge that was not played to its end: why."""


def played_files(folder: Path, begun: Collection[Path] = ()) -> list[Path]:
    """The files of all that is played; `begun`: those that a process plays, with which a challenge ends."""
    playing = [file for file in begun if is_challenge(file) and file.exists() and not given_up(file)]
    return [*ladder_files(folder), *final_files(folder), *(playing or pending_challenges(folder)[:1])]


def challenge_name(number: int) -> str:
    """What its folder and its league are called."""
    return f"challenge-{number}"


def number_of(file: Path) -> int:
    """The number of a challenge's file."""
    return int(file.parent.name.rpartition("-")[2])


def challenge_file(folder: Path, number: int) -> Path:
    """The league file of a challenge, in the folder of a service."""
    return folder / CHALLENGES / challenge_name(number) / LEAGUE_FILE


def pending_challenges(folder: Path) -> list[Path]:
    """The files of the challenges that are not over, in the order in which they are played."""
    files = [(int(named[1]), place / LEAGUE_FILE) for place, named in _folders(folder)]
    return [file for _, file in sorted(files) if file.exists() and not is_over(file)]


def is_over(file: Path) -> bool:
    """Whether a challenge is played to its end, or given up."""
    results = file.parent / RESULTS
    return all((results / f"standings.{ending}").exists() for ending in FORMATS) or bool(given_up(file))


def given_up(file: Path) -> str:
    """Why a challenge was not played to its end; empty if it was not given up."""
    try:
        return (file.parent / RESULTS / GIVEN_UP).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def give_up(file: Path, sentence: str) -> None:
    """Nobody plays a challenge any more; raises ArenaError [not-written]."""
    write_whole({file.parent / RESULTS / GIVEN_UP: f"{sentence}\n"})


def give_up_with(folder: Path, submission: int) -> None:
    """Nobody plays challenges in which this version plays any more: it was withdrawn. Raises ArenaError, OSError."""
    for place, file in enumerate(pending_challenges(folder)):
        if (file.parent / BOTS / str(submission)).exists():
            give_up(file, "one of its bots was withdrawn, so the challenge was given up")
            if place:  # who plays the first ends it, and tidies
                tidy(file)


def tidy(file: Path) -> None:
    """Removes what a challenge that is over was played with."""
    remove(file.parent / BOTS)


def sweep_challenges(folder: Path, known: Container[int]) -> None:
    """Removes what a server that was killed has left: challenges nobody knows, and what is not needed any more.

    `known`: the numbers that have a row. Called where no challenge is played or made.
    """
    for place, named in _folders(folder):
        if int(named[1]) not in known:
            remove(place)
        elif is_over(place / LEAGUE_FILE):
            tidy(place / LEAGUE_FILE)
    for draft in (folder / CHALLENGES).glob(".*"):
        remove(draft)


def _folders(folder: Path) -> list[tuple[Path, re.Match[str]]]:
    try:
        places = [*(folder / CHALLENGES).iterdir()]
    except FileNotFoundError:
        return []
    return [(place, named) for place in places if (named := NAMED.fullmatch(place.name))]
