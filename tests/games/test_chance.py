"""Keyed chance. The fixed values hold the algorithm still: other values would deal every known deal anew."""

from collections import Counter
from hashlib import blake2b
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import SEED_BYTES, Chance

SEED = bytes(range(16))
KNOWN_DRAW = 0x2A87C6351D78991C673ACC2EB9920934EEFFA7B626BB85C54B215A09B52319F0
KNOWN_PICKS = [2, 3, 1, 3, 0, 1, 1, 3]
KNOWN_ORDER = "LJDHAKIBGECF"

names = st.text("abcxyz", min_size=1, max_size=8)
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def test_an_event_is_the_keyed_hash_of_its_name_and_number() -> None:
    digest = blake2b(b"supply/3", key=SEED, digest_size=32).hexdigest()
    assert Chance(SEED).draw("supply", 3) == int(digest, 16)


def test_known_values_never_drift() -> None:
    chance = Chance(SEED)
    assert chance.draw("supply", 0) == KNOWN_DRAW
    assert [chance.pick("start", number, range(4)) for number in range(8)] == KNOWN_PICKS
    assert chance.shuffled("circle", 0, "ABCDEFGHIJKL") == list(KNOWN_ORDER)


@given(seeds, names, st.integers(0, 99))
def test_the_same_event_of_the_same_seed_is_the_same(seed: bytes, name: str, number: int) -> None:
    assert Chance(seed).draw(name, number) == Chance(seed).draw(name, number) < 2**256


def test_other_names_numbers_and_seeds_are_other_events() -> None:
    drawn = [
        Chance(seed).draw(name, number)
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


def chi_squared(counts: Counter[int] | Counter[tuple[int, ...]], expected: int) -> float:
    """How far the counts are from equal; the bounds in the tests are exceeded once in 10,000 seeds or less."""
    return sum((count - expected) ** 2 / expected for count in counts.values())


@given(seeds, st.integers(0, 70))
def test_shuffling_by_several_digits_at_once_is_shuffling_by_one_after_the_other(seed: bytes, length: int) -> None:
    order, rest = list(range(length)), Chance(seed).draw("supply", 1)
    for last in range(length - 1, 0, -1):
        rest, chosen = divmod(rest, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert Chance(seed).shuffled("supply", 1, range(length)) == order
