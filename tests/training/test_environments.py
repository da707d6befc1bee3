"""Tests of the training environments: the match that is played, the rewards, and the opponents."""

import random
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'bot-arena[rl]'")

from arena import training
from arena.bot import Bot, play
from arena.errors import ArenaError
from arena.match import MatchRecord
from arena.match.trial import trial_deal
from arena.training.matches import Observation
from tests.bots.playing import load_bot

GREEDY: Final = Path(__file__).parents[2] / "examples" / "connect-four" / "bots" / "greedy"


def first(observation: Any) -> int:
    return int(observation["action_mask"].argmax())


def play_on(env: Any, choose: Any = first) -> dict[str, float]:
    """Plays the match of an AEC environment to its end; returns the rewards."""
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        rewards[agent] = reward
        env.step(None if terminated else choose(observation))
    return rewards


# Which match is played.


def test_a_seed_is_the_match_of_arena_play_and_those_after_it_follow_from_it() -> None:
    env = training.aec("verraeter", seats=4, edition="classic")
    deals = []
    for seed in (7, None, None, 8, 7, None):
        env.reset(seed=seed)
        deals.append(env.matches.match.spec.deal)
    assert deals[0] == trial_deal(7)
    assert deals[:2] == deals[4:]
    assert len(set(deals)) == 4
    assert env.matches.match.spec.edition == "classic"


def test_a_seed_given_at_the_beginning_is_that_of_the_first_match() -> None:
    for env in (
        training.aec("tron", seed=3),
        training.parallel("tron", seed=3),
        training.against("tron", [first], seed=3),
    ):
        env.reset()
        assert env.matches.match.spec.deal == trial_deal(3)


def test_without_a_seed_two_environments_play_different_deals() -> None:
    envs = [training.aec("tron") for _ in (0, 1)]
    for env in envs:
        env.reset()
    assert envs[0].matches.match.spec.deal != envs[1].matches.match.spec.deal


# What a match is worth.


def record(scores: tuple[int, ...], ranks: tuple[int, ...]) -> MatchRecord:
    """Returns the record of a match with these scores and ranks."""
    env = training.aec("tron", seats=len(scores))
    env.reset()
    return MatchRecord(env.matches.match.spec, (), (), scores, ranks)


def test_ranks_are_worth_1_to_minus_1_and_nothing_together() -> None:
    assert training.by_rank(record((3, 5), (2, 1))) == [-1, 1]
    assert training.by_rank(record((5, 5), (1, 1))) == [0, 0]
    assert training.by_rank(record((9, 4, 4), (1, 2, 2))) == [1, -0.5, -0.5]


def test_rewards_come_at_the_end_from_the_function_that_was_given() -> None:
    env = training.aec("verraeter", seed=1, rewards=training.by_score)
    env.reset()
    while not any(env.terminations.values()):
        assert not any(env.rewards.values())
        env.step(first(env.last()[0]))
    assert list(env.rewards.values()) == list(env.matches.match.record().scores)
    assert play_on(env) == {f"seat_{seat}": score for seat, score in enumerate(env.matches.match.record().scores)}


def test_an_illegal_action_ends_the_match_to_the_loss_of_its_seat_alone() -> None:
    turns = training.aec("verraeter", seed=1)
    turns.reset()
    illegal = int(turns.last()[0]["action_mask"].argmin())
    loser = turns.agent_selection
    turns.step(illegal)
    assert turns.infos[loser] == {"illegal": illegal}
    assert play_on(turns) == {agent: -1.0 if agent == loser else 0.0 for agent in turns.possible_agents}

    together = training.parallel("tron", seed=1)
    together.reset()
    _, rewards, over, _, infos = together.step({"seat_0": 1, "seat_1": 4})
    assert (rewards, over) == ({"seat_0": 0.0, "seat_1": -1.0}, {"seat_0": True, "seat_1": True})
    assert infos["seat_1"] == {"illegal": 4}
    assert together.agents == []

    alone = training.against("connect-four", [first], seed=1)
    alone.reset()
    assert alone.step(9)[1:] == (-1.0, True, False, {"illegal": 9})


# Who acts when.


def test_seats_that_choose_at_once_act_in_one_step() -> None:
    env = training.parallel("tron", seats=3, seed=1)
    observations, _ = env.reset()
    steps = 0
    while env.agents:
        riding = [seat for seat, out in enumerate(env.matches.match.state.state.out) if out < 0]
        assert [seat for seat in range(3) if observations[f"seat_{seat}"]["action_mask"].any()] == riding
        observations, *_ = env.step({agent: first(one) for agent, one in observations.items()})
        steps += 1
    assert steps == env.matches.match.state.state.move


def test_in_turn_no_seat_sees_what_another_has_chosen_at_the_same_time() -> None:
    env = training.aec("tron", seats=2, seed=1)
    seen = []
    for action in (0, 1):
        env.reset(seed=1)
        env.step(action)
        assert env.agent_selection == "seat_1"
        seen.append(env.observe("seat_1")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_of_seats_in_turn_that_one_is_heard_whose_turn_it_is() -> None:
    env = training.parallel("connect-four", seed=1)
    observations, _ = env.reset()
    assert not observations["seat_1"]["action_mask"].any()
    env.step({"seat_0": 3, "seat_1": 99})
    assert env.matches.match.actions == [3]


def test_an_action_is_named_in_the_notation_of_the_game() -> None:
    env = training.aec("connect-four")
    env.reset()
    assert env.action_name(3) == "d"


# Who plays the other seats.


def finish(env: Any) -> float:
    """Plays the match of a Gymnasium environment to its end; returns the reward."""
    observation, _ = env.reset()
    while True:
        observation, reward, terminated, _, _ = env.step(first(observation))
        if terminated:
            return float(reward)


def test_bots_play_as_they_do_in_matches_of_this_process() -> None:
    greedy = load_bot("greedy")
    env = training.against("verraeter", ["greedy", greedy], seed=5)

    class First(Bot):
        def choose(self, turn: Any) -> int:
            return int(turn.legal[0])

    reward = finish(env)
    expected = play([First, greedy, greedy], "verraeter", 5)
    assert env.matches.match.record().actions == expected.actions
    assert reward == training.by_rank(expected)[0]


@pytest.mark.parametrize("opponent", [str(GREEDY), GREEDY, "connect-four-greedy"])
def test_a_bot_is_named_by_its_folder_or_as_one_of_the_house(opponent: str | Path) -> None:
    env = training.against("connect-four", [opponent], seed=1)
    assert finish(env) == -1.0  # `finish` always takes the first column, and loses


def test_a_policy_is_given_what_its_seat_observes() -> None:
    seen: list[Observation] = []

    def policy(observation: Observation) -> int:
        seen.append(observation)
        return first(observation)

    finish(training.against("connect-four", [policy], seat=1, seed=1))
    assert {float(one["observation"][0]) for one in seen} == {0.0}
    assert all(one["action_mask"].any() for one in seen)


def test_a_random_opponent_draws_anew_in_each_match() -> None:
    env = training.against("connect-four", ["random"], seed=1)
    courses = set()
    for _ in range(4):
        finish(env)
        courses.add(tuple(env.matches.match.actions))
    assert len(courses) == 4


def test_the_own_seat_changes_from_match_to_match_where_none_is_named() -> None:
    env = training.against("verraeter", [first, first], seat=None, seed=1)
    seats = []
    for _ in range(4):
        observation, _ = env.reset()
        assert observation["observation"][0] == env.seat
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0]


def test_a_bot_is_told_the_end() -> None:
    ends: list[Any] = []

    class Told(Bot):
        def choose(self, turn: Any) -> int:
            return int(turn.legal[-1])

        def end(self, end: Any) -> None:
            ends.append(list(end.ranks))

    env = training.against("connect-four", [Told], seed=1)
    finish(env)
    assert ends == [list(env.matches.match.record().ranks)]


# What cannot be.


def test_an_opponent_that_chooses_what_is_not_legal_is_an_error() -> None:
    env = training.against("connect-four", [lambda _: 9], seat=1, seed=1)
    with pytest.raises(ArenaError, match="illegal-action"):
        env.reset()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: training.aec("verraeter", seats=5), "bad-seats"),
        (lambda: training.aec("verraeter", edition="none"), "bad-edition"),
        (lambda: training.aec("chess-of-mars"), "unknown-game"),
        (lambda: training.against("verraeter", ["connect-four-greedy"] * 2), "wrong-game"),
        (lambda: training.against("connect-four", ["rust/random"]), "bot-not-found"),
        (lambda: training.against("connect-four", ["random"], seat=2), "bad-seats"),
        # the wrong opponent
        (lambda: training.against("connect-four", [7]), "bad-opponent"),  # type: ignore[list-item]
        (lambda: training.against("connect-four", ["random"]).step(0), "not-begun"),
        (lambda: training.aec("connect-four").step(0), "not-begun"),
        (lambda: training.aec("connect-four").observe("seat_0"), "not-begun"),
        (lambda: training.parallel("connect-four").step({"seat_0": 0}), "not-begun"),
    ],
)
def test_what_there_is_not_is_told(make: Any, code: str) -> None:
    with pytest.raises(ArenaError) as refused:
        make()
    assert refused.value.code == code


def test_a_game_with_more_actions_than_a_mask_can_have_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "many.py"
    pig = Path(__file__).parents[1] / "games" / "outside" / "pig.py"
    file.write_text(pig.read_text("utf-8").replace("actions=2", "actions=2**21"), "utf-8")
    with pytest.raises(ArenaError, match="many-actions"):
        training.aec(str(file))


@pytest.mark.parametrize(("package", "make"), [("pettingzoo", training.aec), ("gymnasium", training.aec)])
def test_a_package_that_is_missing_is_named_with_what_installs_it(
    package: str, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith(("arena.training.", f"{package}."))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ArenaError) as refused:
        make("connect-four")
    assert (refused.value.code, refused.value.hint) == (
        "no-gymnasium",
        "install the missing packages with pip install 'bot-arena[rl]'",
    )
    assert package in refused.value.message


def test_who_takes_random_legal_actions_ends_every_match() -> None:
    env, rng = training.aec("hetverraad", seed=1), random.Random(1)
    env.reset()
    rewards = play_on(env, lambda seen: rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert sum(rewards.values()) == 0
