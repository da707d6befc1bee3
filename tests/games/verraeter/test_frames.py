"""A frame of a replay: the whole state in words, shown on the printed example."""

from typing import Any

from arena.games.verraeter.state import State
from tests.rules.verraeter.positions import dealt, draft, fought, game, play, position

HANDS = ("2+4+6", "3+4+8", "2+2+5", "3+4+5")
PILE = (6, 2, 5, 2, 3, 3, 4, 3, 5, 4, 5)


def frame(state: State) -> Any:
    return game.reveal(state)


def example() -> State:
    """The example round when the Builder has to act."""
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
    assert told[1] == {"house": "eagle", "score": 1, "hand": [3, 8], "reserve": 2, "role": "traitor", "played": [4]}
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
