"""Tests of the champion's calculations, which must be exact, and of the random states of its search, in which seats
often have roles that they like.
"""

from collections.abc import Iterator

import numpy as np
import pytest
from beliefs import Beliefs, buildings
from bot import LEARNED, Champion, recall, share_of
from facts import Table
from network import CHANCES, COARSE, FINE, LAYERS, REACH, STEPS, Network

from arena.bot import Search
from arena.games.verraeter import Position
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, ESTATE, PLACES, SUPPLY, TRADING_POST
from tests.bots.playing import random_turns, start_for
from training.champion.lessons import SEATS
from training.champion.matches import WINNER_POINTS

MOST_FACT = 400
"""The maximum absolute value of an input of the champion's network. It allows for 20 conflict points in hand times nine
rounds left (180). It also allows for a lead of 99 points times 4, the factor for one round left (396).
"""


def positions(seats: int, deal: int = 1) -> Iterator[Position]:
    """Yields the position at every turn of a random match."""
    for match, _ in random_turns(seats, "official", deal):
        yield Position(match.snapshot())


@pytest.mark.parametrize("seats", SEATS)
def test_no_sum_of_the_network_is_too_large_to_be_exact(seats: int) -> None:
    network, _ = recall(LEARNED, seats)
    most: float | np.ndarray = MOST_FACT
    for weights, bias in network.layers:
        assert np.array_equal(weights, np.round(weights))
        sums = (np.abs(weights) * np.reshape(most, (-1, 1))).sum(axis=0) + np.abs(bias)
        assert sums.max() < 2**53
        most = sums / COARSE
    assert len(network.layers) == LAYERS


@pytest.mark.parametrize("seats", SEATS)
def test_a_position_is_rated_alike_alone_and_among_others(seats: int) -> None:
    network, _ = recall(LEARNED, seats)
    several = list(positions(seats))
    for seat in range(seats):
        facts = Table(several).of(seat)
        assert np.abs(facts).max() <= MOST_FACT
        alone = [int(network.shares(Table([position]).of(seat))[0]) for position in several]
        assert network.shares(facts).tolist() == alone
        order = np.random.default_rng(seat).permutation(facts.shape[1])
        assert np.array_equal(facts[:, order] @ network.layers[0][0][order], facts @ network.layers[0][0])


def exactly(network: Network, facts: list[int]) -> int:
    """Returns the network's output for one row of inputs, `facts`, computed with Python's own integers."""
    values = facts
    for layer, (weights, bias) in enumerate(network.layers):
        columns = zip(weights.T.astype(int).tolist(), bias.astype(int).tolist(), strict=True)
        values = [sum(map(int.__mul__, column, values)) + own for column, own in columns]
        if layer < LAYERS - 1:
            values = [max(value, 0) // COARSE for value in values]
    return int(CHANCES[min(max(values[0] // (FINE // STEPS) + REACH * STEPS, 0), len(CHANCES) - 1)])


@pytest.mark.parametrize("seats", SEATS)
def test_the_network_says_what_whole_numbers_say(seats: int) -> None:
    network, _ = recall(LEARNED, seats)
    facts = Table(list(positions(seats))).of(0)
    hidden = np.maximum(facts @ network.layers[0][0] + network.layers[0][1], 0)
    assert (hidden % COARSE).any()  # the division by COARSE must round something, or the test would prove nothing
    assert network.shares(facts).tolist() == [exactly(network, row) for row in facts.tolist()]


@pytest.mark.parametrize("seats", SEATS)
def test_buildings_are_counted_as_the_rules_count_them(seats: int) -> None:
    for position in positions(seats, 3):
        places = list(zip(position.building_kind, position.building_seat, position.circle_house, strict=True))
        for seat, house in enumerate(position.house):
            estates = [place for place, (kind, owner, _) in enumerate(places) if (kind, owner) == (ESTATE, seat)]
            active = [place for place in estates if places[place][2] == house]
            safe = sum(places[(place + step) % PLACES][2] == house for place in active for step in (1, -1))
            posts = sum((kind, owner) == (TRADING_POST, seat) for kind, owner, _ in places)
            table = Table([position])
            counted = [int(one[0]) for one in table.buildings(seat, table.house[:, seat])]
            assert counted == [len(active), len(estates) - len(active), posts, safe]
            assert buildings(position, seat) == (len(active), len(estates) - len(active), posts)


@pytest.mark.parametrize("seats", SEATS)
def test_an_action_is_worth_what_its_playouts_end_in(seats: int) -> None:
    """Tests that an action's value is the sum of the seat's shares of beaten opponents over all playouts. The scores
    give the share if the match is over after the playout; otherwise the network estimates it.
    """
    judges = set()
    for match, turn in random_turns(seats, "official", 4):
        champion = Champion(start_for(match, turn.seat, 1))
        worlds, actions = champion.worlds(turn, 2), list(turn.legal)[:2]
        for action, share in zip(actions, champion.shares(worlds, actions, turn.seat), strict=True):
            ends = [champion.playout(world, action) for world in worlds]
            over = [end.actor is None for end in ends]
            judges |= set(over)
            judged = [champion.network.shares(Table([end]).of(turn.seat))[0] for end in ends]
            scored = [share_of(end.score, turn.seat) for end in ends]
            assert share == np.where(over, scored, judged).sum()
    assert judges == {True, False}


def test_the_action_with_the_largest_share_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for match, turn in random_turns(3, "official", 6):
        champion = Champion(start_for(match, turn.seat, 1), playouts=1)
        for best in {turn.legal[0], turn.legal[-1], turn.legal[len(turn.legal) // 2]}:
            monkeypatch.setattr(
                champion, "shares", lambda _, actions, __, best=best: [int(one == best) for one in actions]
            )
            assert champion.choose(turn) == best


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_far_ahead_before_the_last_round_is_expected_to_end_ahead(seats: int) -> None:
    network, _ = recall(LEARNED, seats)
    last = next(position for position in positions(seats) if position.round == 12 - seats)
    table = Table([last, last])
    table.score = np.array([[30, *[5] * (seats - 1)], [5, *[30] * (seats - 1)]])
    ahead, behind = network.shares(table.of(0)) / FINE
    assert ahead > 0.95
    assert behind < 0.05


def test_shares_of_opponents_count_half_for_those_level() -> None:
    assert [share_of((7, 7, 3), seat) / FINE for seat in range(3)] == pytest.approx([0.75, 0.75, 0], abs=1e-5)
    assert [share_of((9, 1, 1, 4), seat) for seat in (0, 3)] == [FINE, FINE * 4 // 6]


@pytest.mark.parametrize("seats", SEATS)
def test_no_role_is_out_of_the_question_and_the_favourite_is_the_measure(seats: int) -> None:
    _, liking = recall(LEARNED, seats)
    for position in positions(seats):
        if position.phase == DRAFT:
            liked = Beliefs(liking, position, WINNER_POINTS).liking(position.start, 9)
            assert max(liked) == FINE
            assert min(liked) > 0


def test_worlds_are_drawn_by_how_likely_they_are() -> None:
    """Tests that the champion more often draws worlds in which the other seats have roles that they like. A world is a
    state that agrees with the champion's view.
    """
    kept: dict[int, int] = dict.fromkeys(ALL_ROLES, 0)
    for match, turn in random_turns(3, "official", 5):
        if turn.verraeter.phase != SUPPLY:
            continue
        champion = Champion(start_for(match, turn.seat, 1))
        champion.liking = [[0] * 15, [4096 * 4, *[0] * 14], *[[0] * 15 for _ in range(5)]]
        for world in champion.worlds(turn, 40):
            for seat, role in enumerate(Position(world.state).kept):
                kept[role] += seat != turn.seat
    unliked = max(kept[role] for role in ALL_ROLES if role != ALL_ROLES[0])
    assert kept[ALL_ROLES[0]] > 1.5 * unliked


def test_worlds_fit_what_the_seat_sees() -> None:
    for match, turn in random_turns(4, "official", 2):
        start = start_for(match, turn.seat, 1)
        view = Search(start).view(turn)
        for world in Champion(start).worlds(turn, 3):
            assert match.game.view(world.state, turn.seat) == view
