"""What something that goes on beside a league costs it: slices of one league, with it and without, in turns."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from statistics import median

from arena.league.league import League
from arena.league.progress import Progress
from arena.league.running import run_league
from leaderboards.store import PlayedStore

SLICE_S = 4.0


def share_beside(
    league: League, store: PlayedStore, beside: Callable[[], AbstractContextManager[None]], pairs: int
) -> float:
    """The speed of a league while `beside` is entered, as a share of its speed without: the median of pairs."""
    rates: list[float] = []
    began_s, began_with = 0.0, 0
    with ExitStack() as entered:

        def watch(progress: Progress) -> None:
            nonlocal began_s, began_with
            now_s = time.perf_counter()
            if progress.stored == began_with or now_s - began_s < SLICE_S:
                return
            if began_s:
                rates.append((progress.stored - began_with) / (now_s - began_s))
            progress.draining = len(rates) > 2 * pairs
            entered.close()
            if rates and len(rates) % 4 in (0, 1):  # with, without, without, with
                entered.enter_context(beside())
            began_s, began_with = time.perf_counter(), progress.stored

        run_league(league, store, 2, 256, watch)
    first, *rest = rates  # the first slice has the start of the processes
    del first
    pairs_of_rates = zip(rest[::2], rest[1::2], strict=False)
    return median(two / one if number % 2 else one / two for number, (one, two) in enumerate(pairs_of_rates))
