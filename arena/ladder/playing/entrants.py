"""The submitted bots of a ladder: each active version, with the content that was checked.

Rule: a version whose copy cannot be made here now is left out until it can be, which is tried now and then. This is no
fault of the bot.
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
    """A version of a bot: its submission, person, name, archive hash and content hash."""

    submission: int
    person: int
    bot: str
    digest: str
    content_hash: str


COLUMNS: Final = (SUBMISSION.c.id, SUBMISSION.c.person_id, BOT.c.name, SUBMISSION.c.digest, SUBMISSION.c.content_hash)


def active_versions(connection: Connection) -> tuple[Version, ...]:
    """All active versions, in the order in which they were handed in."""
    return _versions(connection, SUBMISSION.c.state == State.ACTIVE)


def version_of(connection: Connection, member: Member) -> Version | None:
    """The version that is this member of a ladder; None if the member is a house bot."""
    found = _versions(connection, SUBMISSION.c.content_hash == member.content_hash.hex())
    return next((version for version in found if owner(version.person) == member.owner), None)


def _versions(connection: Connection, condition: sql.ColumnElement[bool]) -> tuple[Version, ...]:
    query = sql.select(*COLUMNS).join(BOT, BOT.c.id == SUBMISSION.c.bot_id).where(condition).order_by(SUBMISSION.c.id)
    return tuple(Version(*row) for row in connection.execute(query))


def owner(person: int) -> str:
    """The name by which a ladder's store refers to a person; it reveals nothing, so anybody may see it."""
    return f"author {person}"


def house_entrant(bot: Manifest) -> Manifest:
    """A house bot with an author of its own, because bots of one author may not meet in a ladder."""
    return replace(bot, author=f"house {bot.name}")


@dataclass(frozen=True, slots=True)
class Workshop:
    """Unpacks and builds versions so that they can play."""

    blobs: Blobs
    folder: Path
    """The folder in which archives are unpacked."""
    copies: Path
    terms: Terms

    def bots(self, game: str, versions: Iterable[Version], tell: Callable[[str], None]) -> Iterator[Manifest]:
        """The built copies of those versions that play this game; a lost copy is built again.

        Skips each version that cannot be built now, and passes `tell` a sentence about it.
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
        """The built copy of a version; None if `game` is given and is not one it plays. Raises ArenaError, OSError."""
        bot = self._unpacked(version)
        if game and not _plays(bot, game):
            return None
        copy = build_copy(bot, terms=self.terms, cache=self.copies)
        return replace(copy, author=owner(version.person))

    def plays(self, version: Version, game: str) -> bool:
        """Whether a version plays this game; unpacks it, but builds nothing. Raises ArenaError, OSError."""
        bot = self._unpacked(version)
        remove(self.folder)
        return _plays(bot, game)

    def _unpacked(self, version: Version) -> Manifest:
        self.folder.mkdir(exist_ok=True)
        return unpacked(self.blobs.place(version.digest), self.folder / str(version.submission))


def _plays(bot: Manifest, game: str) -> bool:
    return not bot.games or game in bot.games
