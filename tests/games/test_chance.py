"""Tests of the keyed chance, from which all random events of a deal follow. One test compares it with fixed
values, because a change of the algorithm would change the cards of every known deal.
"""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import SEED_BYTES, Chance

SEED = bytes(range(16))
KNOWN_PICKS = [2, 1, 2, 3, 2, 3, 1, 3]
KNOWN_ORDER = "ILCEDHJKAFGB"

names = st.text("abcxyz", min_size=1, max_size=8)
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def digest_of(seed: bytes, name: str, number: int) -> bytes:
    return blake2b(seed + f"{name}/{number}".encode()).digest()


def read_off(digest: bytes, options: Sequence[int]) -> list[int]:
    """Returns the choices of a random event, computed from its hash independently of the tested code.

    `options`: for each choice, the number of possible results. A result is an integer from 0.
    """
    words: list[int] = []
    found, together = [], 2**24
    for most in options:
        together *= most
        if together > 2**24:
            together = most
            if not words:
                words = [int.from_bytes(digest[first : first + 7], "big") for first in range(0, 63, 7)]
                digest = blake2b(digest).digest()
            word = words.pop(0)
        word, chosen = divmod(word, most)
        found.append(chosen)
    return found


@given(seeds, names, st.integers(0, 99), st.lists(st.integers(2, 2**24), min_size=1, max_size=70))
def test_choices_are_read_off_the_hash_of_seed_name_and_number(
    seed: bytes, name: str, number: int, options: list[int]
) -> None:
    event = Chance(seed).event(name, number)
    assert [event.below(most) for most in options] == read_off(digest_of(seed, name, number), options)


def test_known_values_never_drift() -> None:
    chance = Chance(SEED)
    assert [chance.pick("start", number, range(4)) for number in range(8)] == KNOWN_PICKS
    assert "".join(chance.shuffled("circle", 0, "ABCDEFGHIJKL")) == KNOWN_ORDER


@given(seeds, names, st.integers(0, 99))
def test_the_same_event_of_the_same_seed_is_the_same(seed: bytes, name: str, number: int) -> None:
    assert big(Chance(seed), name, number) == big(Chance(seed), name, number)


def big(chance: Chance, name: str, number: int) -> tuple[int, ...]:
    """Returns nine large random numbers of an event, so that two different events practically never return equal
    numbers.
    """
    event = chance.event(name, number)
    return tuple(event.below(2**24) for _ in range(9))


def test_other_names_numbers_and_seeds_are_other_events() -> None:
    drawn = [
        big(Chance(seed), name, number)
        for seed in (SEED, bytes(16))
        for name in ("aside", "supply", "supply/1")
        for number in (0, 1, 11)
    ]
    assert len(set(drawn)) == len(drawn)


def test_an_event_does_not_depend_on_events_before_it() -> None:
    one, two = Chance(SEED), Chance(SEED)
    for number in range(50):
        two.shuffled("supply", number, range(23))
    assert one.shuffled("aside", 5, range(6)) == two.shuffled("aside", 5, range(6))


@given(seeds, st.lists(st.integers(2, 8), max_size=23))
def test_shuffling_moves_items_and_leaves_the_given_list_alone(seed: bytes, items: list[int]) -> None:
    given_items = list(items)
    order = Chance(seed).shuffled("supply", 0, items)
    assert sorted(order) == sorted(items)
    assert items == given_items


def test_a_pick_is_one_of_the_items() -> None:
    assert Chance(SEED).pick("start", 0, ["only"]) == "only"


def test_picks_are_uniform() -> None:
    chance = Chance(SEED)
    counts = Counter(chance.pick("aside", number, range(6)) for number in range(6000))
    assert set(counts) == set(range(6))
    assert chi_squared(counts, 1000) < 30


def test_every_order_of_four_is_equally_likely() -> None:
    chance = Chance(SEED)
    counts = Counter(tuple(chance.shuffled("supply", number, range(4))) for number in range(24 * 250))
    assert set(counts) == set(permutations(range(4)))
    assert chi_squared(counts, 250) < 60


def chi_squared(counts: Counter[int] | Counter[tuple[int, ...]] | Counter[tuple[int, int]], expected: float) -> float:
    """Returns the chi-squared statistic of the counts, which measures how far they are from `expected`.

    The tests demand that it stay below a bound. A fair random source would fail a test for at most one seed in 10,000.
    """
    return sum((count - expected) ** 2 / expected for count in counts.values())


@given(seeds, st.integers(0, 70))
def test_shuffling_exchanges_from_the_last_place_down(seed: bytes, length: int) -> None:
    order = list(range(length))
    chosen = read_off(digest_of(seed, "supply", 1), range(length, 1, -1))
    for last, other in zip(range(length - 1, 0, -1), chosen, strict=True):
        order[last], order[other] = order[other], order[last]
    assert Chance(seed).shuffled("supply", 1, range(length)) == order


def test_each_word_of_an_event_is_even_and_tells_nothing_of_the_next() -> None:
    pairs: Counter[tuple[int, int, int]] = Counter()
    for number in range(2000):
        event, before = Chance(SEED).event("aside", number), 0
        for word in range(20):
            chosen = event.below(2**24) % 6
            pairs[word, before, chosen] += word > 0
            before = chosen
    for word in range(1, 20):
        counts = Counter({(a, b): pairs[word, a, b] for a in range(6) for b in range(6)})
        assert chi_squared(counts, 2000 / 36) < 90


def test_choices_of_one_word_are_even_together() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for number in range(36 * 250):
        event = Chance(SEED).event("aside", number)
        counts[event.below(6), event.below(6)] += 1
    assert len(counts) == 36
    assert chi_squared(counts, 250) < 90


def test_seeds_that_differ_in_a_bit_have_nothing_in_common() -> None:
    """Two seeds that differ in one bit give unrelated choices. The test draws 216 bits with each seed.

    Of unrelated bits, 108 differ on average, with a standard deviation of 7.3. The test fails if the number is 45 off
    the average, which happens for only one of 10**9 pairs of unrelated seeds.
    """
    for bit in range(8 * SEED_BYTES):
        other = (int.from_bytes(SEED, "big") ^ 1 << bit).to_bytes(SEED_BYTES, "big")
        pairs = zip(big(Chance(SEED), "aside", 1), big(Chance(other), "aside", 1), strict=True)
        assert 63 < sum((one ^ two).bit_count() for one, two in pairs) < 153
