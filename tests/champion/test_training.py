"""Tests of the champion's training, of the report about what the champion has learned, and of the measurement of its
strength.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from bot import LEARNED
from network import FINE, Network

from arena.bot import Bot, MatchStart
from training.champion import __main__ as program
from training.champion import insights
from training.champion.fitting import fit
from training.champion.lessons import SEATS, Lessons, collect
from training.champion.matches import champion, new_match, steps
from training.champion.strength import beaten, difference, montecarlo_with


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
    """Tests that training learns simple rules from invented data, and that rounding the parameters to whole numbers
    keeps these rules. The rules: a seat finishes ahead if its first input is above 0, and every seat keeps the first
    role that it is offered.
    """
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
    assert all(liking[role][0] > liking[role + 1][0] for role in range(1, 6))


def test_a_run_writes_numbers_of_its_last_round_by_which_the_bot_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "learned.npz"
    options = ["--matches", "10", "2", "--workers", "2", "--into", str(file)]
    monkeypatch.setattr(sys, "argv", ["training.champion", *options])
    monkeypatch.setattr("training.champion.fitting.EPOCHS", 1)
    monkeypatch.setattr("training.champion.fitting.DRAFT_STEPS", 5)
    program.main()
    rounds = [line.split(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert rounds == [f"round {number}, {seats} seats" for number in (1, 2) for seats in SEATS]
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    for seats in SEATS:
        match = new_match(seats, 1)
        for _ in steps(match, [champion(6, file)] * seats, 1):
            pass
        assert match.actor is None


@pytest.mark.parametrize("seats", SEATS)
def test_insights_follow_every_pick_to_what_the_round_brought(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    """Tests the gains from a seat's choices of roles: their sum over a match is the seat's final share of beaten
    opponents minus one half.

    The gain from a choice is the increase of the seat's expected share in that round.
    """
    monkeypatch.setattr(insights, "PLAYOUTS", 6)
    seen = insights.play(1, seats)
    assert sum(seen.shares) == pytest.approx(seats / 2, abs=1e-4)
    rounds = {outcome.pick.round for outcome in seen.outcomes}
    assert len(seen.outcomes) == seats * len(rounds)
    assert rounds == set(range(1, len(rounds) + 1))
    gains = [sum(one.gain for one in seen.outcomes if one.pick.seat == seat) for seat in range(seats)]
    ends = [gain + 0.5 for gain in gains]
    assert sorted(ends) == pytest.approx(sorted(seen.shares), abs=1e-4)


def test_strength_plays_the_same_deal_with_both() -> None:
    assert difference(5, partial(montecarlo_with, 120), 3) == 0


def test_strength_seats_the_bot_everywhere() -> None:
    seats: list[int] = []

    def maker(start: MatchStart) -> Bot:
        seats.append(start.seat)
        return champion(1, LEARNED)(start)

    assert 0 <= beaten(maker, 3, 5) <= 1
    assert seats == [0, 1, 2]
