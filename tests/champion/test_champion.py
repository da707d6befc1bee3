"""The champion reckons exactly, draws worlds by what seats like, and learns from matches."""

from collections.abc import Iterator

import numpy as np
import pytest
from beliefs import Beliefs
from bot import LEARNED, Champion, recall, share_of
from facts import Table
from network import COARSE, FINE, LAYERS, Network

from arena.bot import Search
from arena.games.verraeter import Position
from arena.games.verraeter.terms import ALL_ROLES, DRAFT, SUPPLY
from tests.bots.playing import random_turns, start_for
from training.champion.fitting import fit
from training.champion.lessons import SEATS, Lessons, collect
from training.champion.matches import WINNER_POINTS

MOST_FACT = 400
"""No fact is larger: 20 conflict points in hand, nine rounds, and what a lead of 99 points is worth."""


def positions(seats: int, deal: int = 1) -> Iterator[Position]:
    """The position of every turn of a random match."""
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
    """Of two roles that the other seats may have kept, the one that all like is kept in more worlds."""
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


def test_training_keeps_of_each_round_and_pick_what_the_bot_is_given() -> None:
    lessons = collect(range(6), None, 2)
    for seats in SEATS:
        seen, rounds = lessons[seats], 12 - seats
        assert seats * (rounds - 4) <= len(seen.starts) / 3 <= seats * (rounds - 1)
        assert len(seen.starts) == len(seen.shares)
        assert len(seen.picks) == len(seen.offered) == len(seen.kept) <= 3 * seats * rounds
        assert (seen.offered[np.arange(len(seen.kept)), seen.kept - 1] == 1).all()
        assert seen.shares.reshape(3, -1).sum() / FINE == pytest.approx(len(seen.starts) / 2, rel=0.001)


def test_training_learns_a_rule_and_the_whole_numbers_keep_it() -> None:
    """A seat ends ahead if its first fact is above 0, and every seat keeps the first role that it is offered."""
    rng = np.random.default_rng(1)
    starts = rng.integers(-20, 20, (4_000, 5), np.int32)
    offered = (rng.random((2_000, 6)) < 0.7).astype(np.int32)
    offered[:, 5] = 1
    picks = np.column_stack([np.ones(2_000, np.int32), rng.integers(0, 30, (2_000, 14), np.int32)])
    lessons = Lessons(
        starts,
        np.where(starts[:, 0] > 0, np.int32(FINE), np.int32(0)),
        picks,
        offered,
        offered.argmax(axis=1).astype(np.int32) + 1,
    )
    fitted = fit(lessons, 3, 1)
    assert fitted.explained > 0.9
    assert fitted.draft_loss < 0.2
    expected = Network(fitted.numbers, 3).shares(starts) / FINE
    assert np.mean((expected > 0.5) == (starts[:, 0] > 0)) > 0.98
    liking = fitted.numbers["drafter-3"].tolist()
    assert sorted(range(1, 7), key=lambda role: -liking[role][0]) == [1, 2, 3, 4, 5, 6]
