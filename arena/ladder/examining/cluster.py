"""Examines submissions on the machines of a Dask cluster.

Rule 1: no file of a submission remains on a machine: the bot is unpacked, built and checked in a folder that is removed
afterwards.
Rule 2: if the connection to a machine is lost, or the machine runs another release or lacks the sandbox, this does not
count against the bot, and the examination is repeated.
Rule 3: a bot may crash the machines that examine it. Such crashes count like crashes of the server: after several
crashes in a row, the submission is not examined again.
"""

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from arena.building.builds.command import Ending
from arena.building.bundle import Bundle, pack, unpack
from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.files.temporary import temporary_folder
from arena.games.game_bundle import SentGame, receive_game, sent_game
from arena.ladder.examining.examining import Examination, Hindrance, Means, Rejection, known_games
from arena.league.playing.cluster_address import dialled
from arena.league.playing.cluster_machine import PROVE_ONCE, demand_release, release
from arena.sandbox.box import box_at
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits

LOG: Final = logging.getLogger(__name__)
LOOK_S: Final = 1.0
LOST: Final = "the machine that examined the submission was lost"
NONE_THERE: Final = "no machine that can examine the submission is connected now"


class Order(NamedTuple):
    """A request to examine a bot on a machine of the cluster.

    `network`: the network that the build may use; `arena_version`: the version of the arena that the machine must have.
    """

    bundle: Bundle
    level: Level
    network: str
    games: tuple[SentGame, ...]
    """The games that the bot plays; they are sent with the bot, because the machine may not know them yet."""
    arena_version: str


class Found(NamedTuple):
    """The results of building and checking one bot."""

    built: str | Rejection | Hindrance
    """A text about the successful build, or the reason why the build failed."""
    checked: str | Rejection | Hindrance
    """A text about the successful check, or the reason why the check failed; equal to `built` if the build failed."""


class ExaminationElsewhere(Examination):
    """An examination that unpacks the submission on this machine, and builds and checks it on a machine of the
    cluster.
    """

    def __init__(self, means: Means, name: str, archive: Path, ending: Ending, cluster: str) -> None:
        """Prepares an examination; `cluster` is the address of the cluster's scheduler, and the rest is as for
        `Examination`.
        """
        super().__init__(means, name, archive, ending)
        self._cluster = cluster
        self._found: Found | None = None

    async def build(self, bot: Manifest) -> tuple[Manifest, str]:
        """Builds and checks the bot in one task on a machine of the cluster; returns the bot unchanged, and a text
        about its build.

        Raises Rejection, Hindrance, ArenaError.
        """
        self._found = await asyncio.get_running_loop().run_in_executor(self._means.threads, self._brought, bot)
        return bot, _said(self._found.built)

    async def check(self, bot: Manifest) -> str:  # noqa: ARG002  # the machine that built the bot has checked it, too
        """Returns the text about the check, which the cluster already performed after the build; raises Rejection,
        Hindrance.
        """
        assert self._found
        return _said(self._found.checked)

    def _brought(self, bot: Manifest) -> Found:
        """Packs the bot and sends it to the cluster; returns the result of the examination.

        Runs in a thread, because packing takes time. Raises Hindrance, ArenaError.
        """
        games = tuple(map(sent_game, known_games(bot)))
        return self._brought_of(Order(pack(bot), self._means.box.level, self._means.network, games, release()))

    def _brought_of(self, order: Order) -> Found:
        """Sends a packed bot to the cluster, and returns the result; raises Hindrance, ArenaError."""
        from distributed import KilledWorker  # noqa: PLC0415  # an optional dependency

        with dialled(self._cluster) as client:
            if not client.nthreads():
                raise Hindrance(NONE_THERE)
            future = client.submit(examine, order, pure=False)
            try:
                while not (future.done() or self._ending.ended()):
                    with suppress(TimeoutError):
                        future.result(timeout=LOOK_S)
                found = future.result() if future.done() else None
            except ArenaError:
                raise
            except KilledWorker as error:
                raise Hindrance(LOST, lost=True) from error
            except (Exception, asyncio.CancelledError) as error:  # any failure of a machine or of the network
                LOG.warning("on the cluster an examination failed: %s", type(error).__name__)
                raise Hindrance(LOST) from error
            finally:
                with suppress(Exception, asyncio.CancelledError):  # the cluster may be gone
                    future.cancel()
        if not isinstance(found, Found):
            raise Hindrance(LOST)
        return found


def examine(order: Order) -> Found:
    """Builds and checks a bot; runs on a machine of the cluster.

    Raises ArenaError, OSError if the machine cannot examine the bot, for example because it has no working sandbox.
    """
    demand_release(order.arena_version)
    for game in order.games:
        receive_game(game)
    box = box_at(PROVE_ONCE(str(order.level)).level, Limits())
    with temporary_folder() as folder:
        came, copies = folder / "came", folder / "copies"
        try:
            bot = unpack(order.bundle, came)
            means = Means(bot.folder.parent, copies, box, order.network)
            return asyncio.run(_examined(Examination(means, bot.folder.name, came, Ending()), bot))
        finally:
            remove(copies)  # the copies are read-only, so temporary_folder could not remove them


async def _examined(examination: Examination, bot: Manifest) -> Found:
    built: str | Rejection | Hindrance
    try:
        copy, built = await examination.build(bot)
    except (Rejection, Hindrance) as failed:
        return Found(failed, failed)
    try:
        return Found(built, await examination.check(copy))
    except (Rejection, Hindrance) as failed:
        return Found(built, failed)


def _said(found: str | Rejection | Hindrance) -> str:
    """Returns `found` if it is text; raises `found` if it is a Rejection or a Hindrance."""
    if isinstance(found, str):
        return found
    raise found
