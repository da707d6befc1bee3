"""Simulates leagues of bots with known strengths."""

from collections.abc import Sequence
from itertools import combinations
from math import exp, prod, sqrt
from statistics import NormalDist

import numpy as np

from leaderboards.statistics.blocks import BlockOutcome, MatchOutcome
from leaderboards.statistics.plackett_luce import ELO

NORMAL = NormalDist()


def names(bots: int) -> list[str]:
    return [f"bot-{number}" for number in range(bots)]


def relative_elo(strengths: Sequence[float]) -> dict[str, float]:
    """Converts strengths, which are natural logarithms, to Elo values with the mean 0, as the analysis estimates them;
    returns the values by bot.
    """
    mean = sum(strengths) / len(strengths)
    return {name: ELO * (strength - mean) for name, strength in zip(names(len(strengths)), strengths, strict=True)}


def match_of(bots: Sequence[str], ranks: Sequence[int], scores: Sequence[int] | None = None) -> MatchOutcome:
    return MatchOutcome(tuple(bots), tuple(ranks), tuple(scores if scores is not None else (-rank for rank in ranks)))


def block_of(*matches: tuple[str, Sequence[int]]) -> BlockOutcome:
    """Returns a block of bots with one-letter names; for example, ("ab", (1, 2)) is a match that bot a won."""
    return BlockOutcome(tuple(match_of(bots, ranks) for bots, ranks in matches))


def rotations(seats: int) -> list[list[int]]:
    """Returns the rotations of a table: for each rotation, the index of the bot in each seat."""
    return [[(seat + turned) % seats for seat in range(seats)] for turned in range(seats)]


def league_of_orders(
    rng: np.random.Generator, strengths: Sequence[float], seats: int, rounds: int, *, form: float = 0, luck: float = 0
) -> list[BlockOutcome]:
    """Returns a league in which every table plays one block a round. Each single match follows Plackett and Luce
    exactly, but the matches of a block depend on each other.

    A seat's merit is its bot's strength plus Gumbel noise. `form` is the share of the noise that stays with the bot for
    the whole block, and `luck` is the share that stays with the seat.
    """
    bots, played = names(len(strengths)), []
    for _ in range(rounds):
        for table in combinations(range(len(strengths)), seats):
            of_bot, of_seat = rng.standard_normal(seats), rng.standard_normal(seats)
            matches = []
            for seated in rotations(seats):
                normal = sqrt(form) * of_bot[seated] + sqrt(luck) * of_seat
                normal += sqrt(1 - form - luck) * rng.standard_normal(seats)
                noise = [-np.log(-np.log(NORMAL.cdf(one))) for one in normal.tolist()]
                merit = [strengths[table[place]] + one for place, one in zip(seated, noise, strict=True)]
                ranks = [1 + sum(other > one for other in merit) for one in merit]
                matches.append(match_of([bots[table[place]] for place in seated], ranks))
            played.append(BlockOutcome(tuple(matches)))
    return played


def league_with_ties(
    rng: np.random.Generator, strengths: Sequence[float], seats: int, rounds: int, ties: dict[int, float]
) -> list[BlockOutcome]:
    """Returns a league in which every table plays one block a round; `ties` gives the frequency of ties by the number
    of tied seats.
    """
    bots, played = names(len(strengths)), []
    for _ in range(rounds):
        for table in combinations(range(len(strengths)), seats):
            matches = []
            for seated in rotations(seats):
                at = [table[place] for place in seated]
                rank = _ranks_with_ties(rng, {bot: strengths[bot] for bot in at}, ties)
                matches.append(match_of([bots[bot] for bot in at], [rank[bot] for bot in at]))
            played.append(BlockOutcome(tuple(matches)))
    return played


def choices_of(rest: Sequence[int], ties: dict[int, float]) -> list[tuple[int, ...]]:
    return [choice for size in (1, *ties) for choice in combinations(rest, size)]


def weight_of(choice: tuple[int, ...], strengths: Sequence[float] | dict[int, float], ties: dict[int, float]) -> float:
    """Returns the weight of a choice in the model of Davidson and Luce. A choice is the bot, or the several tied bots,
    that get the next place of a match; its probability is proportional to its weight. The weight is the geometric mean
    of the bots' merits, times the frequency of ties of that size (1 for a single bot).
    """
    return {1: 1.0, **ties}[len(choice)] * prod(exp(strengths[bot]) for bot in choice) ** (1 / len(choice))


def _ranks_with_ties(rng: np.random.Generator, strengths: dict[int, float], ties: dict[int, float]) -> dict[int, int]:
    ranks: dict[int, int] = {}
    while len(ranks) < len(strengths):
        possible = choices_of([bot for bot in strengths if bot not in ranks], ties)
        weights = np.cumsum([weight_of(choice, strengths, ties) for choice in possible])
        choice = possible[int(np.searchsorted(weights, rng.random() * weights[-1]))]
        ranks.update(dict.fromkeys(choice, len(ranks) + 1))
    return ranks


def league_of_scores(
    rng: np.random.Generator, skills: Sequence[float], rounds: int, *, luck: float, bias: float, duplicate: bool
) -> list[BlockOutcome]:
    """Returns a league with one table. A score is the bot's skill, the deal's luck for the seat, a bonus for low seats
    (`bias` for each seat), and noise of 10 points.

    With `duplicate`, a block plays a deal in every seating. Without it, each match has a new deal and shuffled seats,
    and is a separate block.
    """
    bots, seats, played = names(len(skills)), len(skills), []
    for _ in range(rounds):
        of_seat = rng.normal(0, luck, seats)
        matches = []
        for seated in rotations(seats):
            if not duplicate:
                of_seat, seated = rng.normal(0, luck, seats), rng.permutation(seats).tolist()  # noqa: PLW2901
            noise = rng.normal(0, 10, seats)
            scores = [round(skills[bot] + of_seat[seat] - bias * seat + noise[seat]) for seat, bot in enumerate(seated)]
            ranks = [1 + sum(other > one for other in scores) for one in scores]
            matches.append(match_of([bots[bot] for bot in seated], ranks, scores))
        played += [BlockOutcome(tuple(matches))] if duplicate else [BlockOutcome((match,)) for match in matches]
    return played
