"""Tests of the process that plays a ladder: the bots of each run, the copies from which these bots are started, and the
reports of the process.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.errors import ArenaError
from arena.files.folders import remove
from arena.ladder.ladder import BLOBS, Ladder
from arena.ladder.playing import process
from arena.ladder.playing.disk_space import PLAYED_FREE, Room
from arena.ladder.playing.entrants import active_versions, owner
from arena.ladder.playing.files import LADDERS, RESULTS
from arena.ladder.playing.pace import STINT_S
from arena.ladder.playing.process import AGAIN_S, LEFT_OUT_S, WITHDRAWN_S, Following, Orders, Player
from arena.ladder.submissions.copies import USES, use_copies
from arena.league.field import Field, Member
from arena.league.playing.progress import Progress
from arena.league.schedules.contract import Stay
from arena.league.schedules.ladder import LEAST_BLOCKS
from arena.sandbox.levels import Level
from arena.tournament import length
from leaderboards.store import PlayedStore, Store, StoredMatch
from tests.ladder.archives import MANIFEST, archive, house_bot
from tests.ladder.conftest import joined
from tests.ladder.playing.ladders import enter, first_bot, quick_ladder
from tests.ladder.working import hand_in, work

ROUND = 3 * LEAST_BLOCKS
"""The number of matches after which these tests end a run."""
pytestmark = pytest.mark.usefixtures("quick")


def player_of(ladder: Ladder, tmp_path: Path) -> tuple[Player, Connection]:
    """Returns the object that plays a ladder of house bots, and the pipe from which its reports can be read."""
    quick_ladder(ladder.folder, pause_s=0)
    file = ladder.folder / LADDERS / "verraeter.toml"
    unpacking = tmp_path / "unpacking"
    orders = Orders(ladder.folder, file, ladder.folder / BLOBS, ladder.copies, unpacking, Level.NONE, "registries", 1)
    told, teller = Pipe(duplex=False)
    return Player(orders, ladder.base, teller), told


def test_a_version_that_can_be_built_no_more_stops_no_ladder(ladder: Ladder, tmp_path: Path) -> None:
    """A bot that has left the ladder, but still has matches to play, does not stop the ladder if its copy is lost and
    cannot be built again. After the first failed build, the ladder waits, because the machine may have been busy. After
    the second, the ladder reports that the bot cannot be built any more, and goes on without it.
    """
    flag, manifest = tmp_path / "fail", MANIFEST.format(name="mine", version="1") + 'build = ["sh", "build.sh"]\n'
    ann = joined(ladder, "Ann")
    hand_in(ladder, ann, archive({"bot.toml": manifest, "bot.py": "", "build.sh": f"test ! -e {flag}\n"}))
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
    member = Member("mine", "mine", "1", bytes.fromhex(version.content_hash), owner(ann.person_id), ())
    player, told = player_of(ladder, tmp_path)
    assert player._kept(member)
    remove(ladder.copies)
    flag.touch()
    with pytest.raises(ArenaError, match="the build of mine failed"):
        player._kept(member)
    assert player._kept(member) is None
    assert told.recv().startswith(f"submission {version.submission} cannot be built any more: the build of mine failed")


def used(ladder: Ladder) -> set[str]:
    return set((ladder.copies / f"verraeter{USES}").read_text().split())


def test_copies_of_who_owes_are_kept_until_it_is_known_that_it_owes_nothing(ladder: Ladder, tmp_path: Path) -> None:
    player, told = player_of(ladder, tmp_path)
    before = "0" * 32
    use_copies(ladder.copies, "verraeter", [before])
    (ladder.copies / before).mkdir()
    ladder.serve("here")
    assert (ladder.copies / before).exists()
    league = player._league(())
    house = {bot.content_hash.hex() for bot in league.bots}
    assert used(ladder) == {before, *house}
    following = Following(player, (), league)
    gone = replace(league.bots[0], name="gone", command=())
    following.founded(replace(league, bots=(*league.bots, gone)))
    assert used(ladder) == house
    following.told("building gone: make")
    following.told("gone forfeits its remaining matches: it left")
    assert told.recv() == "gone forfeits its remaining matches: it left"


def test_a_run_goes_on_while_its_own_field_stays(ladder: Ladder, tmp_path: Path) -> None:
    """A run of a ladder continues as long as the active bots for the ladder's game stay the same. A new bot for another
    game does not end the run. A bot that is handed in again with the same content does not end the run either, because
    it counts as the same bot.
    """
    player, _ = player_of(ladder, tmp_path)
    ann = joined(ladder, "Ann")
    hand_in(ladder, ann, house_bot("greedy"))
    work(ladder)
    assert player.moved((), "verraeter")
    with ladder.base.reading() as connection:
        before = active_versions(connection)
    hand_in(ladder, ann, house_bot("hetverraad-builder"))
    hand_in(ladder, ann, house_bot("greedy"))
    work(ladder)
    assert player.changed(before)
    assert not player.moved(before, "verraeter")
    assert player.moved(before, "hetverraad")


def test_a_ladder_whose_blocks_are_played_is_not_begun_again_at_once(ladder: Ladder, tmp_path: Path) -> None:
    player, _ = player_of(ladder, tmp_path)
    file = ladder.folder / LADDERS / "verraeter.toml"
    file.write_text(f"blocks = {LEAST_BLOCKS}\n" + file.read_text())
    following = player._played(())
    assert (following.told_to_end, following.rest_s) == (False, AGAIN_S)


def test_a_run_ends_where_a_bot_was_withdrawn_so_that_it_is_started_again(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOOK_S", 0.0)
    player, _ = player_of(ladder, tmp_path)
    following, progress = Following(player, (), player._league(())), Progress.of(10, 0)
    progress.began_s -= WITHDRAWN_S + 1
    following.progressed(progress)
    assert not progress.draining
    progress.withdrawn["greedy"] = "it did not start"
    following.progressed(progress)
    assert progress.draining
    assert following.enough


def test_a_run_ends_where_a_version_was_left_out_so_that_it_is_tried_again(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ladder plays without a version that cannot be built. Such a run ends after WITHDRAWN_S seconds, and the next
    run tries to build the version again. Each further run without the version may last twice as long as the run before,
    up to LEFT_OUT_S seconds.
    """
    monkeypatch.setattr(process, "LOOK_S", 0.0)
    hand_in(ladder, joined(ladder, "Ann"), house_bot("random"))
    work(ladder)
    player, told = player_of(ladder, tmp_path)
    with ladder.base.reading() as connection:
        [version] = roll = active_versions(connection)
    archived, aside = ladder.blobs.place(version.digest), tmp_path / "aside"
    archived.rename(aside)
    remove(ladder.copies)
    for lasts_s in (WITHDRAWN_S, 2 * WITHDRAWN_S):
        league = player._league(roll)
        assert [bot for bot in league.bots if bot.author == owner(version.person)] == []
        following, progress = Following(player, roll, league), Progress.of(10, 0)
        progress.began_s -= lasts_s - 1
        following.progressed(progress)
        assert not progress.draining
        progress.began_s -= 2
        following.progressed(progress)
        assert progress.draining
        assert following.enough
    assert "cannot play now" in told.recv()
    for _ in range(9):
        player._league(roll)
    assert player.left_out_s == LEFT_OUT_S
    aside.rename(archived)
    league = player._league(roll)
    assert [bot.name for bot in league.bots if bot.author == owner(version.person)] == ["my-random"]
    following, progress = Following(player, roll, league), Progress.of(10, 0)
    progress.began_s -= 2 * LEFT_OUT_S
    following.progressed(progress)
    assert not progress.draining


def test_a_ladder_whose_bots_have_played_much_rests_and_one_somebody_came_to_does_not(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOOK_S", 0.0)
    player, _ = player_of(ladder, tmp_path)
    league = player._league(())
    for came, rests in ((0, True), (3_900, False)):
        stays = [Member(bot.name, bot.name, "1", bot.content_hash, "house", (Stay(0),)) for bot in league.bots]
        stays[0] = replace(stays[0], stays=(Stay(came),))
        following, progress = Following(player, (), league), Progress.of(0, 4_000 * 3)
        following.founded(replace(league, field=Field(tuple(stays))))
        progress.began_s -= 2 * STINT_S
        following.progressed(progress)
        assert progress.draining == rests
        assert following.rest_s == pytest.approx(3 * progress.elapsed_s() if rests else 0, rel=0.5)


def test_what_nobody_foresaw_is_told_without_what_a_stranger_made_of_it(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, told = player_of(ladder, tmp_path)

    def failing(_: object) -> bool:
        raise ValueError("secret\x1b[2J")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(player, "_played", failing)
    monkeypatch.setattr(player, "_wait", stopped)
    with pytest.raises(KeyboardInterrupt):
        player.run()
    assert told.recv().startswith("ValueError in failing, line ")


def test_with_too_little_room_nothing_is_played_until_there_is_more(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With too little disk space, the process begins no match, but finishes the matches that have begun. It reports
    each new shortage once.
    """
    monkeypatch.setattr(process, "LOOK_S", 0.0)
    player, told = player_of(ladder, tmp_path)
    free, left, did = [0], [PLAYED_FREE - 1, PLAYED_FREE - 1, PLAYED_FREE, PLAYED_FREE - 1], list[str]()

    def plays(_: object) -> Following:
        did.append("played")
        return Following(player, (), league)

    def waits(*_: object) -> None:
        did.append("waited")
        if not left:
            raise KeyboardInterrupt
        free[0] = left.pop(0)

    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free[0]))
    monkeypatch.setattr(player, "_played", plays)
    monkeypatch.setattr(player, "_wait", waits)
    league = player._league(())
    with pytest.raises(KeyboardInterrupt):
        player.run()
    assert did == ["waited", "waited", "waited", "played", "waited", "waited"]
    for _ in range(2):
        assert f"has less than {PLAYED_FREE // 1_000_000} MB of free space" in told.recv()
    assert not told.poll()
    following, progress = Following(player, (), league), Progress.of(10, 0)
    following.progressed(progress)
    assert progress.draining


@pytest.mark.parametrize("place", ["service", "service/results", "copies"])
def test_each_disk_that_playing_fills_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    for folder in ("service", "copies"):
        (tmp_path / folder).mkdir()
    (tmp_path / "service" / RESULTS).mkdir()
    full = tmp_path / place
    monkeypatch.setattr("shutil.disk_usage", lambda disk: SimpleNamespace(free=PLAYED_FREE - (disk == full)))
    assert Room(tmp_path / "service", tmp_path / "copies" / "bots").full() == full


def _after_a_round(following: Following, progress: Progress) -> None:
    following.enough = progress.draining = progress.played() >= ROUND


@pytest.mark.slow
def test_while_bots_come_and_go_no_result_is_read_twice_and_all_runs_are_one(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, matches_from = list[int](), PlayedStore.matches_from

    def counting(store: PlayedStore, first: int) -> Iterator[StoredMatch]:
        for match in matches_from(store, first):
            read.append(match.ordinal)
            yield match

    monkeypatch.setattr(PlayedStore, "matches_from", counting)
    monkeypatch.setattr(process.Following, "progressed", _after_a_round)
    joined(ladder, "Ann")
    player, _ = player_of(ladder, tmp_path)
    with closing(player._playing):
        for number in range(3):
            if number:
                enter(ladder.folder, "Ann", first_bot("mine", str(number)))
            with ladder.base.reading() as connection:
                versions = active_versions(connection)
            read.clear()
            assert not player._played(versions).told_to_end
    with closing(Store.open(player._place.store)) as store:
        assert [member.name for member in store.field().members][3:] == ["mine", "mine 2"]
        [run] = store.runs()
        assert run.matches == store.count() > 3 * ROUND
        assert read
        assert min(read) >= ROUND


@pytest.mark.slow
def test_a_ladder_without_end_is_played_on_from_where_a_run_has_come_to_its_end(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "AHEAD", LEAST_BLOCKS)
    player, _ = player_of(ladder, tmp_path)
    with closing(player._playing):
        for runs in (1, 2):
            assert not player._played(()).told_to_end
            with closing(Store.open(player._place.store)) as store:
                assert store.count() == runs * ROUND
                extent = store.extent()
                assert extent
                assert not extent.finished(store.count())
