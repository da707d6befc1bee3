"""Tests that copied choices are a hint, but choices that agree by chance or because both bots play well are none."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.similarity.choices.agreement import LEAST_EXCESS, AlikeChoices, Choices, Position, compare_choices

POSITIONS = [Position(number // 10, 3 + number % 20) for number in range(200)]
Chooser = Callable[[Random, int], int]


def chosen(chooser: Chooser, seed: int) -> Choices:
    rng = Random(seed)
    return [chooser(rng, position.legal) for position in POSITIONS]


def at_random(rng: Random, legal: int) -> int:
    return rng.randrange(legal)


def mostly_best(rng: Random, legal: int) -> int:
    """Chooses action 0, the obviously best one, in most cases, and otherwise at random."""
    return 0 if rng.random() < 0.8 else rng.randrange(legal)


def copied(choices: Choices, share: float) -> Choices:
    """Returns a copy of the choices in which random choices replace about this share of them."""
    rng = Random(9)
    return [
        rng.randrange(position.legal) if rng.random() < share else choice
        for position, choice in zip(POSITIONS, choices, strict=True)
    ]


HOUSE = {"good": chosen(mostly_best, 1), "better": chosen(mostly_best, 2), "best": chosen(mostly_best, 3)}


def pair(one: Choices, other: Choices, house: dict[str, Choices] = HOUSE) -> AlikeChoices:
    [found] = compare_choices("verraeter", POSITIONS, {"one": one, "other": other}, house)
    return found


@settings(max_examples=20, deadline=None)
@given(seeds=st.tuples(st.integers(10, 10_000), st.integers(10_001, 20_000)))
def test_good_play_and_chance_are_no_hints(seeds: tuple[int, int]) -> None:
    for chooser in (at_random, mostly_best):
        found = pair(chosen(chooser, seeds[0]), chosen(chooser, seeds[1]))
        assert not found.hint


def test_a_copy_is_a_hint_and_one_that_was_changed_a_little_is_too() -> None:
    own = chosen(at_random, 77)
    same = pair(own, own)
    assert (same.agreed, same.excess, same.low, same.high, same.hint) == (200, 1.0, 1.0, 1.0, True)
    changed = pair(own, copied(own, 0.15))
    assert changed.low < changed.excess < changed.high
    assert changed.hint


def test_two_that_choose_as_a_house_bot_does_are_explained_by_it() -> None:
    own = chosen(at_random, 77)
    found = pair(own, own, HOUSE | {"known": own})
    assert found.low >= LEAST_EXCESS
    assert (found.as_house, found.hint) == (("known",), False)


def test_more_pairs_make_wider_intervals() -> None:
    bots = {str(number): chosen(at_random, number) for number in range(12)}
    alone = compare_choices("verraeter", POSITIONS, {name: bots[name] for name in ("0", "1")}, HOUSE)[0]
    among = next(
        found
        for found in compare_choices("verraeter", POSITIONS, bots, HOUSE)
        if (found.one, found.other) == ("0", "1")
    )
    assert among.high - among.low > alone.high - alone.low


def test_the_order_of_bots_changes_nothing() -> None:
    bots = {str(number): chosen(mostly_best, number) for number in range(5)}
    turned = dict(reversed(bots.items()))
    assert compare_choices("verraeter", POSITIONS, bots, HOUSE) == compare_choices(
        "verraeter", POSITIONS, turned, HOUSE
    )


@pytest.mark.parametrize("answered", [0, 29, 30])
def test_of_too_few_answers_nothing_is_said(answered: int) -> None:
    own = chosen(at_random, 1)
    few = [*own[:answered], *[None] * (200 - answered)]
    found = compare_choices("verraeter", POSITIONS, {"one": own, "other": few}, HOUSE)
    assert found == []  # thirty positions come from three matches only, which are too few
    spread = [choice if number % 20 == 0 or number < 30 else None for number, choice in enumerate(own)]
    assert len(compare_choices("verraeter", POSITIONS, {"one": own, "other": spread}, HOUSE)) == 1
