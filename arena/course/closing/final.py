"""Makes the league of a final: bots under aliases, the league file, the seed and the commitment to the seed."""

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest
from arena.course.closing.baselines import copy_own
from arena.course.closing.lock import FINAL, LEAGUE_FILE, Entered, Lock
from arena.course.folder import Course
from arena.course.handins.content import packed, unpack_bot
from arena.course.plan.plan import Assignment
from arena.errors import ArenaError
from arena.files.folders import making_folder
from arena.league.game_file import game_in
from arena.league.identity import commitment
from arena.league.league import League
from arena.league.league_file import read_league
from arena.tournament.league_run import found
from arena.tournament.place import Place
from leaderboards.store import Store
from leaderboards.store.places.files import FILE

BOTS: Final = "bots"


def place_of(course: Course, league: str) -> Place:
    """The place where the results of the final with this league name are stored."""
    folder = course.results(league)
    return Place(folder, str(folder / FILE), str(folder))


def next_number(course: Course, assignment: Assignment, after: int) -> int:
    """The next number of a final above `after` that is free: no files exist for it, not even from an interrupted
    command.
    """
    number = after + 1
    while _is_used(course, assignment, number):
        number += 1
    return number


def _is_used(course: Course, assignment: Assignment, number: int) -> bool:
    results = course.results(league_name(course, assignment, number))
    return results.exists() or _folder(course, assignment, number).exists()


def league_name(course: Course, assignment: Assignment, number: int) -> str:
    """The league name of an assignment's final with this number."""
    return f"{course.plan.keys.name}-{assignment.name}-{number}"


def make_final(
    course: Course, assignment: Assignment, number: int, hand_ins: Mapping[str, Path], places: Mapping[str, str]
) -> tuple[Entered, ...]:
    """Makes the folder of a final from the hand-ins that count; returns the authors' bots in the final.

    `hand_ins`: the paths of these hand-ins, by author; `places`: the same paths, relative to the folder of downloads.
    Raises ArenaError if a hand-in or a baseline can no longer be unpacked as a bot.
    """
    name = league_name(course, assignment, number)
    return make_league(course, assignment, _folder(course, assignment, number), name, hand_ins, places)


def make_league(
    course: Course,
    assignment: Assignment,
    folder: Path,
    name: str,
    hand_ins: Mapping[str, Path],
    places: Mapping[str, str],
) -> tuple[Entered, ...]:
    """Makes the folder of the league `name`, with the league file and the bots; returns the authors' bots.

    `hand_ins`, `places`: as in `make_final`. Raises ArenaError if a hand-in or a baseline can no longer be unpacked as
    a bot.
    """
    with making_folder(folder) as draft:
        (draft / BOTS).mkdir()
        entered = []
        for author, path in hand_ins.items():
            alias = course.roster.alias(author)
            bot = _unpacked(path, draft / BOTS / alias, alias, course.plan.keys.game, places[author])
            manifest = bot.folder.relative_to(draft.resolve()).as_posix()
            entered.append(Entered(author, alias, places[author], manifest, bot.content_hash.hex()))
        house = [one.bot for one in assignment.baselines if one.bot]
        bots = [*(one.manifest for one in entered), *house, *copy_own(course, assignment, draft)]
        game = game_in(draft, course.plan.keys.game)
        (draft / LEAGUE_FILE).write_text(_league_text(course, assignment, name, bots, game), "utf-8")
    return tuple(entered)


def league_in(folder: Path, what: str) -> League:
    """Reads the league in a new folder; if the league is invalid, removes the folder and raises ArenaError [no-final].

    `what`: what cannot be made without the league, such as "final of week1"; the error's message names it.
    """
    try:
        return read_league(folder / LEAGUE_FILE)
    except ArenaError as error:
        shutil.rmtree(folder)
        if error.code != "bad-league":
            raise
        hint = (
            "to get more bots, add baselines to course.toml, or let an author hand in late with arena course extend; "
            "to need fewer bots, set the key 'seats' in course.toml to a lower number"
        )
        raise ArenaError("no-final", f"the {what} cannot be made: {error.message}", hint) from error


def as_planned(course: Course, assignment: Assignment, lock: Lock) -> bool:
    """Whether a closed assignment's final has the number of blocks that the course file now requests.

    A block is a group of matches with the same deal.
    """
    league = read_league(lock.final(course) / LEAGUE_FILE)
    return league.blocks == _blocks(assignment, len(league.bots), course.plan.keys.seats)


def is_begun(course: Course, lock: Lock) -> bool:
    """Whether any match of a closed assignment's final has been played."""
    with closing(Store.open(place_of(course, lock.league).store)) as store:
        return store.count() > 0


def _blocks(assignment: Assignment, bots: int, seats: int) -> int:
    return -(-assignment.blocks_each * bots // seats)


def _folder(course: Course, assignment: Assignment, number: int) -> Path:
    return course.closed(assignment.name) / f"{FINAL}-{number}"


def _unpacked(path: Path, into: Path, alias: str, game: str, place: str) -> Manifest:
    try:
        return unpack_bot(packed(path), into, alias, game)
    except ArenaError as error:  # it was valid under the rules of another release
        raise ArenaError(error.code, f"{place}: {error.message}", error.hint) from error


def found_final(course: Course, assignment: Assignment, number: int) -> tuple[League, str]:
    """Draws the seed of a final, and makes the store of its results; returns the league with the seed.

    The second result is the commitment in hexadecimal, a hash of the seed and of all other data that decide results.
    Raises ArenaError [no-final] if the league is invalid.
    """
    league = league_in(_folder(course, assignment, number), f"final of {assignment.name}")
    place = place_of(course, league.name)
    found(league, place)
    with closing(Store.open(place.store, league)) as store:
        league = store.resumed(league)
    return league, commitment(league).hex()


def demand_committed(store: Store, lock: Lock, place: Place) -> None:
    """Raises ArenaError [other-commitment] if the stored results have another commitment than the lock file.

    A commitment is a hash of the seed and of all other data that decide results.
    """
    if store.values()["commitment"].hex() != lock.commitment:
        raise ArenaError(
            "other-commitment",
            f"the results in {place.folder} belong to another final: their commitment (a hash of the "
            "seed and of all other data that decide results) differs from the commitment in the assignment's lock file",
            "restore this folder from a backup",
        )


def _league_text(course: Course, assignment: Assignment, name: str, bots: Sequence[str], game: str) -> str:
    """The text of a final's league file; it is complete, so anybody with the final's folder can play the league."""
    keys = course.plan.keys
    seats = keys.seats
    said: dict[str, object] = {
        "name": name,
        "game": game,
        "edition": keys.edition,
        "seats": seats,
        "schedule": "balanced",
        "blocks": _blocks(assignment, len(bots), seats),
        "sandbox": str(keys.sandbox),
        "build_network": course.plan.build_network(),
        "recall": keys.recall,
        "shared": [BOTS],  # the files that bots may see there were checked at the hand-in
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in said.items() if value != ""]
    limits = {"memory_mb": keys.limits.memory_mb, "processes": keys.limits.processes}
    for table, values in (("clock", asdict(keys.clock)), ("limits", limits)):
        lines += ["", f"[{table}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    for bot in bots:
        lines += ["", "[[bots]]", f"manifest = {json.dumps(bot)}"]
    return "\n".join(lines) + "\n"
