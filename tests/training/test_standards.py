"""Tests of the environments with the checks that PettingZoo and Gymnasium provide."""

from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'bot-arena[rl]'")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from arena import training
from arena.games.registry import BUILT_IN, EXAMPLES, GAMES
from tests.suite.sizes import full, sized

PIG: Final = str(Path(__file__).parents[1] / "games" / "outside" / "pig.py")
CYCLES: Final = sized(60, 1000)
every_game = pytest.mark.parametrize("game", [*BUILT_IN, *EXAMPLES, PIG], ids=lambda game: Path(game).stem)
pytestmark = [
    # Observations are dicts of two arrays, as in PettingZoo's own board games.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # A seat that is not asked has no legal action.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    # In some games, seat 0 sees only zeros at the start.
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    # The bounds of a game's values are unknown, and the environments draw no pictures.
    pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is (-)?infinity"),
    pytest.mark.filterwarnings("ignore:Environment has not defined a render"),
    pytest.mark.filterwarnings("ignore:.*No render modes was declared"),
    pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes"),
]


@every_game
def test_seats_in_turn(game: str) -> None:
    api_test(training.aec(game, seed=1), num_cycles=CYCLES)


@every_game
def test_seats_in_turn_play_the_same_for_a_seed(game: str) -> None:
    seed_test(lambda: training.aec(game), num_cycles=sized(20, 500))


@every_game
def test_seats_together(game: str) -> None:
    parallel_api_test(training.parallel(game, seed=1), num_cycles=CYCLES)
    parallel_seed_test(lambda: training.parallel(game), num_cycles=CYCLES)


@every_game
def test_one_seat_alone(game: str) -> None:
    env = training.against(game, ["random"] * (GAMES[game].info.seats[0] - 1) if game in GAMES else ["random"], seed=1)
    check_env(env)


@pytest.mark.parametrize(
    "name",
    [
        "leduc_poker(players=3)",
        "tic_tac_toe",
        "othello",
        "liars_dice",
        "goofspiel(imp_info=True,num_cards=4)",
        "backgammon",
    ],
)
def test_games_of_openspiel(name: str) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'bot-arena[openspiel]'")
    env: Any = training.aec(f"openspiel:{name}", seed=1)
    api_test(env, num_cycles=CYCLES)
    parallel_api_test(training.parallel(f"openspiel:{name}", seed=1), num_cycles=CYCLES)
    check_env(training.against(f"openspiel:{name}", ["random"] * (len(env.possible_agents) - 1), seed=1))


@full  # `make test`: test_seats_in_turn, with the first edition and the fewest seats
@pytest.mark.parametrize(
    ("game", "edition", "seats"),
    [
        (game, edition, seats)
        for game in (*BUILT_IN, *EXAMPLES)
        for edition in GAMES[game].info.editions
        for seats in GAMES[game].info.seats
    ],
)
def test_every_edition_and_number_of_seats(game: str, edition: str, seats: int) -> None:
    env: Any = training.aec(game, seats, edition, seed=1)
    api_test(env, num_cycles=200)
    assert len(env.possible_agents) == seats
