"""The process that plays one ladder, round after round, with the active bots.

Rule 1: what it plays with is looked up again whenever it begins, and it begins again when something is otherwise: so
it may be killed at any time.
Rule 2: it ends with the server that started it, however that ends.
Rule 3: whatever keeps it from playing is told, and it tries again; no bot pays for it.
Rule 4: what was read of its results is not read again when somebody comes or goes.
"""

import time
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from arena.building.builds.terms import Terms
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.ladder.examining.examining import AUTHORS, BUILD_S
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.playing.entrants import Version, Workshop, active_versions, house_entrant, version_of
from arena.ladder.playing.files import name_of, place_at
from arena.ladder.playing.pace import STINT_S, rests_each_s
from arena.ladder.playing.room import Room, too_full
from arena.ladder.submissions.copies import use_copies
from arena.league.field import Member
from arena.league.growing.copies import find_copy
from arena.league.league import League
from arena.league.league_file import LadderRules, read_ladder
from arena.league.playing.progress import Progress
from arena.league.schedule import seatings
from arena.sandbox.levels import Level
from arena.sandbox.proving import Sandbox
from arena.text import one_line
from arena.tls.showing import Tls
from arena.tournament.playing import Playing, Ran, Resources

LOOK_S: Final = 1.0
AGAIN_S: Final = 60.0
"""The longest until it is tried again."""
WITHDRAWN_S: Final = 600.0
"""A run in which a bot was withdrawn, or left out, lasts no longer: in the next one it is started, or made, again."""
LEFT_OUT_S: Final = 3_600.0
"""The longest that is: it doubles while somebody is left out, for a build that fails keeps the others waiting."""
AT_ONCE: Final = 256
"""Matches of a worker: a round of a ladder has not many, and one that goes on with others waits for all of them."""


Roll = tuple[Any, ...]
"""The active bots of a ladder; here, versions."""


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
    tls: Tls | None = None
    """What is shown where bots come in that run elsewhere."""


class Player:
    """Plays a ladder for bots that are handed in."""

    def __init__(self, orders: Orders, base: Base, teller: Connection) -> None:
        self._orders, self._base, self._teller = orders, base, teller
        terms = replace(Terms.at(orders.level, orders.network), limit_s=BUILD_S)
        self._workshop = Workshop(Blobs(orders.archives), orders.unpacking, orders.copies, terms)
        self._told: set[str] = set()
        self._games: dict[tuple[str, str], bool] = {}
        """By content and game, whether it plays it."""
        self._failed: set[str] = set()
        """Members whose build has failed."""
        self.left_out_s = 0.0
        """How long a run may last in which somebody is left out who may play the next time; 0: nobody is."""
        self.room = Room(orders.service, orders.copies)
        self._place = place_at(orders.service, orders.file)
        self._playing = Playing(self._place)

    def run(self) -> None:
        """Plays until it is told to end."""
        with closing(self._playing):
            self._run()

    def _run(self) -> None:
        pause_s = LOOK_S
        while True:
            versions = None
            try:
                versions = self._active()
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

    def _active(self) -> Roll:
        """The bots that play here."""
        with self._base.reading() as connection:
            return active_versions(connection)

    def _played(self, versions: Roll) -> "Following":
        """Plays until others are active, there is no more to play, or it is time to rest."""
        league = self._league(versions)
        follower = Following(self, versions, league)
        ran = self._playing.run(league, self._resources(league), follower, self._kept)
        follower.told_to_end = self._is_over(ran) or (ran.progress.draining and not follower.enough)
        return follower

    def _resources(self, league: League) -> Resources:
        """What it is played with."""
        at_once = None if league.clock.strict() else AT_ONCE
        return Resources(self._orders.workers, at_once, copies=self._orders.copies)

    def _is_over(self, _: Ran) -> bool:
        """Whether there will never be more to play."""
        return False

    def _demand_room(self) -> None:
        """Complains where there is too little left: ArenaError [no-room-to-play]; it is told each time that begins."""
        full = self.room.full()
        if full:
            raise ArenaError("no-room-to-play", too_full(full))
        self._told -= self.room.complaints()

    def _league(self, versions: Roll) -> League:
        """The ladder of its file with the active bots of its game; raises ArenaError, OSError."""
        rules = read_ladder(self._orders.file)
        if rules.gate:
            raise SystemExit  # it was no such ladder when this process began, and is none for it
        league = rules.league
        contents = [version.content_hash for version in versions]
        self.use([*contents, *(bot.content_hash.hex() for bot in league.bots)], more=True)
        return self._with(rules, self._made(league.game, versions))

    def _made(self, game: str, versions: Roll) -> list[Manifest]:
        """The bots among them that play the game and can be made ready now."""
        left_out: list[str] = []

        def leave_out(sentence: str) -> None:
            left_out.append(sentence)
            self.tell(sentence)

        bots = list(self._workshop.bots(game, versions, leave_out))
        self.left_out_s = min(max(WITHDRAWN_S, 2 * self.left_out_s), LEFT_OUT_S) if left_out else 0.0
        return bots

    def _with(self, rules: LadderRules, bots: Iterable[Manifest]) -> League:
        """The ladder with its house bots and these."""
        orders, league = self._orders, rules.league
        bots = (*map(house_entrant, league.bots), *bots)
        self._place.folder.mkdir(parents=True, exist_ok=True)
        return replace(
            league, bots=bots, owners_apart=not rules.may_meet, sandbox=str(orders.level), build_network=orders.network
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

    def _wait(self, versions: Roll | None, seconds: float) -> None:
        """Until others are active, or so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.changed(versions):
            time.sleep(min(LOOK_S, seconds))

    def changed(self, versions: Roll | None) -> bool:
        """Whether others are active than these; not while that cannot be read."""
        try:
            return self._active() != versions
        except ArenaError:
            return False

    def seen(self, progress: Progress) -> None:
        """Hears now and then how a run goes on, until it has ended."""

    def moved(self, versions: Roll, game: str) -> bool:
        """Whether others who play this game are active than these; not while that cannot be read."""
        try:
            now = self._active()
        except ArenaError:
            return False
        before, after = ({(one.person, one.content_hash): one for one in some} for some in (versions, now))
        return any(self._plays((before | after)[key], game) for key in before.keys() ^ after.keys())

    def _plays(self, version: Version, game: str) -> bool:
        """Whether a version may play the game; True if its files cannot be read."""
        key = version.content_hash, game
        if key not in self._games:
            try:
                self._games[key] = self._workshop.plays(version, game)
            except (ArenaError, OSError):
                return True
        return self._games[key]

    def tell(self, sentence: str) -> None:
        """Says a sentence, unless it was said before."""
        if sentence not in self._told:
            self._told.add(sentence)
            self.say(sentence)

    def say(self, word: str | dict[str, float | None]) -> None:
        """Tells the server a sentence for its log, or which bots that run elsewhere are there, as gates say it."""
        with suppress(OSError):
            self._teller.send(word)


class Following:
    """Ends a run when others are active, a disk is full, a bot is to be started again, or it is time to rest."""

    def __init__(self, player: Player, versions: Roll, league: League) -> None:
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
        """Called when the bots that play are known, and those that left and owe nothing."""
        self._league = league
        self._player.use(bot.content_hash.hex() for bot in league.players())

    def progressed(self, progress: Progress) -> None:
        """Looks now and then who is active, what room there is, and whether it is enough for now."""
        if time.monotonic() - self._looked_s < LOOK_S:
            return
        self._looked_s = time.monotonic()
        self._player.seen(progress)
        if not progress.draining:
            self.rest_s = self._rest_s(progress)
            moved = self._player.moved(self._versions, self._league.game)
            self.enough = bool(moved or self._missing(progress) or self.rest_s or self._player.room.full())
            progress.draining = self.enough

    def _missing(self, progress: Progress) -> bool:
        """Whether it is time to try again with bots that were withdrawn or left out."""
        elapsed_s, left_out_s = progress.elapsed_s(), self._player.left_out_s
        return bool(progress.withdrawn and elapsed_s > WITHDRAWN_S) or 0 < left_out_s < elapsed_s

    def _rest_s(self, progress: Progress) -> float:
        """How long to rest after this run; 0 while it is to go on."""
        if progress.elapsed_s() < STINT_S or not self._league.field.members:
            return 0.0
        blocks = progress.stored // len(seatings(self._league))
        return progress.elapsed_s() * rests_each_s(self._league.field, self._league.seats, blocks)

    def ended(self, progress: Progress) -> None:
        """Where its file says how many blocks there are, and all are played, it is looked at again in a while."""
        if progress.finished() and not self.enough:
            self.rest_s = AGAIN_S


def _failure(error: Exception) -> str:
    """What keeps a ladder from playing; of what nobody foresaw, where it was: its message may be a stranger's."""
    if isinstance(error, ArenaError):
        return one_line(error.message)
    if isinstance(error, OSError):
        return one_line(str(error.strerror or error))
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {Path(place.filename).name}"
