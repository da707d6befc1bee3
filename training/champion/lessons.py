"""Plays matches and collects data for training: positions and choices of roles, as numbers, and the results."""

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
from arena.games.verraeter.terms import ALL_ROLES, DRAFT
from arena.match import Match
from training.champion.matches import CHAMPION, WINNER_POINTS, champion, house_bot, new_match, steps

SEATS: Final = (3, 4)
AT_FIRST: Final = ("montecarlo",) * 6 + ("greedy",) * 2 + ("banker",) * 2
"""The bots from which each seat's bot is drawn in the first round of training; a bot that is listed more often is drawn
more often.
"""
LATER: Final = (CHAMPION,) * 4 + ("montecarlo", "greedy", "banker") * 2
PLAYOUTS: Final = 240
"""The number of playouts for each decision of a champion during training."""

Rows = NDArray[np.int32]


class Pick(NamedTuple):
    """A seat's choice of a role, with `facts`, the numbers on which the choice may depend."""

    round: int
    seat: int
    facts: tuple[int, ...]
    offered: list[bool]
    """Whether each role of `ALL_ROLES` was offered to the seat."""
    role: int


class Lessons(NamedTuple):
    """The training data from matches that all have the same number of seats."""

    starts: Rows
    """The inputs of the network: one row of facts for each seat, at the beginning of each round except the first."""
    shares: Rows
    """The share of opponents that the seat finished ahead of, times 2^20; one entry for each row of `starts`."""
    picks: Rows
    """The facts on which each choice of a role may depend; one row for each choice."""
    offered: Rows
    """A 1 for each role that was offered, else 0; one row for each choice."""
    kept: Rows
    """The number of the role that the seat kept; one entry for each choice."""


def collect(seeds: Iterable[int], learned: Path | None, workers: int) -> dict[int, Lessons]:
    """Plays a match for each seed, with three and four seats alternately; returns the training data by number of
    seats.
    """
    seen: dict[int, list[Lessons]] = {seats: [] for seats in SEATS}
    with ProcessPoolExecutor(workers) as pool:
        for seats, lessons in pool.map(partial(lesson, learned=learned), seeds, chunksize=4):
            seen[seats].append(lessons)
    return {seats: joined(lessons) for seats, lessons in seen.items() if lessons}


def joined(lessons: Sequence[Lessons]) -> Lessons:
    """Returns one object with the rows of several lessons, in order."""
    return Lessons(*(np.concatenate(rows) for rows in zip(*lessons, strict=True)))


def lesson(seed: int, learned: Path | None) -> tuple[int, Lessons]:
    """Plays one match; returns its number of seats and its training data. If `learned` is None, no champion takes
    part.
    """
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
    """Plays the match; returns the position at the beginning of each round, and the choices of roles in order."""
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
