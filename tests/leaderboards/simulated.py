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
    """Converts strengths, which are natural logarithms, to Elo values with the mean 0; returns these values by bot."""
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
    """Returns a league in which every table plays one block a round. Each match by itself follows the model of Plackett
    and Luce.

    In a match, the bots finish in order of their strength plus Gumbel noise. `form` is the share of the noise that a
    bot keeps in all matches of a block; `luck` is the share that a seat keeps. If one of them is not 0, the matches of
    a block depend on each other.
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
    """Returns the weight of a choice: the geometric mean of the bots' merits, times the frequency of ties of this many
    bots (1 for a single bot).

    In the model of Davidson and Luce, a choice is the bot or the tied bots that get the next rank of a match. Its
    probability is proportional to its weight. `strengths` contains the natural logarithms of the merits.
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
    """Returns a league with one table. A score is the sum of the bot's skill, the seat's luck in the deal, and noise,
    less `bias` times the number of the seat. Luck and noise have the standard deviations `luck` and 10.

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
