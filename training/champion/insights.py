"""Reports what the champion has learned about Verräter, from matches between champions.

    cd build/compiled && ../../.venv/bin/python -m training.champion.insights --matches 400

Prints tables in Markdown. A share is the share of opponents that a seat finishes ahead of. The value of a role is the
increase of a seat's expected share from the beginning to the end of a round in which the seat has the role.
"""

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, stdev
from typing import Final, NamedTuple

from bot import LEARNED, PLAYOUTS, recall, share_of
from facts import Table
from network import FINE

from arena.games.verraeter.terms import ALL_ROLES, ROLES, TRAITOR
from training.champion.lessons import SEATS, Pick, watch
from training.champion.matches import champion, new_match

FROM_START: Final = ("first", "second", "third", "fourth")
LEAD: Final = 5
"""The largest lead in conflict points, before cards are played, at which the two houses still count as about level."""
STANDINGS: Final[tuple[tuple[str, Callable[[int], bool]], ...]] = (
    (f"behind by more than {LEAD}", lambda lead: lead < -LEAD),
    ("about level", lambda lead: -LEAD <= lead <= LEAD),
    (f"ahead by more than {LEAD}", lambda lead: lead > LEAD),
)


class Outcome(NamedTuple):
    """A seat's choice of a role, and the effect of the choice in its round."""

    pick: Pick
    gain: float
    """The increase of the seat's expected share of beaten opponents from the beginning to the end of the round."""

    @property
    def lead(self) -> int:
        """The expected lead of the seat's house in conflict points, before cards are played.

        It is the lead of the house's landscape in base points, changed by the cards of the other seats. Each card adds
        two points if its seat is in the same house, else it subtracts two.
        """
        return self.pick.facts[1]

    def was_offered(self, role: int) -> bool:
        """Returns whether the seat was offered this role together with at least one other role."""
        return self.pick.offered[ALL_ROLES.index(role)] and sum(self.pick.offered) > 1


class Seen(NamedTuple):
    """The observations from one match: the final shares, and the outcome of each choice of a role."""

    shares: tuple[float, ...]
    """The final share of beaten opponents of each seat, in turn order from the seat that started the first round."""
    outcomes: tuple[Outcome, ...]


def play(seed: int, seats: int) -> Seen:
    """Plays a match between champions; returns the final shares and the outcome of each choice of a role."""
    match = new_match(seats, seed)
    starts, picks = watch(match, [champion(PLAYOUTS, LEARNED)] * seats, seed)
    scores, (network, _) = tuple(match.record().scores), recall(LEARNED, seats)
    shares = [share_of(scores, seat) / FINE for seat in range(seats)]
    table = Table(starts[1:])
    expected = [[0.5, *(network.shares(table.of(seat)) / FINE).tolist(), shares[seat]] for seat in range(seats)]
    return Seen(
        tuple(shares[(starts[0].start + place) % seats] for place in range(seats)),
        tuple(Outcome(pick, expected[pick.seat][pick.round] - expected[pick.seat][pick.round - 1]) for pick in picks),
    )


def mean(numbers: Sequence[float]) -> str:
    """Returns the mean in percent with its 95 % confidence interval, as text; "-" for fewer than two numbers."""
    if len(numbers) < 2:
        return "-"
    return f"{100 * fmean(numbers):.1f} ± {196 * stdev(numbers) / len(numbers) ** 0.5:.1f} %"


def row(*cells: object) -> None:
    """Prints a row of a Markdown table."""
    print("|", " | ".join(map(str, cells)), "|")


def tell(seats: int, matches: Iterable[Seen]) -> None:
    """Prints the results of `matches`, which all have `seats` seats, as Markdown tables."""
    seen = list(matches)
    outcomes = [outcome for match in seen for outcome in match.outcomes]
    print(f"\n{seats} seats, {len(seen)} matches\n")
    row("place from the first start player", "opponents ended ahead of")
    for place in range(seats):
        row(FROM_START[place], mean([match.shares[place] for match in seen]))
    print()
    row("role", "kept when offered with others", "worth")
    for role in ALL_ROLES:
        choices = [outcome for outcome in outcomes if outcome.was_offered(role)]
        kept = [outcome.gain for outcome in choices if outcome.pick.role == role]
        row(ROLES[role], f"{len(kept) / max(len(choices), 1):.0%}", mean(kept))
    print()
    row("house before cards are played", "traitor kept when offered", "worth if kept", "worth if another was kept")
    for name, fits in STANDINGS:
        choices = [outcome for outcome in outcomes if outcome.was_offered(TRAITOR) and fits(outcome.lead)]
        kept = [outcome.gain for outcome in choices if outcome.pick.role == TRAITOR]
        others = [outcome.gain for outcome in choices if outcome.pick.role != TRAITOR]
        row(name, f"{len(kept) / max(len(choices), 1):.0%}", mean(kept), mean(others))


def main() -> None:
    """Plays `--matches` matches for each number of seats, and prints the results."""
    parser = argparse.ArgumentParser(description="Says what the champion has learned of Verräter.")
    parser.add_argument("--matches", type=int, default=400, help="for each number of seats")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    for seats in SEATS:
        with ProcessPoolExecutor(options.workers) as pool:
            tell(seats, pool.map(partial(play, seats=seats), range(1 << 62, (1 << 62) + options.matches), chunksize=4))


if __name__ == "__main__":
    main()
