"""Measures how much another activity slows down a league that runs at the same time.

Slices of one league alternate: in one slice the other activity runs as well, in the next the league runs alone.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from math import sqrt
from statistics import stdev
from typing import NamedTuple

from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.league.playing.running import run_league
from leaderboards.store import PlayedStore

SLICE_S = 4.0


class Slice(NamedTuple):
    """A part of a league's run: the matches played, and the seconds that they took."""

    matches: int
    seconds: float

    @property
    def rate(self) -> float:
        """The matches played in a second."""
        return self.matches / self.seconds


class Share(NamedTuple):
    """The speed of a league while another activity runs, divided by its speed alone."""

    value: float
    """The speed with the other activity divided by the speed without it. Each speed is the total matches of its slices
    divided by their total seconds.
    """
    error: float
    """The standard error of `value`, estimated from pairs of slices: one with the other activity, one without."""


def share_beside(
    league: League, store: PlayedStore, beside: Callable[[], AbstractContextManager[None]], pairs: int
) -> Share:
    """Returns the speed of a league inside the context `beside`, divided by its speed outside it.

    `pairs` is the number of pairs of slices, at least 2. A pair is one slice inside the context and one outside.
    """
    slices: list[Slice] = []
    began_s, began_with = 0.0, 0
    with ExitStack() as entered:

        def watch(progress: Progress) -> None:
            nonlocal began_s, began_with
            now_s = time.perf_counter()
            if progress.stored == began_with or now_s - began_s < SLICE_S:
                return
            if began_s:
                slices.append(Slice(progress.stored - began_with, now_s - began_s))
            progress.draining = len(slices) > 2 * pairs
            entered.close()
            if slices and len(slices) % 4 in (0, 1):  # from the second slice on: with, without, without, with
                entered.enter_context(beside())
            began_s, began_with = time.perf_counter(), progress.stored

        run_league(league, store, 2, 256, watch)
    return share_of(slices[1 : 2 * pairs + 1])  # the first slice includes the start of the processes


def share_of(slices: list[Slice]) -> Share:
    """Returns the speed in slices with the other activity, divided by the speed in slices without it. The slices must
    be in this order: with, without, without, with, and so on.
    """
    shared, alone = (
        [one for number, one in enumerate(slices) if (number % 4 in (0, 3)) == with_it] for with_it in (True, False)
    )
    ratios = [one.rate / two.rate for one, two in zip(shared, alone, strict=True)]
    return Share(_together(shared).rate / _together(alone).rate, stdev(ratios) / sqrt(len(ratios)))


def _together(slices: list[Slice]) -> Slice:
    return Slice(sum(one.matches for one in slices), sum(one.seconds for one in slices))
