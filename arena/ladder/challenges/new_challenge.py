"""Creates a challenge: a row in the database, and a folder with the bots, the league, and a store for the random seed
and the results.

Rule 1: the author's version and the challenged bot play in every match; house bots, which the ladder itself provides,
take the other seats.
Rule 2: all other settings are the ladder's: game, edition, component data, seats, clock, limits, and memory between
matches.
Rule 3: if the folder cannot be made, the row is removed. The author gets an error without details of this machine.
"""

import logging
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import making_folder, remove
from arena.files.locks import Lock
from arena.ladder.accounts.people import name_key
from arena.ladder.accounts.rights import Who
from arena.ladder.challenges.rows import (
    Challenge,
    Rival,
    add_challenge,
    demand_none,
    drop_challenge,
    drop_old,
    own_version,
)
from arena.ladder.keeping.base import Connection
from arena.ladder.ladder import Ladder
from arena.ladder.limits import demand_disk
from arena.ladder.playing.contest_folder import house_named, member_named, version_named, write_contest
from arena.ladder.playing.contests import challenge_file, challenge_name, number_of, pending_challenges
from arena.ladder.playing.entrants import Version, active_versions, owner, version_of
from arena.ladder.playing.files import CHALLENGES, ENDING, LADDERS, gates, ladder_files, place_at, place_of
from arena.ladder.submissions.submissions import Submission
from arena.league.field import Member
from arena.league.league import League
from arena.league.league_file import read_ladder, read_league
from arena.league.schedule import seatings
from arena.text import one_line
from arena.tournament.league_run import found
from leaderboards.store import Store

LEAST_MATCHES: Final = 60
MOST_NAMED: Final = 20
"""The maximum number of bots that the hint of an error lists."""
OURS: Final = ("not-its-game", "no-bot")
"""The codes of errors that the author may see if a challenge's folder cannot be made.

[no-challenge] replaces any other ArenaError or OSError; it gives no details of this machine.
"""
LOG: Final = logging.getLogger(__name__)


def ask(ladder: Ladder, who: Who, number: int, name: str, rival: str, least: int = LEAST_MATCHES) -> Challenge:
    """Creates and returns a challenge of one of a person's own submissions to a rival.

    `number`: the submission; `name`: the ladder on this server in which the rival plays; `least`: the minimum number of
    matches. Raises ArenaError [not-allowed], [no-submission], [not-now], [no-ladder], [remote-ladder], [no-rival],
    [own-bot], [one-challenge], [no-room-now], [not-its-game], [no-bot], [no-challenge], TooOftenError.
    """
    places = ladder.folder / CHALLENGES
    places.mkdir(0o700, exist_ok=True)
    with Lock(places, wait=True):
        with ladder.base.reading() as connection:
            one = own_version(connection, who, number)
        member = _member(ladder, one, name, rival)
        demand_disk(ladder)
        now_ms, against = ladder.now_ms(), Rival(name, member.name, member.content_hash.hex())
        with ladder.base.writing() as connection:
            one = own_version(connection, who, number)
            demand_none(connection, who.person_id, set(map(number_of, pending_challenges(ladder.folder))))
            made = add_challenge(connection, one, against, now_ms)
        _fill(ladder, one, member, against, made, least)
        with ladder.base.writing() as connection:
            old = drop_old(connection, who.person_id)
        for other in old:
            remove(challenge_file(ladder.folder, other).parent)
    return Challenge(made, number, against, now_ms)


def _member(ladder: Ladder, one: Submission, name: str, rival: str) -> Member:
    """Returns the member `rival` of the ladder `name`.

    Raises ArenaError if the submission `one` cannot challenge this rival, for example [own-bot] if the rival is a
    version of the same bot.
    """
    ladders, remote = [file.stem for file in ladder_files(ladder.folder)], gates(ladder.folder)
    if name in remote:
        raise ArenaError(
            "remote-ladder",
            f"{name} is a ladder for bots that run on their authors' machines; such bots cannot be challenged",
            "choose a ladder for bots that run on the server",
        )
    if name not in ladders:
        named = ", ".join(file for file in ladders if file not in remote)
        hint = f"choose one of the ladders: {named}" if named else "ask whoever runs this server to set up a ladder"
        raise ArenaError("no-ladder", f"this server does not have a ladder {one_line(name)!r}", hint)
    there = {member.name: member for member in _present(ladder, name)}
    member = there.get(rival)
    if member and _is_own(one, member):
        raise ArenaError(
            "own-bot",
            f"the rival {rival} is a version of the challenging bot; a bot cannot challenge itself",
            "choose another bot as the rival",
        )
    playing = _playing(ladder, there.values())
    if member not in playing:
        named = ", ".join([one.name for one in playing][:MOST_NAMED])
        hint = (
            f"choose one of the bots that play in this ladder: {named}"
            if named
            else "try again when matches are being played in this ladder"
        )
        raise ArenaError("no-rival", f"the bot {one_line(rival)!r} does not play in the ladder {name} now", hint)
    return member


def _is_own(one: Submission, member: Member) -> bool:
    own = (member.owner, member.content_hash.hex()) == (owner(one.person_id), one.content_hash)
    return own or name_key(member.bot) == name_key(one.bot)


def _playing(ladder: Ladder, members: Iterable[Member]) -> list[Member]:
    """Of these members of a ladder, returns those that are active versions or house bots (bots that come with the
    arena).

    A withdrawn version is left out, although it remains a member until the ladder's next matches begin.
    """
    with ladder.base.reading() as connection:
        active = {(owner(one.person), one.content_hash) for one in active_versions(connection)}
        return [
            member
            for member in members
            if (member.owner, member.content_hash.hex()) in active or not version_of(connection, member)
        ]


def _present(ladder: Ladder, name: str) -> tuple[Member, ...]:
    try:
        with closing(Store.open(place_of(ladder.folder, name).store)) as store:
            return store.field().present()
    except ArenaError as error:
        if error.code == "no-store":
            return ()
        raise _failed(error) from error


def _fill(ladder: Ladder, one: Submission, member: Member, against: Rival, number: int, least: int) -> None:
    """Makes the folder of a challenge. If that fails, removes the challenge's row and raises ArenaError."""
    try:
        with (
            ladder.base.reading() as connection,
            making_folder(challenge_file(ladder.folder, number).parent, 0o700) as draft,
        ):
            _write(ladder, connection, one, member, against.ladder, challenge_name(number), draft, least)
    except BaseException as error:
        with ladder.base.writing() as connection:
            drop_challenge(connection, number)
        if isinstance(error, OSError) or (isinstance(error, ArenaError) and error.code not in OURS):
            raise _failed(error) from error
        raise


def _write(
    ladder: Ladder,
    connection: Connection,
    one: Submission,
    member: Member,
    name: str,
    challenge: str,
    draft: Path,
    least: int,
) -> None:
    """Writes the files of a challenge into the folder `draft`: its bots, its league, and the league's store."""
    league = read_ladder(ladder.folder / LADDERS / f"{name}{ENDING}").league
    own = Version(one.number, one.person_id, one.bot, one.digest, one.content_hash)
    first = version_named(ladder.blobs, own, draft, league.game)
    second = member_named(connection, ladder.blobs, member, league.bots, draft)
    if not second:
        raise ArenaError(
            "no-bot",
            f"the server no longer has the files of the rival {member.name}",
            "choose another bot as the rival",
        )
    others = map(house_named, _others(league, (one.bot, member.bot)))
    league = replace(league, blocks=-(-least // len(seatings(league))))
    file = write_contest(draft, challenge, league, [first, second, *others])
    place = place_at(ladder.folder, file)
    place.folder.mkdir()
    found(read_league(file), place)


def _others(league: League, two: tuple[str, str]) -> list[Manifest]:
    """Returns a house bot for each seat that the two challenge bots do not take.

    `two`: the names of these two bots, which are not returned.
    """
    taken = {name_key(name) for name in two}
    return [bot for bot in league.bots if name_key(bot.name) not in taken][: league.seats - 2]


def _failed(error: BaseException) -> ArenaError:
    """Logs an error, and returns the error [no-challenge] that the author sees instead."""
    said = error.message if isinstance(error, ArenaError) else getattr(error, "strerror", "") or type(error).__name__
    LOG.warning("a challenge cannot be made: %s", one_line(said))
    return ArenaError(
        "no-challenge",
        "the server cannot set up this challenge now",
        "try again later; if the error stays, tell whoever runs this server",
    )
