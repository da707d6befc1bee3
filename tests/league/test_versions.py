"""Tests of comparisons of two versions of a bot: both versions play the same deals, against the same opponents, in the
same seats.
"""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, read_manifest
from arena.errors import ArenaError
from arena.league.league import League
from arena.league.schedule import Fixtures, create_schedule
from arena.league.versions import comparison_league, find_bots, opponents_for
from arena.transport import Assignment


def house(*names: str) -> list[Manifest]:
    return [read_manifest(house_bot_names()[name]) for name in names]


def comparison(*opponents: str, seats: int = 3, deals: int = 12) -> League:
    new, old = house("greedy", "random")
    return comparison_league("verraeter", "official", seats, new, old, house(*opponents), deals, seed=3)


def pairs(league: League) -> list[tuple[list[Assignment], list[Assignment]]]:
    """Returns, for each deal, the matches of the new version and the matches of the old version."""
    fixtures = Fixtures(league)
    played = [fixtures.assignments(block) for block in create_schedule(league).blocks()]
    return [(new, old) for new, old in pairwise(played)][::2]


def names(match: Assignment) -> tuple[str, ...]:
    return tuple(entrant.name for entrant in match.spec.entrants)


def test_the_old_version_takes_the_place_of_the_new_one_and_nothing_else_changes() -> None:
    for new, old in pairs(comparison("banker", "random", "greedy")):
        for one, other in zip(new, old, strict=True):
            assert names(other) == tuple(name.replace("greedy (new)", "random (old)") for name in names(one))
            assert "greedy (new)" in names(one)
            assert other.spec.deal == one.spec.deal
            assert other.seeds == one.seeds
            assert other.spec.id != one.spec.id


def test_every_deal_is_another_and_each_version_has_every_seat_in_it() -> None:
    played = pairs(comparison("banker", "random"))
    assert len({new[0].spec.deal for new, _ in played}) == len(played) == 12
    for new, old in played:
        assert sorted(names(match).index("greedy (new)") for match in new) == [0, 1, 2]
        assert sorted(names(match).index("random (old)") for match in old) == [0, 1, 2]


@given(st.integers(3, 4), st.integers(3, 5))
def test_opponents_take_turns(seats: int, count: int) -> None:
    league = comparison(*["banker", "random", "greedy", "banker", "random"][:count], seats=seats, deals=30)
    met = Counter(name for new, _ in pairs(league) for name in names(new[0]) if name != "greedy (new)")
    together = Counter(pair for new, _ in pairs(league) for pair in combinations(sorted(names(new[0])), 2))
    assert len(met) == count
    assert max(met.values()) - min(met.values()) <= 1
    assert len(together) == (count + 1) * count // 2


def test_the_same_bot_may_be_both_versions_and_every_opponent() -> None:
    (bot,) = house("random")
    league = comparison_league("verraeter", "official", 4, bot, bot, [bot] * 3, 2, seed=3)
    assert [bot.name for bot in league.bots] == ["random (new)", "random (old)", "random", "random 2", "random 3"]


def test_without_names_the_opponents_are_house_bots_made_for_the_game() -> None:
    for game in ("verraeter", "hetverraad"):
        found = opponents_for(game, [], 3)
        assert len(found) >= 2
        assert all(game in bot.games for bot in found)


def test_opponents_that_do_not_fill_a_table_are_joined_by_house_bots() -> None:
    (greedy,) = house("greedy")
    found = opponents_for("verraeter", [greedy], 4)
    assert len(found) == 3
    assert found[0] == greedy
    assert greedy not in found[1:]
    assert all("verraeter" in bot.games for bot in found)


def test_more_opponents_than_seats_all_stay() -> None:
    named = house("greedy", "banker", "random", "montecarlo")
    assert opponents_for("verraeter", named, 3) == named


def test_a_bot_of_another_game_is_refused() -> None:
    with pytest.raises(ArenaError) as refusal:
        find_bots(["greedy"], "hetverraad")
    assert refusal.value.code == "wrong-game"
    assert find_bots(["greedy"], None) == house("greedy")
