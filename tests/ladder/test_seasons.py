"""The end of a season: who is among the best, and a final that a server plays and anybody verifies."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing, suppress
from multiprocessing import Pipe
from pathlib import Path
from typing import Final

import pytest

from arena.errors import ArenaError
from arena.ladder.keeping.events import events
from arena.ladder.ladder import BLOBS, Ladder
from arena.ladder.playing import process
from arena.ladder.playing.entrants import active_versions, house_entrant, owner
from arena.ladder.playing.files import FINALS, LADDERS, LEAGUE_FILE, RESULTS, final_files, ladder_files
from arena.ladder.playing.final_process import FinalPlayer
from arena.ladder.playing.process import Following, Orders, Player
from arena.ladder.remotes import enter as enter_remote
from arena.ladder.remotes import entries
from arena.ladder.seasons import Season, best_of, end_season
from arena.ladder.seasons.finals import best_of_each
from arena.ladder.seasons.names import END
from arena.league.field import Member
from arena.league.league_file import read_ladder, read_league
from arena.league.playing.progress import Progress
from arena.league.schedules.contract import Stay
from arena.sandbox.levels import Level
from leaderboards.reports.formats import FORMATS
from leaderboards.statistics.analysis import Analysis
from leaderboards.statistics.bootstrap import Estimate
from leaderboards.store import Store
from tests.ladder.archives import MANIFEST, archive
from tests.ladder.conftest import joined
from tests.ladder.playing.ladders import LONG_S, enter, first_bot, quick_ladder, stored, verified
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.ladder.working import hand_in, work
from tests.web.serving import get

SOME: Final = 72
"""Matches, in which all bots of a ladder have played."""
ANNS: Final = ("ann-a", "ann-b", "ann-c")


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


def named(*owners: str) -> list[Member]:
    """Bots called a, b, c... of these owners."""
    return [Member(bot, bot, "1", b"", who, (Stay(),)) for bot, who in zip("abcde", owners, strict=False)]


def test_of_each_owner_the_best_is_admitted() -> None:
    there = named("Ann", "Ben", "Ann", "Ann", "Ben")
    assert best_of_each(analysis("cdbae"), there) == ["c", "b"]
    assert best_of_each(analysis("cdbae"), there[3:]) == ["d", "e"]
    assert best_of_each(analysis("ab"), named("house a", "house b")) == ["a", "b"]


@pytest.fixture
def decided(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ladder whose best are those of the house; its folder of files."""

    def best(ladder: Ladder, name: str, _best: int, *, may_meet: bool) -> list[Member]:
        bots = map(house_entrant, read_ladder(ladder.folder / LADDERS / f"{name}.toml").league.bots)
        return [Member(bot.name, bot.name, bot.version, bot.content_hash, bot.author, (Stay(),)) for bot in bots]

    monkeypatch.setattr("arena.ladder.seasons.finals._best_members", best)
    quick_ladder(ladder.folder)
    return ladder.folder / LADDERS


def ended(ladder: Ladder, name: str = "verraeter") -> Season:
    return end_season(ladder, name, 3, 2, "test")


def told(ladder: Ladder) -> list[str]:
    """What was written down of seasons that ended."""
    with ladder.base.reading() as connection:
        return [event.subject for event in events(connection) if event.act == END]


@pytest.mark.parametrize(
    "there",
    [
        f"{LADDERS}/verraeter-4.toml",
        f"{RESULTS}/verraeter-4",
        f"{FINALS}/verraeter-4",
        f"{FINALS}/verraeter-4-final",
        f"{RESULTS}/verraeter-4-final",
    ],
)
def test_a_ladder_that_starts_anew_takes_no_name_that_something_has(ladder: Ladder, decided: Path, there: str) -> None:
    (decided / "verraeter.toml").rename(decided / "verraeter-3.toml")
    place = ladder.folder / there
    place.parent.mkdir(exist_ok=True)
    if place.suffix:
        place.write_text("another one")
    else:
        place.mkdir()
    assert ended(ladder, "verraeter-3").next == "verraeter-5"
    assert not place.suffix or place.read_text() == "another one"
    assert ended(ladder, "verraeter-3").next == "verraeter-5"
    assert "verraeter-5" in [path.stem for path in ladder_files(ladder.folder)]


def test_a_season_ends_where_a_file_can_have_but_one_name(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    season = ended(ladder)
    assert [path.name for path in decided.iterdir()] == [f"{season.next}.toml"]
    assert ended(ladder) == season


def test_who_has_entered_two_ladders_by_one_name_stays_in_both(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    (ladder.folder / LADDERS).mkdir()
    for name in ("cup", "cup-3"):
        (ladder.folder / LADDERS / f"{name}.toml").write_text('gate = "127.0.0.1:7700"\n')
    with ladder.base.writing() as connection:
        for name in ("cup", "cup-2", "cup-3"):
            enter_remote(connection, ann, name, "fern", (name,), ladder.now_ms())
    assert ended(ladder, "cup").next == "cup-4"
    assert ended(ladder, "cup") == Season("", "", (), "cup-4")
    with ladder.base.reading() as connection:
        assert [len(entries(connection, name)) for name in ("cup", "cup-2", "cup-3", "cup-4")] == [0, 1, 1, 1]


def test_another_season_of_a_ladder_of_the_same_name_has_a_final_of_its_own(ladder: Ladder, decided: Path) -> None:
    first = ended(ladder)
    assert (first.final, first.bots, first.next) == ("verraeter-final", ("calm", "quiet", "still"), "verraeter-2")
    text = (ladder.folder / FINALS / "verraeter-final" / LEAGUE_FILE).read_text()
    quick_ladder(ladder.folder)
    second = ended(ladder)
    assert (second.final, second.next) == ("verraeter-final-2", "verraeter-3")
    assert second.commitment != first.commitment
    assert ended(ladder) == second
    assert told(ladder) == [f"{one.commitment} {one.final}" for one in (first, second)]
    assert (ladder.folder / FINALS / "verraeter-final" / LEAGUE_FILE).read_text() == text
    assert [path.stem for path in ladder_files(ladder.folder)] == ["verraeter-2", "verraeter-3"]
    assert (decided / "verraeter-3.toml").stat().st_nlink == 1


def test_finals_nobody_can_play_any_more_hinder_no_other(ladder: Ladder, decided: Path) -> None:
    """A release may have other house bots; results may be taken away."""
    first = ended(ladder)
    (ladder.folder / FINALS / first.final / LEAGUE_FILE).write_text("")
    assert ended(ladder) == first
    quick_ladder(ladder.folder)
    second = ended(ladder)
    shutil.rmtree(ladder.folder / RESULTS / second.final)
    quick_ladder(ladder.folder)
    assert ended(ladder).final == "verraeter-final-3"
    assert len([*decided.iterdir()]) == 3


def test_a_final_takes_the_name_of_no_ladder(ladder: Ladder, decided: Path) -> None:
    (decided / "verraeter-final.toml").write_text("another one")
    assert ended(ladder).final == "verraeter-final-2"


def failing(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "where",
    [
        "arena.ladder.seasons.finals.found",
        "arena.ladder.seasons.finals.founded",
        "arena.ladder.seasons.ending.note_end",
        "arena.ladder.seasons.ending.move_entries",
        "pathlib.Path.hardlink_to",
    ],
)
def test_whoever_is_interrupted_ends_the_same_season(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(where, failing)
        with pytest.raises(KeyboardInterrupt):
            ended(ladder)
    season = ended(ladder)
    assert (season.final, season.next) == ("verraeter-final", "verraeter-2")
    assert told(ladder) == [f"{season.commitment} verraeter-final"]
    assert [path.name for path in decided.iterdir()] == ["verraeter-2.toml"]
    assert [path.parent.name for path in final_files(ladder.folder)] == ["verraeter-final"]
    assert ended(ladder) == season


def test_whoever_was_killed_when_only_the_old_name_was_left_to_remove_ends_the_same_season(
    ladder: Ladder, decided: Path
) -> None:
    season = ended(ladder)
    (decided / "verraeter.toml").hardlink_to(decided / "verraeter-2.toml")
    assert ended(ladder) == season
    assert [path.name for path in decided.iterdir()] == ["verraeter-2.toml"]
    assert told(ladder) == [f"{season.commitment} verraeter-final"]


def test_whoever_was_killed_when_a_ladder_had_got_its_name_ends_the_same_season(ladder: Ladder, decided: Path) -> None:
    (decided / "verraeter-7.toml").hardlink_to(decided / "verraeter.toml")
    assert ended(ladder).next == "verraeter-7"
    assert [path.name for path in decided.iterdir()] == ["verraeter-7.toml"]


def test_a_final_of_another_league_is_not_this_seasons(
    ladder: Ladder, decided: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("arena.ladder.seasons.ending.note_end", failing)
        with pytest.raises(KeyboardInterrupt):
            ended(ladder)
    file = decided / "verraeter.toml"
    file.write_text(file.read_text().replace("seats = 3", 'seats = 3\nedition = "bsw"'))
    assert ended(ladder).final == "verraeter-final-2"


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
@pytest.mark.parametrize("may_meet", [False, True])
def test_of_one_person_one_bot_plays_a_final_unless_they_meet_in_the_ladder(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_meet: bool
) -> None:
    """A final that was killed before its tables were written gets them, too."""
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
    season = end_season(ladder, "verraeter", 6, 1, "test")
    assert len({*season.bots} & {*ANNS}) == (3 if may_meet else 1)
    assert {*season.bots} - {*ANNS} == {"calm", "quiet", "still"}
    [league] = final_files(ladder.folder)
    for _ in range(2):
        final = FinalPlayer(orders_of(ladder, league, tmp_path), ladder.base, teller)
        with closing(final._playing):
            assert final._played(()).told_to_end
        tables = [ladder.folder / RESULTS / season.final / f"standings.{ending}" for ending in FORMATS]
        assert all(table.exists() for table in tables)
        for table in tables[1:]:
            table.unlink()
    assert verified(ladder.folder, season.final)["failures"] == []


@pytest.mark.slow
@pytest.mark.usefixtures("decided")
def test_results_of_a_final_that_is_gone_are_not_replaced(ladder: Ladder, tmp_path: Path) -> None:
    first = ended(ladder)
    [league] = final_files(ladder.folder)
    _, teller = Pipe(duplex=False)
    final = FinalPlayer(orders_of(ladder, league, tmp_path), ladder.base, teller)
    with closing(final._playing):
        assert final._played(()).told_to_end
    shutil.rmtree(league.parent)
    quick_ladder(ladder.folder)
    assert ended(ladder).final == "verraeter-final-2"
    assert stored(ladder.folder, first.final) > 0


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
