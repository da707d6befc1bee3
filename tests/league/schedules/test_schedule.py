"""Tests of the schedule: it is complete and balanced, and the same on every machine."""

from collections import Counter
from dataclasses import replace
from hashlib import blake2b
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.derived import derived
from arena.league.league import League
from arena.league.schedule import Fixtures, count_matches, create_schedule, seatings, square
from arena.transport import Assignment
from tests.league.leagues import league_of

NAMES = ("ann", "ben", "cid", "dot", "eva", "fay")

leagues = st.builds(
    lambda size, seats, rounds, seed, kind: league_of(
        *NAMES[: max(size, seats)], seats=seats, rounds=rounds, seed=seed, seatings=kind
    ),
    st.integers(3, len(NAMES)),
    st.sampled_from([3, 4]),
    st.integers(1, 3),
    st.integers(0, 2**63 - 1),
    st.sampled_from(["square", "all"]),
)


def assignments(league: League) -> dict[int, Assignment]:
    """Returns every match of the league, by its place in the schedule."""
    fixtures = Fixtures(league)
    return {
        ordinal: assignment
        for block in create_schedule(league).blocks()
        for ordinal, assignment in zip(fixtures.ordinals(block), fixtures.assignments(block), strict=True)
    }


def names(assignment: Assignment) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in assignment.spec.entrants)


@given(leagues)
def test_every_table_plays_one_block_a_round(league: League) -> None:
    blocks = list(create_schedule(league).blocks())
    tables = Counter((block.round, block.table) for block in blocks)
    assert set(tables.values()) == {1}
    assert len(blocks) == league.rounds * comb(len(league.bots), league.seats)
    assert create_schedule(league).even() == comb(len(league.bots), league.seats)
    assert {block.round for block in blocks} == set(range(league.rounds))
    assert all(len(set(block.table)) == league.seats for block in blocks)


@settings(max_examples=30)
@given(leagues)
def test_places_in_the_schedule_are_dense_and_in_order(league: League) -> None:
    fixtures = Fixtures(league)
    places = [ordinal for block in create_schedule(league).blocks() for ordinal in fixtures.ordinals(block)]
    assert places == list(range(count_matches(league)))


@settings(max_examples=30)
@given(leagues)
def test_in_a_block_every_bot_has_every_seat_equally_often_in_one_deal(league: League) -> None:
    fixtures = Fixtures(league)
    for block in create_schedule(league).blocks():
        matches = fixtures.assignments(block)
        seats = Counter((seat, name) for match in matches for seat, name in enumerate(names(match)))
        table = [league.bots[bot].name for bot in block.table]
        assert seats == {(seat, name): len(matches) // league.seats for seat in range(league.seats) for name in table}
        assert len({match.spec.deal for match in matches}) == 1
        assert len({names(match) for match in matches}) == len(matches)


def test_all_seatings_are_every_order() -> None:
    assert len(set(seatings(league_of(*NAMES[:4], seats=4, seatings="all")))) == 24


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_square_every_index_has_every_seat_once(seats: int) -> None:
    rows = square(seats)
    assert len(rows) == seats
    assert all(sorted(column) == list(range(seats)) for column in [*rows, *zip(*rows, strict=True)])


@pytest.mark.parametrize("seats", [2, 4])
def test_in_an_even_square_everybody_follows_everybody_once(seats: int) -> None:
    followed = Counter(pair for row in square(seats) for pair in pairwise(row))
    assert followed == {(one, other): 1 for one in range(seats) for other in range(seats) if one != other}


def test_who_follows_whom_does_not_depend_on_the_place_in_the_league_file() -> None:
    matches = assignments(league_of(*NAMES[:3], rounds=400)).values()
    followed = Counter(names(match)[:2] for match in matches)
    assert len(followed) == 6
    assert max(followed.values()) < 1.3 * min(followed.values())


@settings(max_examples=30)
@given(leagues)
def test_no_two_matches_share_an_id_and_no_two_blocks_a_deal(league: League) -> None:
    matches = assignments(league).values()
    assert len({match.spec.id for match in matches}) == count_matches(league)
    deals = Counter(match.spec.deal for match in matches)
    assert len(deals) == league.rounds * create_schedule(league).even()


def test_more_rounds_keep_the_matches_that_were_there() -> None:
    short, long = (assignments(league_of(*NAMES[:4], rounds=rounds)) for rounds in (2, 5))
    assert {place: long[place] for place in short} == short


def test_a_deal_does_not_depend_on_the_other_tables() -> None:
    alone = {names(match): match.spec.deal for match in assignments(league_of("ann", "ben", "cid", rounds=1)).values()}
    among = {names(match): match.spec.deal for match in assignments(league_of(*NAMES, rounds=1)).values()}
    assert alone.items() <= among.items()


def test_every_round_has_another_deal() -> None:
    deals = [match.spec.deal for match in assignments(league_of("ann", "ben", "cid", rounds=4)).values()]
    assert len(set(deals)) == 4


def test_another_seed_gives_other_deals_ids_and_seeds_of_bots() -> None:
    one, two = (assignments(league_of(*NAMES[:4], seed=seed)) for seed in (7, 8))
    for place, match in one.items():
        assert match.spec.deal != two[place].spec.deal
        assert match.spec.id != two[place].spec.id
        assert not {*match.seeds} & {*two[place].seeds}


def test_every_seat_of_every_match_has_a_seed_of_its_own() -> None:
    seeds = [seed for match in assignments(league_of(*NAMES)).values() for seed in match.seeds]
    assert len(set(seeds)) == len(seeds)
    assert max(seeds).bit_length() in range(60, 65)


def test_the_name_of_the_league_and_the_bots_files_are_part_of_a_match_id() -> None:
    (first, *_), (other, *_) = (
        list(assignments(league).values()) for league in (league_of(*NAMES[:3]), league_of(*NAMES[:3], name="final"))
    )
    assert first.spec.deal == other.spec.deal
    assert first.spec.id != other.spec.id


@pytest.mark.parametrize("parts", [("a", "b"), ("ab",), ("a", "b", 1), ("a", ["b"]), ("a", "b", "1")])
def test_what_is_derived_depends_on_every_part(parts: tuple[object, ...]) -> None:
    others = [("a", "b"), ("ab",), ("a", "b", 1), ("a", ["b"]), ("a", "b", "1"), ("b", "a")]
    equal = [other for other in others if derived(16, *other) == derived(16, *parts)]
    assert equal == [parts]


def test_the_same_league_is_the_same_on_every_machine() -> None:
    league = replace(league_of(*NAMES[:4], rounds=3), components="fixed")
    last = assignments(league)[count_matches(league) - 1]
    assert names(last) == ("ben", "cid", "dot")
    key = blake2b(b'["key", "deals", 7]', digest_size=32).digest()
    assert last.spec.deal == blake2b(b'[2, ["ben", "cid", "dot"]]', digest_size=16, key=key).digest()
    assert last.spec.deal.hex() == "1e90415f92c3d41b2d6e412224263913"
    assert last.seeds == (2431989616231229960, 14600433756602560245, 7795683935103980434)
    # The id includes the game's rules_version. Change it here with rules_version, and never otherwise.
    assert last.spec.id.hex() == "14c7114e5922524a6e96b3faa5536a17"
