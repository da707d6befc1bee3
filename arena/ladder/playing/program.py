"""The main program of the process that plays a ladder or contest; the process ends when the server ends."""

import multiprocessing
import os
import threading
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Final

from arena.ladder.keeping.database import open_base
from arena.ladder.playing.contest_process import ContestPlayer
from arena.ladder.playing.files import gates, is_contest, name_of
from arena.ladder.playing.process import Orders, Player
from arena.ladder.playing.remote_process import RemotePlayer
from arena.system.processes.priority import stand_back

YIELDING: Final = 10
"""The number by which this process raises its nice value, so that its priority is lower than the server's."""


def play_ladder(orders: Orders, teller: Connection) -> None:
    """Plays a ladder or contest in this process.

    `teller`: the pipe that carries sentences for the log, and the list of connected remote bots, to the server.
    """
    stand_back(YIELDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with closing(open_base(orders.service)) as base:
        _kind(orders)(orders, base, teller).run()


def _kind(orders: Orders) -> type[Player]:
    if is_contest(orders.file):
        return ContestPlayer
    return RemotePlayer if name_of(orders.file) in gates(orders.service) else Player


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(0)
