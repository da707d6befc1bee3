"""Keeps of each match what the network and the beliefs are given, and what came of it."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from beliefs import pick_facts
from bot import share_of
from facts import Table
from numpy.typing import NDArray

from arena.bot.local_match import BotMaker
from arena.games.verraeter import Position
from arena.games.verraeter.actions import PICK
from arena.games.verraeter.codes import ALL_ROLES, DRAFT
from arena.match import Match
from training.champion.matches import CHAMPION, WINNER_POINTS, champion, house_bot, new_match, steps

SEATS: Final = (3, 4)
AT_FIRST: Final = ("montecarlo",) * 6 + ("greedy",) * 2 + ("banker",) * 2
"""Each seat of a match of the first round of training is one of these."""
LATER: Final = (CHAMPION,) * 4 + ("montecarlo", "greedy", "banker") * 2
PLAYOUTS: Final = 240
"""For one decision of a champion that learns."""

Rows = NDArray[np.int32]


class Pick(NamedTuple):
    """A role that a seat kept."""

    round: int
    seat: int
    facts: tuple[int, ...]
    offered: list[bool]
    """For each role of `ALL_ROLES`: whether the seat was offered it."""
    role: int


class Lessons(NamedTuple):
    """What was seen in matches with one number of seats."""

    starts: Rows
    """By round but the first, and by seat: the facts of the seat when the round began."""
    shares: Rows
    """The share of opponents that the seat of the same row of `starts` ended ahead of, times 2^20."""
    picks: Rows
    """By pick of a role: the facts of the seat."""
    offered: Rows
    """By pick, for each role: whether it was offered."""
    kept: Rows
    """By pick: the role."""


def collect(seeds: Iterable[int], learned: Path | None, workers: int) -> dict[int, Lessons]:
    """Plays a match for each seed, with three and four seats in turn; returns what was seen by number of seats."""
    seen: dict[int, list[Lessons]] = {seats: [] for seats in SEATS}
    with ProcessPoolExecutor(workers) as pool:
        for seats, lessons in pool.map(partial(lesson, learned=learned), seeds, chunksize=4):
            seen[seats].append(lessons)
    return {seats: joined(lessons) for seats, lessons in seen.items() if lessons}


def joined(lessons: Sequence[Lessons]) -> Lessons:
    """The rows of several lessons as those of one."""
    return Lessons(*(np.concatenate(rows) for rows in zip(*lessons, strict=True)))


def lesson(seed: int, learned: Path | None) -> tuple[int, Lessons]:
    """Plays one match; returns its number of seats and what was seen. Without a file of numbers no champion plays."""
    rng, seats = Random(seed), SEATS[seed % len(SEATS)]
    names = [rng.choice(LATER if learned else AT_FIRST) for _ in range(seats)]
    makers = [champion(PLAYOUTS, learned) if learned and name == CHAMPION else house_bot(name) for name in names]
    match = new_match(seats, seed)
    starts, picks = watch(match, makers, seed)
    scores, table = tuple(match.record().scores), Table(starts[1:])
    facts = [table.of(seat) for seat in range(seats)]
    shares = [share_of(scores, seat) for seat in range(seats) for _ in starts[1:]]
    _, _, given, offered, kept = zip(*picks, strict=True)
    rows = (np.concatenate(facts), shares, given, offered, kept)
    return seats, Lessons(*(np.array(row, np.int32) for row in rows))


def watch(match: Match, makers: Sequence[BotMaker], seed: int) -> tuple[list[Position], list[Pick]]:
    """Plays the match; returns the position in which each round began, and the picks of roles in their order."""
    starts: list[Position] = []
    picks: list[Pick] = []
    for seat, action in steps(match, makers, seed):
        position = Position(match.snapshot())
        if position.round > len(starts):
            starts.append(position)
        if position.phase == DRAFT:
            taken = {position.aside, *position.kept}
            facts = pick_facts(position, seat, position.hand_points[seat], WINNER_POINTS)
            picks.append(Pick(position.round, seat, facts, [role not in taken for role in ALL_ROLES], action - PICK))
    return starts, picks
