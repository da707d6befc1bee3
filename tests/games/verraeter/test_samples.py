"""Tests of sampled states of Verräter: the parts that a sample must keep, and the parts that it draws anew."""

import random

import pytest

from arena.games.verraeter.phases.draft import offer
from arena.games.verraeter.state.cards import FULL_DECK, code_of, text_of
from arena.games.verraeter.state.cells import ASIDE, DISCARD, HAND, KEPT, PHASE, PLAYED, START
from arena.games.verraeter.state.state import State, by_seat, draw_pile
from arena.games.verraeter.terms import DRAW, ROLES
from tests.games.matches import Case, every_case_of_verraeter, states_of
from tests.rules.verraeter.positions import draft, fought, game, hands, play, position

FIXED_HANDS = ("classic", "bsw", "faidutti")


def samples(state: State, seat: int, count: int = 400) -> list[State]:
    rng = random.Random(0)
    return [game.sample(game.view(state, seat), rng) for _ in range(count)]


def picks(state: State) -> tuple[str, ...]:
    return tuple(ROLES[role] for role in by_seat(state.cells, KEPT))


@every_case_of_verraeter
def test_a_sample_deals_the_whole_deck(case: Case) -> None:
    rng = random.Random(1)
    for state, _ in states_of(case, 1):
        sampled = case.game.sample(case.game.view(state, 0), rng)
        cells = sampled.cells
        held = sum(by_seat(cells, HAND)) + sum(by_seat(cells, PLAYED))
        assert held + cells[DISCARD] + code_of(draw_pile(cells)) == FULL_DECK


@every_case_of_verraeter
def test_a_sample_passes_the_roles_on_as_the_rules_do(case: Case) -> None:
    rng = random.Random(2)
    for state, _ in states_of(case, 2):
        for seat in range(case.seats):
            sampled = case.game.sample(case.game.view(state, seat), rng)
            left = set(range(1, 7)) - {sampled.cells[ASIDE]}
            for k in range(case.seats):
                one = (state.cells[START] + k) % case.seats
                assert bool(sampled.cells[KEPT + one]) == bool(state.cells[KEPT + one])
                assert bool(offer(sampled.cells, one)) == bool(offer(state.cells, one))
                if offer(sampled.cells, one):
                    assert offer(sampled.cells, one) == sum(1 << (role - 1) for role in left)
                left -= {sampled.cells[KEPT + one]}


def test_the_second_seat_cannot_tell_what_the_first_kept_from_what_is_aside() -> None:
    state = draft(position(), "1|2", "builder traitor strategist farmer", aside="diplomat-2")
    seen = {(ROLES[sampled.cells[ASIDE]], picks(sampled)[0]) for sampled in samples(state, 1)}
    assert seen == {("builder", "diplomat-2"), ("diplomat-2", "builder")}


def test_an_earlier_seat_knows_only_that_later_ones_kept_of_what_it_passed_on() -> None:
    state = draft(position(), "1|2", "builder traitor strategist farmer", aside="diplomat-2")
    sampled = samples(state, 0)
    assert {(ROLES[one.cells[ASIDE]], picks(one)[0]) for one in sampled} == {("diplomat-2", "builder")}
    assert len({picks(one)[1:] for one in sampled}) == 4 * 3 * 2
    assert {picks(one)[:2] for one in samples(state, 1)} >= {("builder", "traitor"), ("diplomat-2", "traitor")}


def test_a_seat_not_yet_asked_takes_any_role_to_be_anywhere() -> None:
    state = draft(position(), "1|2", "builder", aside="diplomat-2")
    seen = {(ROLES[one.cells[ASIDE]], picks(one)[0]) for one in samples(state, 3)}
    assert len(seen) == 6 * 5


def test_after_the_reveal_roles_are_not_dealt_again() -> None:
    state = fought(position(), "1|2", "builder traitor strategist farmer", aside="diplomat-2")
    assert {(one.cells[ASIDE], picks(one)) for one in samples(state, 3)} == {(state.cells[ASIDE], picks(state))}


def test_other_hands_and_the_pile_are_dealt_again() -> None:
    sampled = samples(position(hands=("2+4+6", "3+4+8", "2+2+5", "3+4+5")), 0, count=50)
    assert {hands(one)[0] for one in sampled} == {"2+4+6"}
    assert len({hands(one)[1] for one in sampled}) > 10
    assert len({draw_pile(one.cells) for one in sampled}) == 50


@pytest.mark.parametrize("edition", FIXED_HANDS)
def test_opening_hands_everybody_knows_stay_until_the_first_draw(edition: str) -> None:
    state = position(edition)
    assert {tuple(hands(one)) for one in samples(state, 2, count=20)} == {("3+4+5",) * 4}
    state = fought(state, "1|2", "builder traitor strategist farmer", "3 4+5 - -")
    assert {tuple(hands(one)) for one in samples(state, 2, count=20)} == {("4+5", "3", "3+4+5", "3+4+5")}
    later = play(state, "build nothing")
    assert len({tuple(hands(one)) for one in samples(later, 2, count=20)}) > 10


def test_opening_hands_nobody_played_from_stay_known_when_the_first_draw_is_asked_for() -> None:
    """V-10.9: the Farmer decides whether to discard before any card is drawn. Before this decision, samples keep the
    known opening hands.
    """
    state = fought(position("classic"), "1|2", "farmer traitor strategist diplomat-5")
    assert (state.cells[PHASE], game.actor(state)) == (DRAW, 0)
    assert {tuple(hands(one)) for one in samples(state, 2, count=20)} == {("3+4+5",) * 4}
    assert len({tuple(hands(one)) for one in samples(play(state, "discard -"), 2, count=20)}) > 10


def test_opening_hands_of_the_official_edition_are_not_known() -> None:
    assert len({tuple(hands(one)) for one in samples(position("official"), 2, count=20)}) > 10


def test_opening_hands_are_not_known_in_later_rounds() -> None:
    assert len({text_of(one.cells[HAND + 0]) for one in samples(position("classic", number=2), 2, count=20)}) > 3
