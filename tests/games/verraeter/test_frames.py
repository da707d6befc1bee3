"""Tests of the boards in replays, which show the whole state in words. Many tests use the rule book's example round."""

import json
from math import dist, isclose
from typing import Any

from arena.games.verraeter.state.cards import code_of
from arena.games.verraeter.state.cells import PHASE
from arena.games.verraeter.state.state import State
from arena.games.verraeter.terms import RESOLUTION
from tests.rules.verraeter.positions import dealt, draft, fought, game, play, position

HANDS = ("2+4+6", "3+4+8", "2+2+5", "3+4+5")
PILE = (6, 2, 5, 2, 3, 3, 4, 3, 5, 4, 5)


def frame(state: State) -> Any:
    return game.reveal(state)


def example() -> State:
    """Returns the state of the rule book's example round when it is the Builder's turn."""
    before = position(hands=HANDS, pile="+".join(map(str, PILE)))
    return fought(before, "11|0", "builder traitor strategist diplomat-5", "2+4+6 4 - 3", aside="diplomat-2")


def test_a_frame_tells_the_round() -> None:
    told = frame(example())
    keys = ("round", "phase", "start", "strategist", "conflict", "aside")
    assert [told[key] for key in keys] == [1, "building", 0, 1, 11, "diplomat-2"]


def test_a_frame_tells_the_circle() -> None:
    told = frame(play(example(), "build trading-post 0"))["circle"]
    assert told[0] == {"landscape": "city", "house": "rose", "building": {"seat": 0, "kind": "trading-post"}}
    assert told[11] == {"landscape": "river", "house": "rose", "building": {"seat": 1, "kind": "estate"}}
    assert told[2] == {"landscape": "waste", "house": "eagle", "building": None}


def test_a_frame_tells_each_seat() -> None:
    told = frame(example())["seats"]
    assert told[1] == {
        "house": "eagle",
        "score": 1,
        "hand": [3, 8],
        "reserve": 2,
        "kept": True,
        "role": "traitor",
        "offered": ["traitor", "diplomat-5", "strategist", "farmer"],
        "played": [4],
    }
    assert [seat["role"] for seat in told] == ["builder", "traitor", "strategist", "diplomat-5"]
    assert frame(play(example(), "build estate 6"))["seats"][0]["reserve"] == 1


def test_a_frame_shows_roles_as_they_are_kept() -> None:
    told = frame(draft(position(), "11|0", "builder traitor"))["seats"]
    assert [seat["role"] for seat in told] == ["builder", "traitor", None, None]


def test_a_frame_tells_both_piles_the_draw_pile_in_drawing_order() -> None:
    assert frame(example())["draw_pile"] == list(PILE)
    assert frame(play(example(), "build nothing"))["discard"] == [2, 3, 4, 4, 6]


def test_between_rounds_there_is_no_border_and_no_role_aside() -> None:
    told = frame(play(example(), "build nothing"))
    assert (told["round"], told["phase"], told["conflict"], told["aside"]) == (2, "conflict", None, None)


def test_a_frame_of_the_set_up_has_all_cards_in_the_draw_pile() -> None:
    told = frame(dealt())
    assert (told["phase"], len(told["draw_pile"]), told["conflict"]) == ("set-up", 23, None)
    assert [seat["hand"] for seat in told["seats"]] == [[]] * 4


def test_a_seat_is_shown_its_own_secrets_and_how_many_cards_others_have() -> None:
    state = draft(position(hands=HANDS), "11|0", "builder traitor")
    told: Any = game.show(game.view(state, 0))
    assert [seat["hand"] for seat in told["seats"]] == [[2, 4, 6], [None] * 3, [None] * 3, [None] * 3]
    assert [seat["role"] for seat in told["seats"]] == ["builder", None, None, None]
    assert [seat["kept"] for seat in told["seats"]] == [True, True, False, False]
    assert [seat["offered"] is None for seat in told["seats"]] == [False, True, True, True]
    assert told["aside"] == frame(state)["aside"] is not None
    assert set(told["draw_pile"]) == {None}
    assert game.show(game.view(state, 1))["aside"] is None


def test_the_open_table_shows_no_hand_and_no_role_until_all_are_shown() -> None:
    state = draft(position(hands=HANDS), "11|0", "builder traitor")
    told: Any = game.open_table(state)
    assert {card for seat in told["seats"] for card in seat["hand"]} == {None}
    assert [(seat["kept"], seat["role"]) for seat in told["seats"]] == [(True, None)] * 2 + [(False, None)] * 2
    shown: Any = game.open_table(example())
    assert [seat["role"] for seat in shown["seats"]] == ["builder", "traitor", "strategist", "diplomat-5"]
    assert shown["aside"] == "diplomat-2"


def test_stages_show_the_sums_of_both_houses_and_who_wins() -> None:
    """V-5.1 to V-5.4: the board of the resolution shows the conflict points of both houses and the winner, as in the
    rule book's example. The board after it shows only the winner.
    """
    state = draft(position(hands=HANDS), "11|0", "builder traitor strategist diplomat-5", aside="diplomat-2")
    state = play(state, "play 2+4+6", "play 4", "play -")
    stages = game.stages(state, code_of((3,)))
    resolved = frame(next(stage for stage in stages if stage.cells[PHASE] == RESOLUTION))
    assert (resolved["strengths"], resolved["winner"]) == ({"eagle": 21, "rose": 23}, "rose")
    assert (frame(example())["strengths"], frame(example())["winner"]) == (None, "rose")


def test_actions_are_told_in_parts() -> None:
    state = example()
    told = {game.action_name(state, action): game.action_parts(state, action) for action in game.legal_actions(state)}
    assert told["build nothing"] == {"kind": "build-nothing"}
    assert told["build trading-post 0"] == {"kind": "build", "building": "trading-post", "place": 0}
    assert told["flip 5"] == {"kind": "flip", "building": "trading-post", "place": 5}
    assert told["move 5>6"] == {"kind": "move", "building": "estate", "origin": 5, "target": 6}


def test_the_set_up_tells_what_the_cards_are_worth_and_where_they_lie() -> None:
    told: Any = game.setup(game.view(dealt(), 0))
    assert told["landscapes"][-1] == {"name": "city", "base": 15, "winners": [15, 8, 4, 1]}
    assert (told["seats"], told["rounds"], told["hand_limit"]) == (4, 8, 5)
    assert sum(told["supply"].values()) == 23
    places = [(place["x"], place["y"]) for place in told["layout"]["places"]]
    assert places[0] == (0.0, -1.0)
    assert places[3] == (1.0, 0.0)
    steps = [dist(one, two) for one, two in zip(places, places[1:] + places[:1], strict=True)]
    assert all(isclose(step, steps[0], rel_tol=1e-3) for step in steps)
    assert "-0.0" not in json.dumps(told)
