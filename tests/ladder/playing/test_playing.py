"""Tests of ladders that a real server plays: bots join, are replaced and leave, and their results remain."""

import gzip
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.ladder.playing.disk_space import PLAYED_FREE
from arena.ladder.playing.files import LADDERS, RESULTS
from leaderboards.store import Store
from tests.installed import arena_command, surroundings
from tests.ladder.playing.ladders import (
    CALM_S,
    LONG_S,
    enter,
    first_bot,
    plays,
    quick_ladder,
    stay_of,
    stored,
    told,
    verified,
)
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.web.serving import get

MOST: Final = 60
"""The most matches that may begin after a bot is withdrawn and before it has left the ladder."""
FILLING: Final = """import os, shutil
from pathlib import Path

os.nice = lambda increment: 0

real = shutil.disk_usage
shutil.disk_usage = lambda path: real(path)._replace(free={free}) if Path({flag!r}).exists() else real(path)
"""
"""Python code that makes the disk look full to the server's process as long as a certain file exists."""
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.mark.usefixtures("quick")
def test_a_bot_handed_in_by_command_takes_the_place_of_its_version_before_and_plays_until_it_is_withdrawn(
    tmp_path: Path,
) -> None:
    folder, port, [(ann, link)] = ladder_of(tmp_path, "Ann")
    quick_ladder(folder, pause_s=CALM_S)
    first = enter(folder, "Ann", first_bot("mine", "1"))
    environment = surroundings(XDG_CONFIG_HOME=tmp_path / "config", TMPDIR=tmp_path)

    def arena(*arguments: str) -> str:
        command = [*arena_command(), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    arena("init", "mine")
    with arena_serve(folder, port) as server:
        ann.sign_in(link)
        arena("login", ann.post("/ladder/links").json["link"])
        wait_for(lambda: stay_of(folder, "verraeter", "mine")[0] > 0, LONG_S)
        wait_for(lambda: plays(ann, first), LONG_S)
        second = first + 1
        assert "active" in arena("submit", "mine")
        wait_for(lambda: stay_of(folder, "verraeter", "mine 2")[0] >= 3, LONG_S)
        wait_for(lambda: plays(ann, second, 3), LONG_S)
        [standing] = told(ann, first)["ladders"]
        assert not standing["plays"]
        assert "plays in verraeter, place " in arena("submissions")
        assert "plays in verraeter, place " in arena("submissions", "show", str(second))
        table = get(f"http://127.0.0.1:{port}/verraeter/index.html").text
        assert "mine" in table
        assert "left" in table
        assert str(tmp_path) not in table
        assert "verraeter/index.html" in get(f"http://127.0.0.1:{port}/").text
        assert "verraeter/index.html" in get(f"http://127.0.0.1:{port}/ladder").text
        assert ann.post(f"/ladder/submissions/{second}/withdraw").status == 200
        there = stored(folder, "verraeter")

        def has_left() -> bool:
            assert stored(folder, "verraeter") < there + MOST, "what was withdrawn plays on"
            return stay_of(folder, "verraeter", "mine 2")[1] is not None

        wait_for(has_left, LONG_S)
        wait_for(lambda: not told(ann, second)["ladders"][0]["plays"])
        left = stay_of(folder, "verraeter", "mine 2")[1]
        assert left is not None
        wait_for(lambda: stored(folder, "verraeter") > 3 * (left + 1), LONG_S)
        server.terminate()
        server.wait(LONG_S)
    check_stays(folder)
    assert verified(folder, "verraeter")["matches"] == stored(folder, "verraeter")


def check_stays(folder: Path) -> None:
    """Checks that each of the two versions of a bot played only while it was a member of the ladder, and that other
    bots played after both versions had left.
    """
    with closing(Store.open(str(folder / RESULTS / "verraeter"))) as store:
        members = {member.name: member for member in store.field().members}
        [gone], [later] = members["mine"].stays, members["mine 2"].stays
        assert gone.left is not None
        assert later.left is not None
        assert gone.joined < gone.left <= later.joined < later.left
        size, last = 3, 0
        for match in store.matches():
            block = match.ordinal // size
            names, last = {entrant.name for entrant in match.record.spec.entrants}, block
            assert "mine" not in names or gone.joined <= block < gone.left
            assert "mine 2" not in names or later.joined <= block < later.left
            assert not match.record.faults
        assert last > later.left


@pytest.mark.usefixtures("quick")
def test_what_a_bot_printed_is_told_to_its_author_and_to_no_other(tmp_path: Path) -> None:
    folder, port, [(ann, link), (ben, bens)] = ladder_of(tmp_path, "Ann", "Ben")
    quick_ladder(folder, pause_s=CALM_S)
    secret = "the plan of Ann"
    number = enter(folder, "Ann", first_bot("mine", fails_with=secret))
    with arena_serve(folder, port):
        ann.sign_in(link)
        ben.sign_in(bens)
        wait_for(lambda: any(one["faults"] for one in told(ann, number)["ladders"]), LONG_S)
        [standing] = told(ann, number)["ladders"]
        fault = standing["faults"][0]
        assert secret in fault["output"]
        assert str(tmp_path) not in fault["output"]
        page = ann.get(f"/ladder/submissions/{number}").text
        assert secret in page
        assert ben.get(f"/ladder/submissions/{number}").status == 404
        match = f"/verraeter/matches/{fault['match']}.html"
        assert match in page
        for one in (ann, ben):
            for address in ("/verraeter/faults.html", f"/{standing['address']}", match, "/verraeter/index.html"):
                shown = one.get(address)
                assert shown.status == 200
                assert secret not in shown.text
                assert str(tmp_path) not in shown.text
            for eyes in ("all", fault["seat"]):
                packed = one.get(f"/verraeter/matches/{fault['match']}/{eyes}.json.gz").data
                replay = gzip.decompress(packed).decode()
                assert '"faults":[{' in replay
                assert secret not in replay
                assert str(tmp_path) not in replay


@pytest.mark.usefixtures("quick")
def test_two_ladders_are_played_at_once_and_a_bot_of_any_game_is_in_both(tmp_path: Path) -> None:
    folder, port, [(ann, link)] = ladder_of(tmp_path, "Ann")
    for game in ("verraeter", "hetverraad"):
        quick_ladder(folder, game, CALM_S)
    number = enter(folder, "Ann", first_bot("mine"))
    with arena_serve(folder, port):
        ann.sign_in(link)
        wait_for(lambda: len([one for one in told(ann, number)["ladders"] if one["matches"]]) == 2, LONG_S)
        assert {one["ladder"] for one in told(ann, number)["ladders"]} == {"verraeter", "hetverraad"}


def test_what_keeps_a_ladder_from_playing_is_told_and_it_plays_when_that_is_mended(tmp_path: Path) -> None:
    """The server reports why it cannot play a ladder, and plays the ladder as soon as the cause is removed. The first
    cause here is a ladder file that names an unknown game; the second cause is a full disk.
    """
    folder, port, _ = ladder_of(tmp_path)
    (folder / LADDERS / "verraeter.toml").write_text('game = "chess"\n')
    full, site = tmp_path / "full", tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(FILLING.format(flag=str(full), free=PLAYED_FREE - 1))
    with arena_serve(folder, port, path=site) as server:
        assert server.stderr
        said = server.stderr.readline()
        assert "ladder verraeter: " in said
        assert "'chess'" in said
        quick_ladder(folder, pause_s=CALM_S)
        wait_for(lambda: stored(folder, "verraeter") > 0, LONG_S)
        full.touch()
        said = server.stderr.readline()
        assert "ladder verraeter: ladders are not played while " in said
        assert f"has less than {PLAYED_FREE // 1_000_000} MB of free space" in said
        there = stored(folder, "verraeter")
        full.unlink()
        wait_for(lambda: stored(folder, "verraeter") > there, LONG_S)
