"""Tests that hand-ins are found among files downloaded from any school system, and that a hand-in gets an author only
if the names of its file and folder identify one student for certain.
"""

import os
import unicodedata
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import pytest

from arena.course.folder import Course
from arena.course.handins.content import hash_of, packed, unpack_bot
from arena.course.handins.downloads import Found, find_hand_ins
from arena.errors import ArenaError
from tests.course.courses import make_course


def find(folder: Path) -> Found:
    course = make_course(folder / "demo")
    downloads = course.downloads("week1")
    for name in ("s7001.zip", "S7001_2.tar.gz", "benno@uni.example-final.zip", "s70012.zip", "readme.txt", ".hidden"):
        (downloads / name).write_bytes(b"x")
    for name in ("Benno Kraus_777_assignsubmission_file_", "Clara Stein_9_assignsubmission_file_", "hw-awe"):
        (downloads / name).mkdir()
        (downloads / name / "bot.toml").write_text("")
    (downloads / "Clara Stein_9_assignsubmission_file_" / "bot.toml").rename(
        downloads / "Clara Stein_9_assignsubmission_file_" / "bot.zip"
    )
    (downloads / "hw-awe" / ".git").mkdir()
    (downloads / "receipts.csv").write_text("file,received\ns7001.zip,2026-02-27 10:00\n")
    os.utime(downloads / "S7001_2.tar.gz", (1_772_000_000, 1_772_000_000))
    return find_hand_ins(downloads, course.roster, course.plan.zone)


def test_names_say_whose_a_hand_in_is(tmp_path: Path) -> None:
    found = find(tmp_path)
    assert {one.place: one.author for one in found.hand_ins} == {
        "s7001.zip": "s7001",
        "S7001_2.tar.gz": "s7001",
        "benno@uni.example-final.zip": "s7002",
        "Benno Kraus_777_assignsubmission_file_": "s7002",
        "Clara Stein_9_assignsubmission_file_/bot.zip": "s7003",
        "hw-awe": "s7001",
    }
    assert found.strangers == ("readme.txt", "s70012.zip")


def test_it_is_said_what_tells_the_time(tmp_path: Path) -> None:
    receipts = {one.place: (one.received, one.by) for one in find(tmp_path).hand_ins}
    assert receipts["s7001.zip"] == (datetime(2026, 2, 27, 9, tzinfo=UTC), "receipts.csv")
    assert receipts["S7001_2.tar.gz"] == (datetime.fromtimestamp(1_772_000_000, UTC), "the file's time")


def owners(course: Course, *names: str, clones: tuple[str, ...] = ()) -> dict[str, str]:
    """Adds files `names` and clones `clones` to the downloads; returns the author of each hand-in that is found, by the
    hand-in's name.
    """
    downloads = course.downloads("week1")
    for name in names:
        (downloads / name).write_bytes(b"x")
    for name in clones:
        (downloads / name / ".git").mkdir(parents=True)
    found = find_hand_ins(downloads, course.roster, course.plan.zone)
    return {one.place: one.author for one in found.hand_ins}


def test_the_first_mark_of_moodle_says_whose_it_is(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", "id,name,handle\ns1,Mallory,111\ns2,Bob,777\n")
    name = "Mallory_111_assignsubmission_file_x_777_assignsubmission_file_y.zip"
    assert owners(course, name) == {name: "s1"}


def test_a_handle_takes_nobody_elses_hand_ins(tmp_path: Path) -> None:
    roster = "id,handle\ns1,s2_final\ns2,bob\ns3,week1-bob\ns4,cla\n"
    course = make_course(tmp_path / "demo", roster)
    clones = ("ki-week1-bob", "ki-week1-week1-bob", "ki-week1-cla", "s4")
    assert owners(course, "s2_final.zip", clones=clones) == {
        "s2_final.zip": "s2",
        "ki-week1-bob": "s2",
        "ki-week1-week1-bob": "s3",
        "ki-week1-cla": "s4",
        "s4": "s4",
    }


def test_a_clone_that_may_be_of_two_is_nobodys(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", "id,handle\ns2,bob\ns3,week1-bob\n")
    assert owners(course, clones=("ki-week1-bob",)) == {}


def test_a_receipt_of_a_folder_serves_all_archives_in_it(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    folder = course.downloads("week1") / "Benno Kraus_777_assignsubmission_file_"
    folder.mkdir()
    for name in ("a.zip", "b.zip", "report.pdf"):
        (folder / name).write_bytes(b"x")
    (course.downloads("week1") / "receipts.csv").write_text(
        f"file,received\n{folder.name},2026-02-27 10:00\n{folder.name}/b.zip,2026-02-27 11:00\n"
    )
    found = find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone)
    assert {Path(one.place).name: one.received.astimezone(UTC).hour for one in found.hand_ins} == {
        "a.zip": 9,
        "b.zip": 10,
    }
    assert found.passed_over == (f"{folder.name}/report.pdf",)


def test_a_bot_with_an_archive_in_its_folder_is_one_hand_in(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    folder = course.downloads("week1") / "s7001"
    folder.mkdir()
    for name in ("bot.toml", "bot.py", "table.gz"):
        (folder / name).write_bytes(b"x")
    assert owners(course) == {"s7001": "s7001"}


def test_a_receipt_of_nothing_is_told(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    (course.downloads("week1") / "receipts.csv").write_text("file,received\ns7001.zip,2026-02-27 10:00\n")
    with pytest.raises(
        ArenaError, match=r"gives a time of receipt for 's7001.zip', but .*week1 does not contain a hand-in"
    ):
        find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone)


Form = Literal["NFC", "NFD"]
CLASS = """id,name,email,login,moodle,canvas,github,group
s1,Ann Lee,ann@x.example,al,101,7,anna-gh,
s2,Zoë van Dyk,zoe@x.example,zd,102,8,zoe,
s3,Bob May,bob@x.example,bm,103,9,bob,Team-A
s4,Bob May,bob2@x.example,bm2,104,10,bob-2,
"""


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ("Ann Lee_101_assignsubmission_file_", "s1"),
        ("Teilnehmer_in_101_assignsubmission_file_", "s1"),
        ("Ann Lee_999_assignsubmission_file_bot.zip", "s1"),
        ("Bob May_104_assignsubmission_file_", "s4"),
        ("Bob May_999_assignsubmission_file_", None),
        ("leeann_7_4711_bot.zip", "s1"),
        ("leeann_LATE_7_4711_mein bot.zip", "s1"),
        ("vandykzoë_8_12_x_7_13_y.zip", "s2"),
        ("leeann_77_4711_bot.zip", None),
        ("maybob_77_4711_bot.zip", None),
        ("s2_7_12_bot.zip", None),
        ("al-final.zip", "s1"),
        ("zoe.zip", "s2"),
        ("week1-zoe", "s2"),
        ("week1-zoe-main.zip", "s2"),
        ("week1-zoe-1a2b3c4", "s2"),
        ("week1-zoe-20010203", None),
        ("week1-bob-2", "s4"),
        ("week1-team-a", "Team-A"),
        ("week1-unknown", None),
        ("Team-A_bot.zip", "Team-A"),
        ("s1_s2.zip", None),
        ("s1 and s2.zip", None),
        ("Zoë van Dyk.zip", "s2"),
        ("al bob.zip", "s1"),
        ("bm.may@x.example.zip", None),
        ("Ann Lee_102_assignsubmission_file_", None),
        ("vandykzoë_7_12_bot.zip", None),
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_as_systems_give_them(tmp_path: Path, name: str, author: str | None, form: Form) -> None:
    course = make_course(tmp_path / "demo", CLASS)
    name = unicodedata.normalize(form, name)
    assert owners(course, name) == ({name: author} if author else {})


def test_a_download_of_many_may_lie_in_a_folder_of_its_own(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", CLASS)
    for night in ("KI2026-Woche 1-4711", "KI2026-Woche 1-4711 (1)"):
        folder = course.downloads("week1") / night / "Ann Lee_101_assignsubmission_file_"
        folder.mkdir(parents=True)
        (folder / "bot.zip").write_bytes(b"x")
        (folder.parent / "Who Knows_9_assignsubmission_file_").mkdir()
    found = find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone)
    assert sorted((one.place, one.author) for one in found.hand_ins) == [
        ("KI2026-Woche 1-4711 (1)/Ann Lee_101_assignsubmission_file_/bot.zip", "s1"),
        ("KI2026-Woche 1-4711/Ann Lee_101_assignsubmission_file_/bot.zip", "s1"),
    ]
    assert "KI2026-Woche 1-4711/Who Knows_9_assignsubmission_file_" in found.strangers


def test_a_name_serves_where_a_list_of_canvas_has_not_said_the_number(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", "id,name\ns1,Ann Lee\n")
    assert owners(course, "leeann_77_4711_bot.zip") == {"leeann_77_4711_bot.zip": "s1"}


def test_nobody_hands_in_for_others_by_what_lies_in_the_own_folder(tmp_path: Path) -> None:
    """A file named after a student is not this student's hand-in if Moodle has named its folder after another person.
    Whoever hands in chooses the file's name, but not the folder's name.
    """
    course = make_course(tmp_path / "demo", CLASS)
    folder = course.downloads("week1") / "Mallory Moe_999_assignsubmission_file_"
    folder.mkdir()
    (folder / "s2.zip").write_bytes(b"x")
    assert owners(course) == {}


def test_names_within_hand_ins_say_nothing_of_repositories(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", CLASS)
    for name in ("evil-zoe", "evil-bob", "evil-anna-gh"):
        (course.downloads("week1") / "s1" / name).mkdir(parents=True)
    assert owners(course, clones=("week1-zoe", "week1-bob")) == {"s1": "s1", "week1-zoe": "s2", "week1-bob": "Team-A"}


def test_an_account_in_anothers_account_takes_nothing(tmp_path: Path) -> None:
    roster = "id,github,group\ns1,code,\ns2,code-main,\ns3,foxes,\ns4,x,foxes\n"
    course = make_course(tmp_path / "demo", roster)
    names = ("week1-code", "week1-code-main", "week1-foxes", "week1-x")
    assert owners(course, *names) == {"week1-code": "s1", "week1-x": "foxes"}


def test_a_receipt_of_what_is_no_hand_in_stops_nothing(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    downloads = course.downloads("week1")
    (downloads / "s7001").mkdir()
    for name in ("s7001/bot.zip", "s7001/readme.txt", "stranger.zip"):
        (downloads / name).write_bytes(b"x")
    rows = "".join(f"{name},2026-02-27 10:00\n" for name in ("s7001\\bot.zip", "./s7001/readme.txt", "stranger.zip"))
    (downloads / "Receipts.csv").write_text(f"file,received\n{rows}")
    found = find_hand_ins(downloads, course.roster, course.plan.zone)
    assert [(one.place, one.by) for one in found.hand_ins] == [("s7001/bot.zip", "receipts.csv")]
    assert found.strangers == ("stranger.zip",)


def test_an_account_takes_no_repository_of_others(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", "id,github\ns1,week1\ns2,bob\n")
    assert owners(course, "week1-bob", "week1-unknown") == {"week1-bob": "s2"}


def test_a_text_typed_into_moodle_is_no_hand_in(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo", CLASS)
    name = "Ann Lee_101_assignsubmission_onlinetext_onlinetext.html"
    assert owners(course, name) == {}
    found = find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone)
    assert (found.passed_over, found.strangers) == ((name,), ())


@pytest.mark.parametrize(("form", "written"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_receipts_name_files_in_any_form(tmp_path: Path, form: Form, written: Form) -> None:
    course = make_course(tmp_path / "demo", CLASS)
    name = "vandykzoë_8_12_bot.zip"
    (course.downloads("week1") / unicodedata.normalize(form, name)).write_bytes(b"x")
    row = f"File,Received,Note\n{unicodedata.normalize(written, name)},2026-02-27 10:00,x\n"
    (course.downloads("week1") / "receipts.csv").write_text(row)
    (hand_in,) = find_hand_ins(course.downloads("week1"), course.roster, course.plan.zone).hand_ins
    assert (hand_in.by, hand_in.received.astimezone(UTC).hour) == ("receipts.csv", 9)


def test_two_receipts_of_one_hand_in_have_one_time(tmp_path: Path) -> None:
    course = make_course(tmp_path / "demo")
    (course.downloads("week1") / "s7001.zip").write_bytes(b"x")
    receipts = course.downloads("week1") / "receipts.csv"
    receipts.write_text("file,received\ns7001.zip,2026-02-27 10:00\ns7001.zip,2026-02-27 10:00:00\n")
    assert len(find_hand_ins(receipts.parent, course.roster, course.plan.zone).hand_ins) == 1
    receipts.write_text("file,received\ns7001.zip,2026-02-27 10:00\ns7001.zip,2026-02-28 10:00\n")
    with pytest.raises(ArenaError, match=r"rows 2 and 3 give different times of receipt for the hand-in 's7001.zip'"):
        find_hand_ins(receipts.parent, course.roster, course.plan.zone)


def bot_folder(folder: Path, manifest: str = "") -> Path:
    (folder / "in" / "bot").mkdir(parents=True)
    (folder / "in" / "bot" / "bot.py").write_text("print()")
    said = manifest or 'name = "Anna\'s"\nauthor = "Anna"\nversion = "anna-9"\ncommand = ["{python}", "bot.py"]\n'
    (folder / "in" / "bot" / "bot.toml").write_text(said)
    return folder / "in"


def test_a_bot_goes_by_its_alias_alone(tmp_path: Path) -> None:
    bot = unpack_bot(packed(bot_folder(tmp_path)), tmp_path / "out", "calm-crane", "verraeter")
    assert (bot.name, bot.author, bot.version) == ("calm-crane", "calm-crane", "1")
    assert "nna" not in (bot.folder / "bot.toml").read_text()


def test_a_folder_has_the_same_hash_whenever_it_was_made(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path)
    before = hash_of(packed(folder))
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("x")
    os.utime(folder / "bot" / "bot.py", (1, 1))
    assert hash_of(packed(folder)) == before
    (folder / "bot" / "bot.py").write_text("print(1)")
    assert hash_of(packed(folder)) != before


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ('name = "x"\ncommand = ["{python}"]\nsources = ["../../../../etc"]\n', "bot.toml: sources has "),
        ('name = "x"\ncommand = ["{python}"]\ngames = ["hetverraad"]\n', "plays hetverraad, not verraeter"),
        ('name = "x"\ncommand = ["{python}"]\nrank = 1\n', "the key rank is unknown"),
        ("name = ", "is not valid TOML"),
    ],
)
def test_what_is_no_bot_is_told_to_its_author(tmp_path: Path, manifest: str, said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        unpack_bot(packed(bot_folder(tmp_path, manifest)), tmp_path / "out", "calm-crane", "verraeter")


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path)
    (folder / "bot" / "passwd").symlink_to("/etc/passwd")
    with pytest.raises(ArenaError, match="has a link"):
        unpack_bot(packed(folder), tmp_path / "out", "calm-crane", "verraeter")
    link = tmp_path / "s7001.zip"
    link.symlink_to("/etc/passwd")
    with pytest.raises(ArenaError, match="is neither a file nor a folder"):
        packed(link)
