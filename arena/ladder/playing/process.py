"""The process that plays one ladder, round after round, with who is active.

Rule 1: what it plays with is looked up again whenever it begins, and it begins again when something is otherwise: so
it may be killed at any time.
Rule 2: it ends with the server that started it, however that ends.
Rule 3: whatever keeps it from playing is told, and it tries again; no bot pays for it.
Rule 4: what was read of its results is not read again when somebody comes or goes.
"""

import multiprocessing
import os
import shutil
import threading
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Final

from arena.errors import ArenaError
from arena.ladder.examining import AUTHORS, BUILD_S
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.keeping.opening import open_base
from arena.ladder.playing.copies import use_copies
from arena.ladder.playing.entrants import Version, Workshop, active_versions, house_entrant, version_of
from arena.ladder.playing.files import RESULTS, is_final, name_of, place_of
from arena.ladder.playing.pace import STINT_S, rests_each_s
from arena.league.builds.terms import Terms
from arena.league.field import Member
from arena.league.files.manifest import Manifest
from arena.league.growing.copies import find_copy
from arena.league.league import League
from arena.league.league_file import read_ladder, read_league
from arena.league.playing.progress import Progress
from arena.league.schedule import seatings
from arena.sandbox.levels import Level
from arena.sandbox.proving import Sandbox
from arena.text import one_line
from arena.tournament.playing import Playing, Ran, Resources
from leaderboards.reports.formats import write_standings
from leaderboards.reports.standings import stored_standings
from leaderboards.store import Store

YIELDING: Final = 10
"""How much nicer it is than the server."""
LOOK_S: Final = 1.0
AGAIN_S: Final = 60.0
"""The longest until it is tried again."""
WITHDRAWN_S: Final = 600.0
"""A run in which a bot was withdrawn lasts no longer: in the next one it is started again."""
PLAYED_FREE: Final = 1_000_000_000
"""Bytes, on every disk that playing fills; who hands in is still served with less."""
AT_ONCE: Final = 256
"""Matches of a worker: a round of a ladder has not many, and one that goes on with others waits for all of them."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What is played where."""

    service: Path
    """The folder."""
    file: Path
    """Of the ladder."""
    archives: Path
    copies: Path
    unpacking: Path
    """A folder of this process alone."""
    level: Level
    network: str
    workers: int


def play_ladder(orders: Orders, teller: Connection) -> None:
    """The process; it ends when it is told to, once the matches in flight have ended.

    `teller`: takes what the server is to log.
    """
    os.setsid()
    os.nice(YIELDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with closing(open_base(orders.service)) as base:
        (_FinalPlayer if is_final(orders.file) else _Player)(orders, base, teller).run()


class _Player:
    def __init__(self, orders: Orders, base: Base, teller: Connection) -> None:
        self._orders, self._base, self._teller = orders, base, teller
        terms = replace(Terms.at(orders.level, orders.network), limit_s=BUILD_S)
        self._workshop = Workshop(Blobs(orders.archives), orders.unpacking, orders.copies, terms)
        self._told: set[str] = set()
        self._games: dict[tuple[str, str], bool] = {}
        """By content and game, whether it plays it."""
        self._failed: set[str] = set()
        """Members whose build has failed."""
        self._place = place_of(orders.service, name_of(orders.file))
        self._playing = Playing(self._place)

    def run(self) -> None:
        with closing(self._playing):
            self._run()

    def _run(self) -> None:
        pause_s = LOOK_S
        while True:
            versions = None
            try:
                with self._base.reading() as connection:
                    versions = active_versions(connection)
                self._demand_room()
                follower = self._played(versions)
                if follower.told_to_end:
                    return
                self._wait(versions, max(LOOK_S, follower.rest_s))
                pause_s = LOOK_S
            except Exception as error:  # noqa: BLE001  # it is told
                self.tell(_failure(error))
                pause_s = min(2 * pause_s, AGAIN_S)
                self._wait(versions, pause_s)

    def _played(self, versions: tuple[Version, ...]) -> "_Following":
        """Plays until others are active, there is no more to play, or it is time to rest."""
        league = self._league(versions)
        follower = _Following(self, versions, league)
        copies = self._orders.copies
        resources = Resources(self._orders.workers, None if league.clock.strict() else AT_ONCE, copies=copies)
        ran = self._playing.run(league, resources, follower, self._kept)
        follower.told_to_end = self._is_over(ran) or (ran.progress.draining and not follower.enough)
        return follower

    def _is_over(self, _: Ran) -> bool:
        """Whether there will never be more to play."""
        return False

    def _demand_room(self) -> None:
        """Complains where there is too little left: ArenaError [no-room-to-play]; it is told each time that begins."""
        full = self.full()
        if full:
            raise ArenaError("no-room-to-play", _too_full(full))
        self._told -= {_too_full(disk) for disk in self._disks()}

    def full(self) -> Path | None:
        """A folder whose disk has too little left to play on."""
        return next((disk for disk in self._disks() if shutil.disk_usage(disk).free < PLAYED_FREE), None)

    def _disks(self) -> list[Path]:
        """Each may be mounted."""
        service = self._orders.service
        return [place for place in (service, service / RESULTS, self._orders.copies.parent) if place.exists()]

    def _league(self, versions: tuple[Version, ...]) -> League:
        """The ladder as its file says, with who is active and plays its game; raises ArenaError, OSError."""
        orders = self._orders
        league, may_meet = read_ladder(orders.file)
        contents = [version.content_hash for version in versions]
        self.use([*contents, *(bot.content_hash.hex() for bot in league.bots)], more=True)
        bots = (*map(house_entrant, league.bots), *self._workshop.bots(league.game, versions, self.tell))
        self._place.folder.mkdir(parents=True, exist_ok=True)
        return replace(
            league, bots=bots, owners_apart=not may_meet, sandbox=str(orders.level), build_network=orders.network
        )

    def _kept(self, member: Member) -> Manifest | None:
        """A version that left and has matches to play, in its copy; a house bot of an earlier release, if it has one.

        None for a version whose own fault it is that it cannot be built, twice: else its author could stop the ladder.
        Raises ArenaError where it cannot be made ready now: then all wait, and nobody forfeits anything.
        """
        self.use([member.content_hash.hex()], more=True)
        with self._base.reading() as connection:
            version = version_of(connection, member)
        if not version:
            return find_copy(member, self._orders.copies)
        try:
            return self._workshop.bot(version)
        except ArenaError as error:
            if error.code not in AUTHORS:
                raise
            if member.name not in self._failed:
                self._failed.add(member.name)
                raise
            sentence = error.message.partition("\n")[0]
            self.tell(f"submission {version.submission} cannot be built any more: {one_line(sentence)}")
            return None

    def use(self, contents: Iterable[str], *, more: bool = False) -> None:
        """Says from which copies the ladder plays; raises ArenaError, OSError."""
        use_copies(self._orders.copies, name_of(self._orders.file), contents, more=more)

    def _wait(self, versions: tuple[Version, ...] | None, seconds: float) -> None:
        """Until others are active, or so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.changed(versions):
            time.sleep(min(LOOK_S, seconds))

    def changed(self, versions: tuple[Version, ...] | None) -> bool:
        """Whether others are active than these; not while that cannot be read."""
        try:
            with self._base.reading() as connection:
                return active_versions(connection) != versions
        except ArenaError:
            return False

    def moved(self, versions: tuple[Version, ...], game: str) -> bool:
        """Whether others who play this game are active than these; not while that cannot be read."""
        try:
            with self._base.reading() as connection:
                now = active_versions(connection)
        except ArenaError:
            return False
        before, after = ({(one.person, one.content_hash): one for one in some} for some in (versions, now))
        return any(self._plays((before | after)[key], game) for key in before.keys() ^ after.keys())

    def _plays(self, version: Version, game: str) -> bool:
        """Whether it may play the game; what cannot be looked at may."""
        key = version.content_hash, game
        if key not in self._games:
            try:
                self._games[key] = self._workshop.plays(version, game)
            except (ArenaError, OSError):
                return True
        return self._games[key]

    def tell(self, sentence: str) -> None:
        """Once is enough."""
        if sentence not in self._told:
            self._told.add(sentence)
            with suppress(OSError):
                self._teller.send(sentence)


class _FinalPlayer(_Player):
    """Plays the final of a season: a league like any other, until nothing is left of it."""

    def _played(self, versions: tuple[Version, ...]) -> "_Following":
        league = self._league(versions)
        with closing(Store.open(self._place.store, league)) as store:  # it has the seed, so it must be there
            extent = store.extent()
            if extent and extent.finished(store.count()):
                following = _Following(self, versions, league)
                following.told_to_end = True
                return following
        return super()._played(versions)

    def _league(self, versions: tuple[Version, ...]) -> League:  # noqa: ARG002  # it has its own bots
        league = read_league(self._orders.file)
        self.use(bot.content_hash.hex() for bot in league.bots)
        return replace(league, sandbox=str(self._orders.level), build_network=self._orders.network)

    def _is_over(self, ran: Ran) -> bool:
        if ran.progress.finished():
            write_standings(stored_standings(ran.store), self._place.folder)
        return ran.progress.finished()

    def changed(self, versions: tuple[Version, ...] | None) -> bool:  # noqa: ARG002
        """Nobody comes or goes."""
        return False

    def moved(self, versions: tuple[Version, ...], game: str) -> bool:  # noqa: ARG002
        """Nobody comes or goes."""
        return False


class _Following:
    """Ends a run when others are active, a disk is full, a bot is to be started again, or it is time to rest."""

    def __init__(self, player: _Player, versions: tuple[Version, ...], league: League) -> None:
        self._player, self._versions, self._league = player, versions, league
        self._looked_s = time.monotonic()
        self.enough = False
        """Whether it has ended the run."""
        self.told_to_end = False
        """Whether the run has ended because the process is to end."""
        self.rest_s = 0.0
        """For how long nobody need play."""

    def told(self, sentence: str) -> None:
        """What is built was built before; only what costs a bot anything is told."""
        if "forfeits" in sentence:
            self._player.tell(one_line(sentence))

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        """The server said so."""

    def founded(self, league: League) -> None:
        """It is known who plays, and who has left and owes nothing."""
        self._league = league
        self._player.use(bot.content_hash.hex() for bot in league.players())

    def progressed(self, progress: Progress) -> None:
        """Looks now and then who is active, what room there is, and whether it is enough for now."""
        if time.monotonic() - self._looked_s >= LOOK_S and not progress.draining:
            self._looked_s = time.monotonic()
            self.rest_s = self._rest_s(progress)
            withdrawn = progress.withdrawn and progress.elapsed_s() > WITHDRAWN_S
            moved = self._player.moved(self._versions, self._league.game)
            self.enough = bool(moved or withdrawn or self.rest_s or self._player.full())
            progress.draining = self.enough

    def _rest_s(self, progress: Progress) -> float:
        """How long to rest after this run; 0 while it is to go on."""
        if progress.elapsed_s() < STINT_S or not self._league.field.members:
            return 0.0
        blocks = progress.stored // len(seatings(self._league))
        return progress.elapsed_s() * rests_each_s(self._league.field, self._league.seats, blocks)

    def ended(self, progress: Progress) -> None:
        """It is played on."""


def _too_full(place: Path) -> str:
    return f"nothing is played while the disk of {place} has less than {PLAYED_FREE // 1_000_000} MB left"


def _failure(error: Exception) -> str:
    """What keeps a ladder from playing; of what nobody foresaw, where it was: its message may be a stranger's."""
    if isinstance(error, ArenaError):
        return one_line(error.message)
    if isinstance(error, OSError):
        return one_line(str(error.strerror or error))
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {Path(place.filename).name}"


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(0)
