"""The submitted bots of a ladder: each active version, with exactly the content that was checked.

Rule: a version that cannot be copied and built on this machine does not play until a later attempt succeeds. The server
makes such attempts from time to time, and a failure does not count against the bot.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

import sqlalchemy as sql

from arena.building.building import build_copy
from arena.building.builds.build_limits import Terms
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.tables import BOT, SUBMISSION
from arena.ladder.submissions.contents import unpacked
from arena.ladder.submissions.states import State
from arena.league.field import Member
from arena.text import one_line


class Version(NamedTuple):
    """A submitted version of a bot: its submission's number, its person, its name, and the hashes of its archive and
    content.
    """

    submission: int
    person: int
    bot: str
    digest: str
    content_hash: str


COLUMNS: Final = (SUBMISSION.c.id, SUBMISSION.c.person_id, BOT.c.name, SUBMISSION.c.digest, SUBMISSION.c.content_hash)


def active_versions(connection: Connection) -> tuple[Version, ...]:
    """Returns all active versions, in the order in which they were handed in."""
    return _versions(connection, SUBMISSION.c.state == State.ACTIVE)


def version_of(connection: Connection, member: Member) -> Version | None:
    """Returns the submitted version that plays as this member of a ladder; None if the member is a house bot, which
    nobody submitted.
    """
    found = _versions(connection, SUBMISSION.c.content_hash == member.content_hash.hex())
    return next((version for version in found if owner(version.person) == member.owner), None)


def _versions(connection: Connection, condition: sql.ColumnElement[bool]) -> tuple[Version, ...]:
    query = sql.select(*COLUMNS).join(BOT, BOT.c.id == SUBMISSION.c.bot_id).where(condition).order_by(SUBMISSION.c.id)
    return tuple(Version(*row) for row in connection.execute(query))


def owner(person: int) -> str:
    """Returns a person's name in the public results of a ladder; this name does not reveal who the person is."""
    return f"author {person}"


def house_entrant(bot: Manifest) -> Manifest:
    """Returns a house bot (one that comes with the arena) with its own name as its author, so that no two house bots
    have the same author.

    In a ladder, bots of one author never play each other, but house bots should.
    """
    return replace(bot, author=f"house {bot.name}")


@dataclass(frozen=True, slots=True)
class Workshop:
    """Unpacks and builds submitted versions, so that they can play."""

    blobs: Blobs
    folder: Path
    """The folder in which archives are unpacked."""
    copies: Path
    terms: Terms

    def bots(self, game: str, versions: Iterable[Version], tell: Callable[[str], None]) -> Iterator[Manifest]:
        """Yields the built copies of the versions that play this game; a copy that no longer exists is built again.

        Skips a version that cannot be built now, and passes a sentence about it to `tell`.
        """
        for version in versions:
            try:
                bot = self.bot(version, game)
            except ArenaError as error:
                tell(f"submission {version.submission} cannot play now: {one_line(error.message)}")
            except OSError as error:
                tell(f"submission {version.submission} cannot play now: {error.strerror or error}")
            else:
                if bot:
                    yield bot
        with suppress(OSError):
            remove(self.folder)

    def bot(self, version: Version, game: str | None = None) -> Manifest | None:
        """Returns the built copy of a version; None if the version does not play `game`. Raises ArenaError, OSError.

        `game`: the key of a game; with None, the copy is returned for every bot.
        """
        bot = self._unpacked(version)
        if game and not _plays(bot, game):
            return None
        copy = build_copy(bot, terms=self.terms, cache=self.copies)
        return replace(copy, author=owner(version.person))

    def plays(self, version: Version, game: str) -> bool:
        """Returns whether a version plays this game, according to its unpacked manifest; raises ArenaError, OSError."""
        bot = self._unpacked(version)
        remove(self.folder)
        return _plays(bot, game)

    def _unpacked(self, version: Version) -> Manifest:
        self.folder.mkdir(exist_ok=True)
        return unpacked(self.blobs.place(version.digest), self.folder / str(version.submission))


def _plays(bot: Manifest, game: str) -> bool:
    return not bot.games or game in bot.games
