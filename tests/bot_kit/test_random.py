"""Tests of the kit's random numbers: they equal published numbers, and items are drawn equally often."""

from collections import Counter

import pytest

from arena.bot import Random

PUBLISHED = (6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423)
"""The first numbers of SplitMix64 from the seed 1,234,567; a test of the kit for Rust uses the same numbers."""


def test_the_numbers_are_those_of_splitmix64() -> None:
    random, high_halves = Random(1_234_567), range(1 << 32)
    assert [random.pick(high_halves) for _ in PUBLISHED] == [number >> 32 for number in PUBLISHED]


def test_a_seed_of_64_ones_is_one_as_well() -> None:
    assert Random((1 << 64) - 1).pick(range(100)) in range(100)


@pytest.mark.parametrize("items", [(7,), (3, 1, 2), tuple(range(24))])
def test_every_item_is_picked_about_as_often(items: tuple[int, ...]) -> None:
    random = Random(7)
    picked = Counter(random.pick(items) for _ in range(1_000 * len(items)))
    assert picked.keys() == set(items)
    assert all(850 < count < 1_150 for count in picked.values()), picked


def test_seeds_beside_each_other_begin_differently() -> None:
    first = Counter(Random(seed).pick(range(4)) for seed in range(4_000))
    assert all(850 < count < 1_150 for count in first.values()), first
