"""Tests the notes of bots on their choices: the page of a match shows them only where it also shows the
bots' output.
"""

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from arena.errors import ArenaError
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.match import match_page
from leaderboards.pages.views.replay import replay_file
from leaderboards.store import Store
from tests.web.leagues import NOTED, SCRIPT, write_hostile


@pytest.mark.parametrize("private", [False, True])
def test_notes_stand_at_their_actions_unless_bots_are_strangers(tmp_path: Path, private: bool) -> None:
    write_hostile(tmp_path)
    with closing(Store.open(tmp_path)) as store:
        league = Followed(store, "here", "here", private)
        with pytest.raises(ArenaError, match="does not show match 0 now"):  # before the first `refresh`
            match_page(league, 0)
        league.refresh()
        log = match_page(league, 0).values["log"]
        entries = [entry for chapter in log.chapters("en") for entry in chapter["entries"] if "deed" in entry]
        frames = json.loads(gzip.decompress(replay_file(league, 0, "all")))["frames"]
    expected = [f"{SCRIPT}\u202e" if number < NOTED and not private else None for number in range(len(frames) - 1)]
    assert [entry["note"] for entry in entries] == expected
    assert [frame["taken"]["note"] for frame in frames[1:]] == expected
