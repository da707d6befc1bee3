"""Every game tells its matches to people: in lines, by what the states say, and without changing them."""

from typing import Any

from arena.games.contract import Narrator, Told
from arena.games.registry import GAMES
from tests.games.matches import Case, every_case, facts, spread, states_of

NAMES = ("ann", "ben", "cid", "dora", "emil")


def narrator_of(case: Case) -> Narrator[Any]:
    """The game's narrator for as many seats as the case has."""
    return GAMES[case.key].narrator(NAMES[: case.seats])


def lines_of(told: Told) -> list[str]:
    return [told.meaning, *told.events, *told.chapter]


def told_match(case: Case, seed: int) -> list[Told]:
    """All that is told of a random match."""
    narrator = narrator_of(case)
    return [
        narrator.opening(case.deal(seed)),
        *(narrator.tell(state, action) for state, action in states_of(case, seed) if action is not None),
    ]


@every_case
def test_all_that_is_told_are_lines_a_terminal_can_show(case: Case) -> None:
    for told in told_match(case, 1):
        for line in lines_of(told):
            assert line.isprintable()
            assert len(line) < 400
        assert all(told.events)
        assert len(told.meaning) <= 80


@every_case
def test_each_part_of_a_match_begins_once_with_how_all_seats_stand(case: Case) -> None:
    chapters = [told.chapter for told in told_match(case, 2) if told.chapter]
    titles = [title for title, *_ in chapters]
    assert titles[0] == "Set-up"
    assert [title.split()[:2] for title in titles[1:]] == [["Round", str(i)] for i in range(1, len(titles))]
    assert len(titles) > 3
    for _, *standing in chapters:
        assert all(name in "\n".join(standing) for name in NAMES[: case.seats])


@every_case
def test_the_end_names_who_did_best(case: Case) -> None:
    *_, (state, _) = states_of(case, 3)
    merits = list(case.game.merits(state))
    told = told_match(case, 3)[-1]
    best = [name for name, merit in zip(NAMES, merits, strict=False) if merit == max(merits)]
    assert " and ".join(best) in told.events[-1]
    assert not told.chapter


@every_case
def test_whatever_is_legal_can_be_told_and_changes_nothing(case: Case) -> None:
    narrator = narrator_of(case)
    for state, _ in spread(states_of(case, 4), 30):
        before = facts(state)
        for action in case.game.legal_actions(state):
            assert narrator.tell(state, action) == narrator.tell(state, action)
        assert facts(state) == before


@every_case
def test_a_board_names_every_seat_and_its_points(case: Case) -> None:
    narrator = narrator_of(case)
    for state, _ in spread(states_of(case, 5), 30):
        lines = narrator.board(state)
        assert all(line.isprintable() for line in lines)
        for name, score in zip(NAMES, case.game.scores(state), strict=False):
            assert any(line.startswith(f"{name}:") and f"points {score}" in line for line in lines)
