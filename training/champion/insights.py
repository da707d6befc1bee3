"""Says what the champion has learned of Verräter, from matches of champions among themselves.

    cd build/compiled && ../../.venv/bin/python -m training.champion.insights --matches 400

Prints tables in Markdown. A share is that of the opponents that a seat ends ahead of. What a role is worth is how much
larger the expected share is after the round than before it.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev
from typing import Final, NamedTuple

import numpy as np
from beliefs import pick_facts
from bot import LEARNED, PLAYOUTS, share_of
from facts import Table
from network import FINE, Network

from arena.games.verraeter import Position
from arena.games.verraeter.actions import PICK
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, ROLES, TRAITOR
from training.champion.lessons import SEATS
from training.champion.matches import WINNER_POINTS, champion, new_match, steps

FROM_START: Final = ("first", "second", "third", "fourth")
LEAD: Final = 5
"""Conflict points by which a house is clearly ahead or behind before cards are played."""
STANDINGS: Final[tuple[tuple[str, Callable[[int], bool]], ...]] = (
    (f"behind by more than {LEAD}", lambda lead: lead < -LEAD),
    ("about level", lambda lead: -LEAD <= lead <= LEAD),
    (f"ahead by more than {LEAD}", lambda lead: lead > LEAD),
)


class Pick(NamedTuple):
    """A role that a seat kept, and what became of it."""

    role: int
    offered: frozenset[int]
    lead: int
    """The conflict points by which the seat's house is ahead, with two expected of each card of others."""
    gain: float
    """How much larger the share is that is expected after the round than before."""


class Seen(NamedTuple):
    """What one match shows."""

    shares: tuple[float, ...]
    """By place from the first start player."""
    picks: tuple[Pick, ...]


def watch(seed: int, seats: int) -> Seen:
    """Plays a match of champions."""
    match = new_match(seats, seed)
    starts: list[Position] = []
    picks: list[tuple[int, int, int, frozenset[int], int]] = []
    first = Position(match.snapshot()).start
    for seat, action in steps(match, [champion(PLAYOUTS, LEARNED)] * seats, seed):
        position = Position(match.snapshot())
        if position.round > len(starts):
            starts.append(position)
        if position.phase == DRAFT:
            taken = {position.aside, *position.kept}
            lead = pick_facts(position, seat, position.hand_points[seat], WINNER_POINTS)[1]
            offered = frozenset(role for role in ALL_ROLES if role not in taken)
            picks.append((position.round, seat, action - PICK, offered, lead))
    scores = tuple(match.record().scores)
    shares = [share_of(scores, seat) / FINE for seat in range(seats)]
    network = Network(np.load(LEARNED), seats)
    expected = [
        [0.5, *(network.shares(Table(starts[1:]).of(seat)) / FINE).tolist(), shares[seat]] for seat in range(seats)
    ]
    return Seen(
        tuple(shares[(first + place) % seats] for place in range(seats)),
        tuple(
            Pick(role, offered, lead, expected[seat][number] - expected[seat][number - 1])
            for number, seat, role, offered, lead in picks
        ),
    )


def mean(numbers: Sequence[float]) -> str:
    """The mean in percent, with its interval of 95 %."""
    if len(numbers) < 2:
        return "-"
    return f"{100 * fmean(numbers):.1f} ± {196 * stdev(numbers) / len(numbers) ** 0.5:.1f} %"


def row(*cells: object) -> None:
    """Prints a row of a table."""
    print("|", " | ".join(map(str, cells)), "|")


def tell(seats: int, matches: Iterable[Seen]) -> None:
    """Prints the tables of matches with one number of seats."""
    seen = list(matches)
    picks = [pick for match in seen for pick in match.picks]
    print(f"\n{seats} seats, {len(seen)} matches\n")
    row("place from the first start player", "opponents ended ahead of")
    for place in range(seats):
        row(FROM_START[place], mean([match.shares[place] for match in seen]))
    print()
    row("role", "kept when offered with others", "worth")
    for role in ALL_ROLES:
        choices = [pick for pick in picks if role in pick.offered and len(pick.offered) > 1]
        kept = [pick for pick in choices if pick.role == role]
        row(ROLES[role], f"{len(kept) / max(len(choices), 1):.0%}", mean([pick.gain for pick in kept]))
    print()
    row("house before cards are played", "traitor kept when offered", "worth if kept", "worth if another was kept")
    for name, fits in STANDINGS:
        choices = [pick for pick in picks if TRAITOR in pick.offered and len(pick.offered) > 1 and fits(pick.lead)]
        worth = [pick.gain for pick in choices if pick.role == TRAITOR]
        others = [pick.gain for pick in choices if pick.role != TRAITOR]
        row(name, f"{len(worth) / max(len(choices), 1):.0%}", mean(worth), mean(others))


def main() -> None:
    """Plays the matches and prints the tables."""
    parser = argparse.ArgumentParser(description="Says what the champion has learned of Verräter.")
    parser.add_argument("--matches", type=int, default=400, help="for each number of seats")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    for seats in SEATS:
        with ProcessPoolExecutor(options.workers) as pool:
            tell(seats, pool.map(partial(watch, seats=seats), range(1 << 62, (1 << 62) + options.matches), chunksize=4))


if __name__ == "__main__":
    main()
