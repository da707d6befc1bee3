"""Tests of the files of ladders: the allowed keys, the default ladders of a new folder, and the built copies from which
a ladder plays.
"""

from pathlib import Path

import pytest

from arena.building.builds.build_limits import Terms
from arena.errors import ArenaError
from arena.files.folders import remove
from arena.games.registry import BUILT_IN
from arena.ladder.keeping.blobs import Blobs
from arena.ladder.ladder import BLOBS, Ladder
from arena.ladder.playing.entrants import Workshop, active_versions, owner, version_of
from arena.ladder.playing.files import LADDERS, ladder_files, make_ladders
from arena.ladder.submissions.copies import USES, forget_uses, sweep_copies, use_copies
from arena.ladder.submissions.submissions import withdraw
from arena.league.field import Member
from arena.league.league_file import read_ladder
from arena.league.settings import MOST_ROUNDS
from tests.ladder.archives import house_bot
from tests.ladder.conftest import joined, on_both
from tests.ladder.working import hand_in, work


def test_a_new_folder_gets_a_ladder_of_each_game_and_an_empty_one_stays_empty(tmp_path: Path) -> None:
    make_ladders(tmp_path)
    assert {path.stem for path in ladder_files(tmp_path)} == set(BUILT_IN)
    for path in ladder_files(tmp_path):
        league, may_meet, _ = read_ladder(path)
        assert (league.game, league.name, league.schedule) == (path.stem, path.stem, "ladder")
        assert league.blocks == MOST_ROUNDS
        assert len(league.bots) >= league.seats
        assert not may_meet
        path.unlink()
    make_ladders(tmp_path)
    assert ladder_files(tmp_path) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('schedule = "balanced"', "schedule is 'balanced'; expected one of ladder"),
        ("rounds = 3", "rounds does not fit schedule 'ladder'"),
        ("seat = 3", "seat"),
        ('edition = "nowhere"', "edition is 'nowhere'"),
    ],
)
def test_what_does_not_fit_a_ladder_is_told_with_its_key(tmp_path: Path, line: str, told: str) -> None:
    make_ladders(tmp_path)
    path = tmp_path / LADDERS / "verraeter.toml"
    path.write_text(f"{line}\n{path.read_text()}")
    with pytest.raises(ArenaError) as caught:
        read_ladder(path)
    assert told in caught.value.message


def test_bots_of_one_person_meet_only_where_the_file_says_so(tmp_path: Path) -> None:
    make_ladders(tmp_path)
    path = tmp_path / LADDERS / "verraeter.toml"
    path.write_text(f"meet_authors = true\n{path.read_text()}")
    assert read_ladder(path)[1]


def workshop(ladder: Ladder, tmp_path: Path) -> Workshop:
    return Workshop(Blobs(ladder.folder / BLOBS), tmp_path / "unpacking", ladder.copies, Terms())


@pytest.mark.usefixtures("quick")
def test_a_copy_that_was_lost_is_made_anew_and_is_the_bot_that_was_checked(ladder: Ladder, tmp_path: Path) -> None:
    ann = joined(ladder, "Ann")
    hand_in(ladder, ann, house_bot("random"))
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
    remove(ladder.copies)
    told: list[str] = []
    [bot] = workshop(ladder, tmp_path).bots("verraeter", [version], told.append)
    assert told == []
    assert bot.content_hash.hex() == version.content_hash
    assert bot.author == owner(ann.person_id)
    assert bot.startable()
    assert bot.folder.is_relative_to(ladder.copies)


@pytest.mark.usefixtures("quick")
def test_a_version_whose_archive_is_gone_is_left_out_and_told(ladder: Ladder, tmp_path: Path) -> None:
    hand_in(ladder, joined(ladder, "Ann"), house_bot("random"))
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
    ladder.blobs.place(version.digest).unlink()
    remove(ladder.copies)
    told: list[str] = []
    assert list(workshop(ladder, tmp_path).bots("verraeter", [version], told.append)) == []
    [sentence] = told
    assert sentence.startswith(f"submission {version.submission} cannot play now: ")


@pytest.mark.usefixtures("quick")
def test_a_bot_plays_the_games_it_names(ladder: Ladder, tmp_path: Path) -> None:
    hand_in(ladder, joined(ladder, "Ann"), house_bot("greedy"))
    work(ladder)
    with ladder.base.reading() as connection:
        versions = active_versions(connection)
    assert len(list(workshop(ladder, tmp_path).bots("verraeter", versions, print))) == 1
    assert list(workshop(ladder, tmp_path).bots("hetverraad", versions, print)) == []


@pytest.mark.usefixtures("quick")
def test_a_member_of_the_field_is_found_by_its_owner_and_content(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    hand_in(ladder, ann, house_bot("random"))
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
        content = bytes.fromhex(version.content_hash)
        own = Member("my-random", "my-random", "1", content, owner(ann.person_id), ())
        house = Member("my-random", "my-random", "1", content, "house random", ())
        assert version_of(connection, own) == version
        assert version_of(connection, house) is None


@on_both
@pytest.mark.usefixtures("quick")
def test_what_a_ladder_plays_from_is_swept_when_it_plays_from_it_no_more(ladder: Ladder) -> None:
    ann = joined(ladder, "Ann")
    number = hand_in(ladder, ann, house_bot("random")).number
    work(ladder)
    with ladder.base.reading() as connection:
        [version] = active_versions(connection)
    use_copies(ladder.copies, "cup", [version.content_hash])
    with ladder.base.writing() as connection:
        withdraw(connection, ann, number, ladder.now_ms())
    copy = ladder.copies / version.content_hash
    sweep_copies(ladder.base, ladder.copies)
    assert copy.is_dir()
    use_copies(ladder.copies, "cup", ["0" * 32])
    use_copies(ladder.copies, "cup", [version.content_hash], more=True)
    sweep_copies(ladder.base, ladder.copies)
    assert copy.is_dir()
    forget_uses(ladder.copies, {"cup"})
    sweep_copies(ladder.base, ladder.copies)
    assert copy.is_dir()
    forget_uses(ladder.copies, {"chess"})
    assert not list(ladder.copies.glob(f"*{USES}"))
    sweep_copies(ladder.base, ladder.copies)
    assert not copy.exists()
