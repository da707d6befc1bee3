"""Tests of the final of a season: which bots are the best, and a league that a server plays and anybody can verify."""

import json
import os
import shutil
import subprocess
from contextlib import closing, suppress
from multiprocessing import Pipe
from pathlib import Path
from typing import Final

import pytest

from arena.errors import ArenaError
from arena.ladder.ladder import BLOBS, Ladder
from arena.ladder.playing import process
from arena.ladder.playing.contest_process import ContestPlayer
from arena.ladder.playing.entrants import active_versions, owner
from arena.ladder.playing.files import LADDERS, RESULTS, final_files, place_of
from arena.ladder.playing.process import Following, Orders, Player
from arena.ladder.seasons import best_of, end_season
from arena.ladder.seasons.finals import _best_members, best_of_each
from arena.league.field import Member
from arena.league.league_file import read_ladder, read_league
from arena.league.playing.progress import Progress
from arena.league.schedules.contract import Stay
from arena.sandbox.levels import Level
from leaderboards.reports.formats import FORMATS
from leaderboards.statistics.analysis import Analysis
from leaderboards.statistics.grouped import Estimate
from leaderboards.store import PlayedStore, Store
from tests.installed import arena_command, surroundings
from tests.ladder.archives import MANIFEST, archive
from tests.ladder.conftest import joined
from tests.ladder.playing.ladders import CALM_S, LONG_S, enter, first_bot, quick_ladder, stored, verified
from tests.ladder.seasons.seasons import ended
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.ladder.working import hand_in, work
from tests.leaderboards.results import played
from tests.suite.sizes import full
from tests.web.serving import get

SOME: Final = 48
"""The number of matches after which all bots of the ladder have played."""
ANNS: Final = ("ann-a", "ann-b", "ann-c")


def analysis(order: str, *tiers: str) -> Analysis:
    estimates = tuple(Estimate(bot, 0.0, 0.0, 0.0, 1, 1) for bot in order)
    return Analysis(estimates, (), (), (), tuple(map(tuple, tiers)), (), (), blocks=1, matches=3)


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


def rated(folder: Path, ladder: str) -> set[str]:
    """Returns the names of the bots that have played in a ladder so far."""
    with suppress(ArenaError), closing(Store.open(str(folder / RESULTS / ladder))) as store, store.snapshot():
        return {entrant.name for match in store.gapless() for entrant in match.record.spec.entrants}
    return set()


def named(*owners: str) -> list[Member]:
    """Returns bots of a ladder with the names a, b, c and so on, and with these owners."""
    return [Member(bot, bot, "1", b"", who, (Stay(),)) for bot, who in zip("abcde", owners, strict=False)]


def test_of_each_owner_the_best_is_admitted() -> None:
    there = named("Ann", "Ben", "Ann", "Ann", "Ben")
    assert best_of_each(analysis("cdbae"), there) == ["c", "b"]
    assert best_of_each(analysis("cdbae"), there[3:]) == ["d", "e"]
    assert best_of_each(analysis("ab"), named("house a", "house b")) == ["a", "b"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("folder", ["b\N{GAME DIE}", "a/b\x7f", os.fsdecode(b"b\xff/c"), 'say "b"\\'])
def test_a_bot_plays_a_final_whatever_its_folder_is_called(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    ann = joined(ladder, "Ann")
    text = MANIFEST.format(name="mine", version="1") + 'sources = ["../lib"]\n'
    lib = str(Path(folder).with_name("lib") / "a")
    hand_in(ladder, ann, archive({f"{folder}/bot.toml": text, f"{folder}/bot.py": "", lib: ""}))
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
    mine = Member("mine", "mine", "1", bytes.fromhex(version.content_hash), owner(ann.person_id), (Stay(),))
    others = read_ladder(decided / "verraeter.toml").league.bots[:2]
    best = [mine, *(Member(bot.name, bot.name, "1", bot.content_hash, "", (Stay(),)) for bot in others)]
    monkeypatch.setattr("arena.ladder.seasons.finals._best_members", lambda *_, **__: best)
    assert ended(ladder).bots == ("calm", "mine", "quiet")
    [file] = final_files(ladder.folder)
    assert mine.content_hash in [bot.content_hash for bot in read_league(file).bots]


def orders_of(ladder: Ladder, file: Path, tmp_path: Path) -> Orders:
    unpacking = tmp_path / "unpacking"
    return Orders(ladder.folder, file, ladder.folder / BLOBS, ladder.copies, unpacking, Level.NONE, "registries", 1)


def after_some(following: Following, progress: Progress) -> None:
    following.enough = progress.draining = progress.played() >= SOME


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("may_meet", [False, pytest.param(True, marks=full)])  # `make test`: test_season_end.py
def test_of_one_person_one_bot_plays_a_final_unless_they_meet_in_the_ladder(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_meet: bool
) -> None:
    """Only one bot of each person plays in a final, unless the ladder lets the bots of one person meet. If a finished
    final lacks some files of its standings, the next process that plays the final writes them.
    """
    monkeypatch.setattr(process.Following, "progressed", after_some)
    quick_ladder(ladder.folder, pause_s=0)
    file = ladder.folder / LADDERS / "verraeter.toml"
    file.write_text(f"meet_authors = {str(may_meet).lower()}\n" + file.read_text())
    joined(ladder, "Ann")
    for name in ANNS:
        enter(ladder.folder, "Ann", first_bot(name))
    with ladder.base.reading() as connection:
        versions = active_versions(connection)
    _, teller = Pipe(duplex=False)
    player = Player(orders_of(ladder, file, tmp_path), ladder.base, teller)
    with closing(player._playing):
        player._played(versions)
    monkeypatch.undo()
    best = _best_members(ladder, "verraeter", 6, may_meet=True)
    assert {member.name for member in best} == {*ANNS, "calm", "quiet", "still"}
    season = end_season(ladder, "verraeter", 6, 1, "test")
    assert len({*season.bots} & {*ANNS}) == (3 if may_meet else 1)
    assert {*season.bots} - {*ANNS} == {"calm", "quiet", "still"}
    [league] = final_files(ladder.folder)
    for _ in range(2):
        final = ContestPlayer(orders_of(ladder, league, tmp_path), ladder.base, teller)
        with closing(final._playing):
            assert final._played(()).told_to_end
        tables = [ladder.folder / RESULTS / season.final / f"standings.{ending}" for ending in FORMATS]
        assert all(table.exists() for table in tables)
        for table in tables[1:]:
            table.unlink()
    assert verified(ladder.folder, season.final)["failures"] == []


@pytest.mark.usefixtures("decided")
def test_results_of_a_final_that_is_gone_are_not_replaced(ladder: Ladder) -> None:
    first = ended(ladder)
    [file] = final_files(ladder.folder)
    with closing(PlayedStore.create(place_of(ladder.folder, first.final).store, read_league(file))) as store:
        store.add(list(played(store.resumed(read_league(file))))[:1])
    shutil.rmtree(file.parent)
    quick_ladder(ladder.folder)
    assert ended(ladder).final == "verraeter-final-2"
    assert stored(ladder.folder, first.final) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("quick")
def test_a_season_ends_in_a_sealed_league_of_its_best_and_the_ladder_starts_anew(tmp_path: Path) -> None:
    folder, port, _ = ladder_of(tmp_path, "Ann")
    quick_ladder(folder, pause_s=CALM_S)
    enter(folder, "Ann", first_bot("mine"))

    def arena(*arguments: str) -> str:
        command = [*arena_command(), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings())
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    end = ("admin", "--ladder", str(folder), "season", "end", "verraeter", "--best", "4", "--blocks-each", "2")
    with arena_serve(folder, port) as server:
        wait_for(lambda: rated(folder, "verraeter") == {"calm", "mine", "quiet", "still"}, LONG_S)
        told = arena(*end)
        assert "verraeter-final: calm, mine, quiet, still" in told
        commitment = told.partition("commitment: ")[2].strip()
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
