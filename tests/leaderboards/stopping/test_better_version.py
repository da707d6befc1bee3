"""Tests the decision which version is better, on invented matches."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from arena.building.house import house_bot_names
from arena.building.manifest import read_manifest
from arena.league.schedule import create_schedule
from arena.league.versions import comparison_league
from leaderboards.stopping.better_version import BetterVersion, beaten_share, deal_outcomes, share_differences
from leaderboards.stopping.sequential import Plan, Verdict
from tests.league.histories import Memory, Ranks

BOTS = [read_manifest(house_bot_names()[name]) for name in ("greedy", "random", "banker", "random")]
LEAGUE = comparison_league("verraeter", "official", 3, BOTS[0], BOTS[1], BOTS[2:], 60, seed=1)
NEW, OLD = "greedy (new)", "random (old)"
DEAL = 6


def ranked(better: float, seed: int = 2) -> Ranks:
    """Returns a function that ranks the bots of a match at random, except that the new version of the bot is put first
    with the probability `better`.
    """
    rng = Random(seed)

    def ranks(names: tuple[str, ...]) -> tuple[int, ...]:
        order = rng.sample(names, len(names))
        if NEW in names and rng.random() < better:
            order = sorted(names, key=lambda name: name != NEW)
        return tuple(1 + order.index(name) for name in names)

    return ranks


def verdict(ranks: Ranks, margin: float = 0.05) -> BetterVersion:
    memory = Memory(LEAGUE, ranks)
    memory.play_known()
    judge = BetterVersion(memory, NEW, OLD, DEAL, Plan(margin))
    judge.decided(len(memory.kept))
    return judge


@pytest.mark.parametrize(
    ("rank", "ranks", "share"),
    [(1, (1, 2, 3), 1.0), (2, (1, 2, 3), 0.5), (3, (1, 2, 3), 0.0), (1, (1, 1, 3), 0.75), (1, (1, 1), 0.5)],
)
def test_the_share_of_opponents_beaten_counts_level_ones_half(rank: int, ranks: tuple[int, ...], share: float) -> None:
    assert beaten_share(rank, ranks) == share


def test_a_version_that_wins_more_is_better_and_the_other_way_round_worse() -> None:
    assert verdict(ranked(0.8)).evidence.verdict() is Verdict.BETTER
    memory = Memory(LEAGUE, ranked(0.8))
    memory.play_known()
    turned = BetterVersion(memory, OLD, NEW, DEAL, Plan(0.05))
    assert turned.decided(len(memory.kept))
    assert turned.evidence.verdict() is Verdict.WORSE


def test_versions_that_do_the_same_have_no_difference_when_that_can_be_known() -> None:
    def by_seat(names: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(range(1, len(names) + 1))

    found = verdict(by_seat, margin=0.1).evidence
    assert (found.verdict(), found.mean(), found.equal()) == (Verdict.NO_DIFFERENCE, 0, found.blocks())
    # 60 equal deals do not rule out a difference in 5 % of deals
    assert verdict(by_seat).evidence.verdict() is Verdict.NONE


def test_chance_alone_is_not_called_a_difference() -> None:
    assert verdict(ranked(0.0)).evidence.verdict() in {Verdict.NONE, Verdict.NO_DIFFERENCE}


def test_a_deal_that_is_not_played_to_its_end_says_nothing() -> None:
    memory = Memory(LEAGUE, ranked(0.5))
    memory.play_known()
    whole = list(share_differences(deal_outcomes(memory.matches(), DEAL), NEW, OLD))
    del memory.kept[7]
    assert list(share_differences(deal_outcomes(memory.matches(), DEAL), NEW, OLD)) == [whole[0], *whole[2:]]


def test_the_verdict_is_that_of_the_places_before_the_look() -> None:
    memory = Memory(LEAGUE, ranked(0.8))
    memory.play_known()
    judge = BetterVersion(memory, NEW, OLD, DEAL, Plan(0.05))
    assert not judge.decided(4 * DEAL)
    assert judge.evidence.blocks() == 4


def test_looks_come_after_whole_deals() -> None:
    places: Iterator[int] = verdict(ranked(0.0)).looks(create_schedule(LEAGUE))
    assert [next(places) for _ in range(5)] == [16, 20, 26, 34, 44]


def test_deals_that_repeat_others_bring_no_certainty() -> None:
    """Bots without luck in a game without luck play the same deal 60 times, which counts as one deal and proves
    nothing.
    """

    def always(names: tuple[str, ...]) -> tuple[int, ...]:
        order = sorted(names, key=lambda name: name != NEW)
        return tuple(1 + order.index(name) for name in names)

    memory = Memory(LEAGUE, always)
    memory.play_known()
    played = {ordinal: replace(record, opening=(), actions=(1,)) for ordinal, record in memory.kept.items()}
    judge = BetterVersion(memory, NEW, OLD, DEAL, Plan(0.05))
    assert judge.decided(len(played))
    memory.kept = played
    assert not judge.decided(len(played))
    tables = 3 * 2  # 3 pairs of opponents, and 2 orders of moving
    assert (judge.evidence.blocks() <= tables, judge.evidence.blocks() + judge.evidence.repeats) == (True, 60)


def test_versions_that_meet_are_compared_by_pairs() -> None:
    league = comparison_league("connect-four", "standard", 2, BOTS[1], BOTS[3], (), 20, seed=1)
    schedule = create_schedule(league)
    assert [(block.number, block.table) for block in schedule.between(0, 2)] == [(0, (0, 1)), (1, (0, 1))]
    memory = Memory(league, lambda names: (1, 2))
    memory.play_known()
    judge = BetterVersion(memory, "random (new)", "random (old)", 2, Plan(0.05, pairs=True))
    judge.decided(len(memory.kept))
    assert judge.evidence.pairs() == (0, 0, 20, 0, 0)
    places = judge.looks(schedule)
    assert [next(places) for _ in range(10)] == [16, 24, 32, 40, 48, 56, 64, 72, 80, 88]
