"""The list of leagues that a server plays now: all ladders and finals at the same time, and challenges one after
another.

Rule 1: the state of a challenge is read from its folder alone, so no two records can disagree, and a killed process
loses nothing. A challenge is over when the folder contains its final standings or the reason why it was given up; until
then it must still be played.
Rule 2: the bots of a challenge are removed when it is over; its results are kept.
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
"""The name of the file that gives the reason why a challenge was given up; it is in the folder of results."""


def played_files(folder: Path, begun: Collection[Path] = ()) -> list[Path]:
    """Returns the league files of everything to play now: all ladders and finals, and at most one challenge.

    `begun`: the league files already being played. A challenge in `begun` continues unless it was given up. Without
    such a challenge, the first of `pending_challenges` is played.
    """
    playing = [file for file in begun if is_challenge(file) and file.exists() and not given_up(file)]
    return [*ladder_files(folder), *final_files(folder), *(playing or pending_challenges(folder)[:1])]


def challenge_name(number: int) -> str:
    """Returns the name of a challenge's folder and of its league, for example "challenge-7"."""
    return f"challenge-{number}"


def number_of(file: Path) -> int:
    """Returns the number of the challenge with this league file."""
    return int(file.parent.name.rpartition("-")[2])


def challenge_file(folder: Path, number: int) -> Path:
    """Returns the path of a challenge's league file in the folder of the service."""
    return folder / CHALLENGES / challenge_name(number) / LEAGUE_FILE


def pending_challenges(folder: Path) -> list[Path]:
    """Returns the league files of the unfinished challenges, in the order in which they are played."""
    files = [(int(named[1]), place / LEAGUE_FILE) for place, named in _folders(folder)]
    return [file for _, file in sorted(files) if file.exists() and not is_over(file)]


def is_over(file: Path) -> bool:
    """Returns whether a challenge has been played to its end or given up."""
    results = file.parent / RESULTS
    return all((results / f"standings.{ending}").exists() for ending in FORMATS) or bool(given_up(file))


def given_up(file: Path) -> str:
    """Returns the sentence with the reason why a challenge was given up; empty if it was not given up."""
    try:
        return (file.parent / RESULTS / GIVEN_UP).read_text("utf-8").strip()
    except FileNotFoundError:
        return ""


def give_up(file: Path, sentence: str) -> None:
    """Gives up a challenge, and writes the reason to the file GIVEN_UP; raises ArenaError [not-written].

    `file`: the challenge's league file; `sentence`: the reason.
    """
    write_whole({file.parent / RESULTS / GIVEN_UP: f"{sentence}\n"})


def give_up_with(folder: Path, submission: int) -> None:
    """Gives up all unfinished challenges in which a withdrawn submission plays; raises ArenaError, OSError."""
    for place, file in enumerate(pending_challenges(folder)):
        if (file.parent / BOTS / str(submission)).exists():
            give_up(file, "a bot of the challenge was withdrawn, so the challenge was given up")
            if place:  # the process that plays the first challenge tidies it itself
                tidy(file)


def tidy(file: Path) -> None:
    """Removes the bots of a challenge that is over."""
    remove(file.parent / BOTS)


def sweep_challenges(folder: Path, known: Container[int]) -> None:
    """Removes the leftovers of a killed server: challenges without a row in the database, drafts, and the bots of
    finished challenges.

    `known`: the numbers of the challenges with a row. The function may be called only while no challenge is played or
    made.
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
