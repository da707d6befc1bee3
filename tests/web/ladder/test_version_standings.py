"""Tests of finding an author's versions in the standings of ladders."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arena.ladder.playing.entrants import owner
from arena.ladder.remotes import Remote
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import Submission
from arena.league.field import Field, Member
from arena.league.schedules.contract import Stay
from arena.web.ladder.version_standings import Standings
from leaderboards.pages.shown.followed import Followed
from leaderboards.store import PlayedStore
from leaderboards.store.places.files import FILE
from tests.leaderboards.results import league

CONTENT = bytes(range(16))
ELSEWHERE = [(name, name, "remote", b"", owner(7)) for name in ("fern", "farn")]


def test_a_version_is_found_however_its_bot_is_spelled_now(tmp_path: Path) -> None:
    """In a league, a bot keeps the spelling of its name from its first submission. The standings of a later version are
    found even if this version spells the name differently.
    """
    one = Submission(2, 7, "Ann", State.ACTIVE, "", 0, "Fox", "2", CONTENT.hex(), 0, 0, True, None)
    with closing(PlayedStore.create(tmp_path / FILE, league(1))) as store:
        followed = Followed(store, "here", "cup")
        followed.field = Field((Member("fox", "fox", "2", CONTENT, owner(7), (Stay(0),)),))
        assert [standing.bot for standing in Standings([followed]).of(one)] == ["fox"]
        followed.field = Field((Member("fox", "fox", "2", CONTENT, owner(8), (Stay(0),)),))
        assert Standings([followed]).of(one) == []


def test_a_bot_that_runs_elsewhere_is_found_in_its_ladder_by_its_name(tmp_path: Path) -> None:
    one = Remote(1, 7, "Ann", "cup", "fern", 0, True)
    with closing(PlayedStore.create(tmp_path / FILE, league(1))) as store:
        followed = Followed(store, "cup", "cup")
        followed.field = Field(tuple(Member(*said, (Stay(0),)) for said in ELSEWHERE))
        assert [standing.bot for standing in Standings([followed]).of_remote(one)] == ["fern"]
        assert not Standings([followed]).of_remote(replace(one, ladder="other"))
        assert not Standings([followed]).of_remote(replace(one, person_id=8))
