"""The end of a season: who is among the best, and a final that a server plays and anybody verifies."""

import json
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import FINALS, LADDERS, RESULTS, ladder_files
from arena.ladder.seasons import best_of, end_season
from leaderboards.statistics.analysis import Analysis
from leaderboards.statistics.bootstrap import Estimate
from leaderboards.store import Store
from tests.ladder.playing.ladders import LONG_S, enter, first_bot, quick_ladder, stored
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.web.serving import get


def analysis(order: str, *tiers: str) -> Analysis:
    estimates = tuple(Estimate(bot, 0.0, 0.0, 0.0, 1) for bot in order)
    return Analysis(estimates, (), tuple(map(tuple, tiers)), (), (), blocks=1, matches=3)


@pytest.mark.parametrize(
    ("best", "there", "expected"),
    [
        (2, "abcde", "abc"),
        (1, "abcde", "a"),
        (3, "abcde", "abcd"),
        (2, "acde", "acd"),
        (9, "abcde", "abcde"),
        (2, "", ""),
    ],
)
def test_the_best_are_the_first_and_who_cannot_be_told_apart_from_the_last_of_them(
    best: int, there: str, expected: str
) -> None:
    assert "".join(best_of(analysis("abcde", "a", "bc", "cd", "e"), there, best)) == expected


def finished(folder: Path, final: str) -> bool:
    with suppress(ArenaError), closing(Store.open(str(folder / RESULTS / final))) as store:
        extent = store.extent()
        return bool(extent and extent.finished(store.count()))
    return False


def test_no_season_ends_where_nobody_has_played_or_there_is_no_ladder(ladder: Ladder) -> None:
    quick_ladder(ladder.folder)
    for name, code in (("nothing", "no-ladder"), ("verraeter", "no-store")):
        with pytest.raises(ArenaError) as caught:
            end_season(ladder, name, 3, 2, "test")
        assert caught.value.code == code
    assert [path.stem for path in ladder_files(ladder.folder)] == ["verraeter"]
    assert not [*(ladder.folder / FINALS).glob("*")]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("quick")
def test_a_season_ends_in_a_sealed_league_of_its_best_and_the_ladder_starts_anew(tmp_path: Path) -> None:
    folder, port, _ = ladder_of(tmp_path, "Ann")
    quick_ladder(folder)
    enter(folder, "Ann", first_bot("mine"))

    def arena(*arguments: str) -> str:
        command = [sys.executable, "-m", "arena.cli", *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    end = ("admin", "--ladder", str(folder), "season", "end", "verraeter", "--best", "4", "--blocks-each", "2")
    with arena_serve(folder, port) as server:
        wait_for(lambda: stored(folder, "verraeter") > 60, LONG_S)
        told = arena(*end)
        assert "verraeter-final: calm, mine, quiet, still" in told
        commitment = told.partition("commitment: ")[2].strip()
        assert arena(*end) == told
        assert commitment in arena("admin", "--ladder", str(folder), "events")
        wait_for(lambda: finished(folder, "verraeter-final"), LONG_S)
        wait_for(lambda: stored(folder, "verraeter-2") > 0, LONG_S)
        page = get(f"http://127.0.0.1:{port}/verraeter-final/index.html")
        assert page.status == 200
        assert "mine" in page.text
        server.terminate()
        server.wait(LONG_S)
    assert [path.name for path in (folder / LADDERS).iterdir()] == ["verraeter-2.toml"]
    final = str(folder / RESULTS / "verraeter-final")
    found = json.loads(arena("verify", final, "--commitment", commitment, "--json"))
    assert (found["matches"], found["failures"]) == (9, [])
    assert found["seed"] is not None
    with closing(Store.open(final)) as store:
        assert not any(match.record.faults for match in store.matches())
