"""The folder of a contest (a final or a challenge): its bots, and a league file with which anyone can play the contest.

If the game comes from a file outside the arena, the folder also contains this file.

Rule: later changes to the ladder or its submissions do not affect the folder.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Final

from arena.building.house import house_bot_names
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.playing.entrants import Version, version_of
from arena.ladder.playing.files import LEAGUE_FILE
from arena.ladder.submissions.contents import unpacked
from arena.league.field import Member
from arena.league.game_file import game_in
from arena.league.league import League

BOTS: Final = "bots"
COMPONENTS: Final = "components.toml"
PLAIN: Final = re.compile("[ -~]+")


def member_named(
    connection: Connection, blobs: Blobs, member: Member, house: Iterable[Manifest], draft: Path
) -> str | None:
    """Returns the entry `manifest` for a ladder's member in a contest's league file; copies the member's bot into
    the contest's folder if it is a submitted bot.

    Returns None if the member is neither a submitted bot nor one of the house bots. `house`: the house bots in the
    ladder's file; `draft`: the contest's folder. Raises ArenaError, OSError.
    """
    if version := version_of(connection, member):
        return version_named(blobs, version, draft)
    found = (bot for bot in house if bot.content_hash == member.content_hash)
    return next((house_named(bot) for bot in found), None)


def version_named(blobs: Blobs, version: Version, draft: Path, game: str | None = None) -> str:
    """Unpacks a submitted version into a contest's folder; returns the path by which the league file names the version.

    Raises ArenaError, for example [not-its-game] if the version does not play `game`, and OSError.
    """
    into = draft / BOTS / str(version.submission)
    into.parent.mkdir(exist_ok=True)
    bot = unpacked(blobs.place(version.digest), into)
    if game and bot.games and game not in bot.games:
        raise ArenaError(
            "not-its-game",
            f"the bot of submission {version.submission} does not play {game}",
            "choose a ladder for a game that the bot plays",
        )
    return _plainly_named(bot.folder, into).relative_to(draft).as_posix()


def house_named(bot: Manifest) -> str:
    """Returns the entry `manifest` that names a bot in a contest's league file; the bot comes from the ladder's file.

    The entry is the bot's name if the bot comes with the arena, else the path of its folder.
    """
    names = {path.parent: name for name, path in house_bot_names().items()}
    return names.get(bot.folder, str(bot.folder))


def write_contest(draft: Path, name: str, league: League, bots: Iterable[str]) -> Path:
    """Writes a contest's league file and the file of the league's component data; returns the league file's path.

    If the game comes from a file outside the arena, also copies this file into the folder. `draft`: the contest's
    folder; `bots`: the entries `manifest` of the bots.
    """
    (draft / BOTS).mkdir(exist_ok=True)
    (draft / COMPONENTS).write_text(league.components, "utf-8")
    file = draft / LEAGUE_FILE
    file.write_text(_text(league, game_in(draft, league.game), name, bots), "utf-8")
    return file


def _plainly_named(folder: Path, top: Path) -> Path:
    """Renames folders on the path from `top` to `folder` if their names are not printable ASCII; returns the new path.

    The folder `top` itself keeps its name.
    """
    if folder == top:
        return top
    above = _plainly_named(folder.parent, top)
    if PLAIN.fullmatch(folder.name):
        return above / folder.name
    free = (above / f"folder-{number}" for number in count(1))
    return (above / folder.name).rename(next(path for path in free if not path.exists()))


def _text(league: League, game: str, name: str, bots: Iterable[str]) -> str:
    said: dict[str, object] = {
        "name": name,
        "game": game,
        "edition": league.edition,
        "components": COMPONENTS,
        "seats": league.seats,
        "seatings": league.seatings,
        "schedule": "balanced",
        "blocks": league.blocks,
        "recall": league.recall,
        "shared": [BOTS],  # the files that bots may see there were checked at the hand-in
    }
    lines = _lines(said)
    limits = {"memory_mb": league.limits.memory_mb, "processes": league.limits.processes}
    for table, values in (("clock", asdict(league.clock)), ("limits", limits)):
        lines += ["", f"[{table}]", *_lines(values)]
    for bot in bots:
        lines += ["", "[[bots]]", f"manifest = {json.dumps(bot)}"]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, object]) -> list[str]:
    return [f"{name} = {json.dumps(value)}" for name, value in values.items()]
