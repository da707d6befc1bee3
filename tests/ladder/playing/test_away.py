"""A ladder whose rows are on a server that is gone for a while: it plays on, and nobody is blamed."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.ladder.playing.files import RESULTS
from leaderboards.store import Store
from tests.ladder.playing.ladders import LONG_S, enter, first_bot, quick_ladder, stored, verified
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.servers import Postgres


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.timeout(900)
def test_a_ladder_plays_on_while_its_rows_are_out_of_reach(tmp_path: Path, own: Postgres) -> None:
    folder, port, _ = ladder_of(tmp_path, "Ann", database=own.address)
    quick_ladder(folder)
    enter(folder, "Ann", first_bot("mine"))
    with arena_serve(folder, port) as server:
        for act in (own.kill, own.start):
            wait_for(lambda: stored(folder, "verraeter") > 3, LONG_S)
            act()
            there = stored(folder, "verraeter")
            wait_for(lambda: stored(folder, "verraeter") > there + 8, LONG_S)  # noqa: B023  # used at once
        server.terminate()
        server.wait(LONG_S)
        assert server.stderr
        assert server.stderr.read().count("cannot be read") <= 1
    own.stop()
    with closing(Store.open(str(folder / RESULTS / "verraeter"))) as store:
        assert not any(match.record.faults for match in store.matches())
    assert verified(folder, "verraeter")["matches"] > 3
