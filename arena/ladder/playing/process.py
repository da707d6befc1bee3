"""The process that plays one ladder, round after round, with the active bots.

Rule 1: each run looks up anew what it plays with, and a new run begins when something has changed: so the process may
be killed at any time.
Rule 2: the process ends with the server that started it, however that ends.
Rule 3: whatever keeps it from playing is reported, and it tries again; no bot pays for that.
Rule 4: results that were read once are not read again when bots come or go.
"""

import time
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from arena.building.builds.build_limits import Terms
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.ladder.examining.examining import AUTHORS, BUILD_S
from arena.ladder.keeping.base import Base
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.playing.disk_space import Room, too_full
from arena.ladder.playing.entrants import Version, Workshop, active_versions, house_entrant, version_of
from arena.ladder.playing.files import name_of, place_at
from arena.ladder.playing.pace import STINT_S, rests_each_s
from arena.ladder.submissions.copies import use_copies
from arena.league.field import Member
from arena.league.growing.copies import find_copy
from arena.league.league import League
from arena.league.league_file import LadderRules, read_ladder
from arena.league.playing.progress import Progress
from arena.league.schedule import seatings
from arena.sandbox.level_proof import Sandbox
from arena.sandbox.levels import Level
from arena.text import one_line
from arena.tls.server_certificate import Tls
from arena.tournament.league_run import Playing, Ran, Resources

LOOK_S: Final = 1.0
AGAIN_S: Final = 60.0
"""The most seconds before playing is tried again after an error."""
WITHDRAWN_S: Final = 600.0
"""The seconds after which a run ends if a bot was withdrawn from it or left out; the next run tries that bot again."""
LEFT_OUT_S: Final = 3_600.0
"""The most seconds of a run while bots are left out. Such runs double in length, because a build that fails again keeps
the other bots waiting."""
AT_ONCE: Final = 256
"""The most matches that a worker plays at once: before a change of bots, a run must finish all it has begun."""


Roll = tuple[Any, ...]
"""The active bots of a ladder: versions in this file, entries in `remote_process`."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What a process plays, and the folders and settings that it uses."""

    service: Path
    """The folder of the service."""
    file: Path
    """The league file of the ladder or contest."""
    archives: Path
    copies: Path
    unpacking: Path
    """A folder for unpacked bots that only this process uses."""
    level: Level
    network: str
    workers: int
    tls: Tls | None = None
    """The certificate that remote bots see."""


class Player:
    """Plays a ladder with the submitted bots, run after run."""

    def __init__(self, orders: Orders, base: Base, teller: Connection) -> None:
        self._orders, self._base, self._teller = orders, base, teller
        terms = replace(Terms.at(orders.level, orders.network), limit_s=BUILD_S)
        self._workshop = Workshop(Blobs(orders.archives), orders.unpacking, orders.copies, terms)
        self._told: set[str] = set()
        self._games: dict[tuple[str, str], bool] = {}
        """Whether a version plays a game, by content hash and game."""
        self._failed: set[str] = set()
        """The names of the departed members whose build has failed once."""
        self.left_out_s = 0.0
        """The most seconds of a run while a bot is left out that the next run may include; 0: no bot is left out."""
        self.room = Room(orders.service, orders.copies)
        self._place = place_at(orders.service, orders.file)
        self._playing = Playing(self._place)

    def run(self) -> None:
        """Plays run after run until the process is told to end."""
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
            except Exception as error:  # noqa: BLE001  # it is reported
                self.tell(_failure(error))
                pause_s = min(2 * pause_s, AGAIN_S)
                self._wait(versions, pause_s)

    def _active(self) -> Roll:
        """The active bots of the ladder, as the database says now."""
        with self._base.reading() as connection:
            return active_versions(connection)

    def _played(self, versions: Roll) -> "Following":
        """Plays one run: until the active bots change, nothing is left to play, or it is time to rest.

        Returns the follower, which knows how the run ended.
        """
        league = self._league(versions)
        follower = Following(self, versions, league)
        ran = self._playing.run(league, self._resources(league), follower, self._kept)
        follower.told_to_end = self._is_over(ran) or (ran.progress.draining and not follower.enough)
        return follower

    def _resources(self, league: League) -> Resources:
        """The worker processes and folders with which the league is played."""
        at_once = None if league.clock.strict() else AT_ONCE
        return Resources(self._orders.workers, at_once, copies=self._orders.copies)

    def _is_over(self, _: Ran) -> bool:
        """Whether nothing will ever be left to play; False, because a ladder never ends."""
        return False

    def _demand_room(self) -> None:
        """Raises ArenaError [no-room-to-play] if a disk is too full; else forgets earlier reports of that."""
        full = self.room.full()
        if full:
            raise ArenaError("no-room-to-play", too_full(full))
        self._told -= self.room.complaints()

    def _league(self, versions: Roll) -> League:
        """The league of the ladder's file, with the active bots of its game; raises ArenaError, OSError."""
        rules = read_ladder(self._orders.file)
        if rules.gate:
            raise SystemExit  # the file had no gate when this process began, and now needs another kind
        league = rules.league
        contents = [version.content_hash for version in versions]
        self.use([*contents, *(bot.content_hash.hex() for bot in league.bots)], more=True)
        return self._with(rules, self._made(league.game, versions))

    def _made(self, game: str, versions: Roll) -> list[Manifest]:
        """The built bots of those versions that play the game; reports and leaves out any that cannot be built."""
        left_out: list[str] = []

        def leave_out(sentence: str) -> None:
            left_out.append(sentence)
            self.tell(sentence)

        bots = list(self._workshop.bots(game, versions, leave_out))
        self.left_out_s = min(max(WITHDRAWN_S, 2 * self.left_out_s), LEFT_OUT_S) if left_out else 0.0
        return bots

    def _with(self, rules: LadderRules, bots: Iterable[Manifest]) -> League:
        """The league of the ladder's file, with its house bots and `bots` as its bots."""
        orders, league = self._orders, rules.league
        bots = (*map(house_entrant, league.bots), *bots)
        self._place.folder.mkdir(parents=True, exist_ok=True)
        return replace(
            league, bots=bots, owners_apart=not rules.may_meet, sandbox=str(orders.level), build_network=orders.network
        )

    def _kept(self, member: Member) -> Manifest | None:
        """The copy of a bot that left but still has matches to play: a version, or a house bot of an earlier release.

        None for a version that twice could not be built by its own fault: otherwise its author could stop the ladder.
        Raises ArenaError if it cannot be built now: then all wait, and nobody forfeits anything.
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
        """Records which copies the ladder plays from, so that they are not removed; raises ArenaError, OSError.

        `contents`: their content hashes; `more`: adds to those recorded before, instead of replacing them.
        """
        use_copies(self._orders.copies, name_of(self._orders.file), contents, more=more)

    def _wait(self, versions: Roll | None, seconds: float) -> None:
        """Waits for `seconds`, or less if the active bots come to differ from `versions`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.changed(versions):
            time.sleep(min(LOOK_S, seconds))

    def changed(self, versions: Roll | None) -> bool:
        """Whether the active bots now differ from `versions`; False while they cannot be read."""
        try:
            return self._active() != versions
        except ArenaError:
            return False

    def seen(self, progress: Progress) -> None:
        """Does nothing; subclasses use this call, which comes about each LOOK_S during a run."""

    def moved(self, versions: Roll, game: str) -> bool:
        """Whether bots of this game have joined or left since `versions`; False if this cannot be read now."""
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
        """Reports a sentence to the server, unless this process has reported it before."""
        if sentence not in self._told:
            self._told.add(sentence)
            self.say(sentence)

    def say(self, word: str | dict[str, float | None]) -> None:
        """Sends the server a sentence for its log, or the connected remote bots as `Gate.there` returns them."""
        with suppress(OSError):
            self._teller.send(word)


class Following:
    """Ends a run when active bots change, a disk is full, a bot should be tried again, or it is time to rest."""

    def __init__(self, player: Player, versions: Roll, league: League) -> None:
        self._player, self._versions, self._league = player, versions, league
        self._looked_s = time.monotonic()
        self.enough = False
        """Whether this object has ended the run before everything was played."""
        self.told_to_end = False
        """Whether the run has ended because the process should end, or because nothing will be left to play."""
        self.rest_s = 0.0
        """How many seconds the ladder rests after this run."""

    def told(self, sentence: str) -> None:
        """Reports a sentence if it is about a forfeit, ignores others: builds were reported at the hand-in."""
        if "forfeits" in sentence:
            self._player.tell(one_line(sentence))

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        """Does nothing: the server has reported the sandbox."""

    def founded(self, league: League) -> None:
        """Keeps the league with its final list of players, and records which copies they play from."""
        self._league = league
        self._player.use(bot.content_hash.hex() for bot in league.players())

    def progressed(self, progress: Progress) -> None:
        """Checks now and then which bots are active, how much room there is, and whether the run should end."""
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
        """Whether it is time to try again the bots that were withdrawn from the run or left out of it."""
        elapsed_s, left_out_s = progress.elapsed_s(), self._player.left_out_s
        return bool(progress.withdrawn and elapsed_s > WITHDRAWN_S) or 0 < left_out_s < elapsed_s

    def _rest_s(self, progress: Progress) -> float:
        """How many seconds to rest after this run; 0 while the run should go on."""
        if progress.elapsed_s() < STINT_S or not self._league.field.members:
            return 0.0
        blocks = progress.stored // len(seatings(self._league))
        return progress.elapsed_s() * rests_each_s(self._league.field, self._league.seats, blocks)

    def ended(self, progress: Progress) -> None:
        """Makes the ladder rest for AGAIN_S if all blocks that its file asks for have been played."""
        if progress.finished() and not self.enough:
            self.rest_s = AGAIN_S


def _failure(error: Exception) -> str:
    """The sentence that says why a ladder cannot play.

    An unforeseen error is described only by its place in the code, as its message may contain a stranger's text.
    """
    if isinstance(error, ArenaError):
        return one_line(error.message)
    if isinstance(error, OSError):
        return one_line(str(error.strerror or error))
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {Path(place.filename).name}"
