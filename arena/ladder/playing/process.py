"""The process that plays one ladder, run after run, with the active bots; a run is a series of matches with fixed bots.

Rule 1: each run reads its league file and its bots anew, and a change of the file or the bots starts a new run. So the
process may be killed at any time: its successor needs only what is stored.
Rule 2: the process ends when the server that started it ends, even if the server is killed.
Rule 3: if the process cannot play, it reports the reason and tries again; this never counts against a bot.
Rule 4: the process reads stored results only once, not again whenever bots join or leave.
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
"""The maximum wait in seconds before the process plays again after an error."""
WITHDRAWN_S: Final = 600.0
"""The seconds after which a run ends if it has excluded a bot that failed; the next run tries the bot again."""
LEFT_OUT_S: Final = 3_600.0
"""The highest limit, in seconds, for the length of a run that leaves out bots whose builds failed.

The limit is WITHDRAWN_S at first. The next run tries the builds again; if any build fails, the limit doubles.
"""
AT_ONCE: Final = 256
"""The maximum number of matches that a worker plays at the same time.

The number is limited because a run must finish all its begun matches before the bots change.
"""


Roll = tuple[Any, ...]
"""The active bots of a ladder: submitted versions for most ladders, entries for a ladder of remote bots (see
`remote_process`).
"""


@dataclass(frozen=True, slots=True)
class Orders:
    """The task of a process: the league file to play, with the folders and settings for playing it."""

    service: Path
    """The folder of the service."""
    file: Path
    """The league file of the ladder or contest."""
    archives: Path
    copies: Path
    unpacking: Path
    """A folder in which only this process unpacks bots."""
    level: Level
    network: str
    workers: int
    tls: Tls | None = None
    """The certificate for connections of remote bots."""


class Player:
    """Plays a ladder with the active submitted bots, run after run; a run is a series of matches with fixed bots."""

    def __init__(self, orders: Orders, base: Base, teller: Connection) -> None:
        self._orders, self._base, self._teller = orders, base, teller
        terms = replace(Terms.at(orders.level, orders.network), limit_s=BUILD_S)
        self._workshop = Workshop(Blobs(orders.archives), orders.unpacking, orders.copies, terms)
        self._told: set[str] = set()
        self._games: dict[tuple[str, str], bool] = {}
        """Whether a submitted version plays a game, by the version's content hash and the game."""
        self._failed: set[str] = set()
        """The names of bots that have left the ladder and have failed one build since then."""
        self.left_out_s = 0.0
        """The maximum length in seconds of a run that leaves out bots whose builds failed; 0 if it leaves out none."""
        self.room = Room(orders.service, orders.copies)
        self._place = place_at(orders.service, orders.file)
        self._playing = Playing(self._place)

    def run(self) -> None:
        """Plays run after run until the server ends the process."""
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
            except Exception as error:  # noqa: BLE001  # every error is reported, and the ladder goes on
                self.tell(_failure(error))
                pause_s = min(2 * pause_s, AGAIN_S)
                self._wait(versions, pause_s)

    def _active(self) -> Roll:
        """The active bots of the ladder, read from the database."""
        with self._base.reading() as connection:
            return active_versions(connection)

    def _played(self, versions: Roll) -> "Following":
        """Plays one run, until the active bots change, no match is left, or it is time to rest.

        Returns the object that observed the run, which records why the run ended.
        """
        league = self._league(versions)
        follower = Following(self, versions, league)
        ran = self._playing.run(league, self._resources(league), follower, self._kept)
        follower.told_to_end = self._is_over(ran) or (ran.progress.draining and not follower.enough)
        return follower

    def _resources(self, league: League) -> Resources:
        """Returns the worker processes and folders for playing the league."""
        at_once = None if league.clock.strict() else AT_ONCE
        return Resources(self._orders.workers, at_once, copies=self._orders.copies)

    def _is_over(self, _: Ran) -> bool:
        """Returns whether a contest is over; always False here, because a ladder never ends."""
        return False

    def _demand_room(self) -> None:
        """Raises ArenaError [no-room-to-play] if a disk is too full.

        If no disk is full, forgets earlier reports of full disks, so that the next full disk is reported to the server
        even if it was reported before.
        """
        full = self.room.full()
        if full:
            raise ArenaError("no-room-to-play", too_full(full), "free space on this disk; the matches then continue")
        self._told -= self.room.complaints()

    def _league(self, versions: Roll) -> League:
        """Returns the league in the ladder's file, with all active bots for its game; raises ArenaError, OSError."""
        rules = read_ladder(self._orders.file)
        if rules.gate:
            raise SystemExit  # the ladder now has a gate, and so needs the other kind of process
        league = rules.league
        contents = [version.content_hash for version in versions]
        self.use([*contents, *(bot.content_hash.hex() for bot in league.bots)], more=True)
        return self._with(rules, self._made(league.game, versions))

    def _made(self, game: str, versions: Roll) -> list[Manifest]:
        """Returns the built bots of the versions that play the game; reports and leaves out bots that fail to build."""
        left_out: list[str] = []

        def leave_out(sentence: str) -> None:
            left_out.append(sentence)
            self.tell(sentence)

        bots = list(self._workshop.bots(game, versions, leave_out))
        self.left_out_s = min(max(WITHDRAWN_S, 2 * self.left_out_s), LEFT_OUT_S) if left_out else 0.0
        return bots

    def _with(self, rules: LadderRules, bots: Iterable[Manifest]) -> League:
        """Returns the league in the ladder's file; its players are `bots` and the house bots that the file names."""
        orders, league = self._orders, rules.league
        bots = (*map(house_entrant, league.bots), *bots)
        self._place.folder.mkdir(parents=True, exist_ok=True)
        return replace(
            league, bots=bots, owners_apart=not rules.may_meet, sandbox=str(orders.level), build_network=orders.network
        )

    def _kept(self, member: Member) -> Manifest | None:
        """Returns the built copy of a bot that has left the ladder but still has matches to play.

        Returns None for a submitted version with two failed builds that are the author's fault, because its author
        could otherwise stop the whole ladder. Raises ArenaError if the bot cannot be built now; the whole ladder then
        waits, so that no bot forfeits a match.
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
        """Records the built copies that this ladder uses, so that they are not removed; raises ArenaError, OSError.

        `contents`: the content hashes of the copies; `more`: whether to add the hashes to the record instead of
        replacing the record.
        """
        use_copies(self._orders.copies, name_of(self._orders.file), contents, more=more)

    def _wait(self, versions: Roll | None, seconds: float) -> None:
        """Waits for `seconds`, or until the active bots differ from `versions`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.changed(versions):
            time.sleep(min(LOOK_S, seconds))

    def changed(self, versions: Roll | None) -> bool:
        """Returns whether the active bots now differ from `versions`; False while the database cannot be read.

        `versions`: the active bots as read earlier. If they could not be read, it is None, which differs from any bots.
        """
        try:
            return self._active() != versions
        except ArenaError:
            return False

    def seen(self, progress: Progress) -> None:
        """Does nothing here; a subclass can react to this call, which occurs about every LOOK_S seconds during a
        run.
        """

    def moved(self, versions: Roll, game: str) -> bool:
        """Returns whether bots for this game have joined or left since `versions` was read; False while the database
        cannot be read.
        """
        try:
            now = self._active()
        except ArenaError:
            return False
        before, after = ({(one.person, one.content_hash): one for one in some} for some in (versions, now))
        return any(self._plays((before | after)[key], game) for key in before.keys() ^ after.keys())

    def _plays(self, version: Version, game: str) -> bool:
        """Returns whether a version plays the game; True if the version's files cannot be read, because it may play the
        game.
        """
        key = version.content_hash, game
        if key not in self._games:
            try:
                self._games[key] = self._workshop.plays(version, game)
            except (ArenaError, OSError):
                return True
        return self._games[key]

    def tell(self, sentence: str) -> None:
        """Reports a sentence to the server, unless the same sentence was reported before."""
        if sentence not in self._told:
            self._told.add(sentence)
            self.say(sentence)

    def say(self, word: str | dict[str, float | None]) -> None:
        """Sends a message to the server: a sentence for its log, or the names of the connected remote bots.

        Each name comes with the bot's round-trip time in ms, or None if the time is unknown.
        """
        with suppress(OSError):
            self._teller.send(word)


class Following:
    """Observes a run, and ends it when active bots change, a disk is full, or it is time to rest.

    Also ends the run when it is time to try bots again that failed or could not be built.
    """

    def __init__(self, player: Player, versions: Roll, league: League) -> None:
        self._player, self._versions, self._league = player, versions, league
        self._looked_s = time.monotonic()
        self.enough = False
        """Whether this object has ended the run before all matches were played."""
        self.told_to_end = False
        """Whether the process should end now, because the server ends it or because its contest is over."""
        self.rest_s = 0.0
        """The seconds that the ladder rests after this run."""

    def told(self, sentence: str) -> None:
        """Reports a sentence to the server if it is about a forfeit; ignores all other sentences."""
        if "forfeits" in sentence:
            self._player.tell(one_line(sentence))

    def confined(self, sandbox: Sandbox, wanted: str) -> None:
        """Does nothing: `arena serve` reports the sandbox's level when it starts."""

    def founded(self, league: League) -> None:
        """Notes the league with all its bots, including former bots, and records that their built copies are in use."""
        self._league = league
        self._player.use(bot.content_hash.hex() for bot in league.players())

    def progressed(self, progress: Progress) -> None:
        """Checks at most every LOOK_S seconds whether the run should end (see this class), and if so, ends it."""
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
        """Returns whether the run should end because it is time to try its missing bots again.

        A bot is missing if the run has withdrawn it after failures, or if its build failed before the run.
        """
        elapsed_s, left_out_s = progress.elapsed_s(), self._player.left_out_s
        return bool(progress.withdrawn and elapsed_s > WITHDRAWN_S) or 0 < left_out_s < elapsed_s

    def _rest_s(self, progress: Progress) -> float:
        """Returns the seconds for which the ladder rests after this run; 0 while the run should continue."""
        if progress.elapsed_s() < STINT_S or not self._league.field.members:
            return 0.0
        blocks = progress.stored // len(seatings(self._league))
        return progress.elapsed_s() * rests_each_s(self._league.field, self._league.seats, blocks)

    def ended(self, progress: Progress) -> None:
        """Makes the ladder rest for AGAIN_S seconds if it has played all blocks of matches that its league file
        requests.
        """
        if progress.finished() and not self.enough:
            self.rest_s = AGAIN_S


def _failure(error: Exception) -> str:
    """Returns a sentence that says why a ladder cannot play.

    For errors other than ArenaError and OSError, the sentence states only the error's type and its place in the code.
    The messages of these errors may contain a stranger's text.
    """
    if isinstance(error, ArenaError):
        return one_line(error.message)
    if isinstance(error, OSError):
        return one_line(str(error.strerror or error))
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.name}, line {place.lineno} of {Path(place.filename).name}"
