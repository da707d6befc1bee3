"""Tests of the first actions that a deal has drawn at random, as they appear in a replay."""

from arena.authoring.conformance.rehearsal import Case, new_match
from arena.games.registry import create_game
from arena.match import MatchRecord
from arena.match.document import replay_data
from leaderboards.pages.views.log import log_of


def played(openings: int) -> MatchRecord:
    match = new_match(
        create_game("connect-four", f"openings = {openings}\n"), Case("connect-four", "standard", 2, 0, 7)
    )
    while match.actor is not None:
        match.choose(match.legal[0])
    return match.record()


def test_a_replay_tells_the_opening_that_the_deal_has_drawn() -> None:
    record, game = played(3), create_game("connect-four", "openings = 3\n")
    told = replay_data(record, game, "all")["opening"]
    assert told == ["abcdefg"[action] for action in record.opening or ()]
    assert len(told) == 3
    (chapter,) = log_of(record, game, "all").chapters("en")
    assert chapter["entries"][0] == {"event": f"The opening, drawn at random: {', '.join(told)}."}


def test_there_is_none_where_the_deal_draws_none_or_these_eyes_may_not_know() -> None:
    assert replay_data(played(0), create_game("connect-four", "openings = 0\n"), "all")["opening"] == []
    assert replay_data(played(3), create_game("connect-four", "openings = 3\n"), "table")["opening"] == []
