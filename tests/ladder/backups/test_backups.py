"""Tests that a ladder is backed up while it is served, and can be restored elsewhere."""

import os
import sqlite3
import subprocess
import sys
import tarfile
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from arena.archives.databases import MAGIC, copy_database
from arena.errors import ArenaError
from arena.ladder.backups.backup import DRAFT, Backup, back_up
from arena.ladder.backups.restore import restore
from arena.ladder.backups.sums import LIST
from arena.ladder.keeping.file import FILE
from arena.ladder.ladder import Ladder
from tests.ladder.archives import bot
from tests.ladder.conftest import joined
from tests.ladder.working import hand_in, look
from tests.suite.sizes import sized
from tests.web.ladder.authors import PATIENCE_S, Author, Idle, link_for
from tests.web.serving import serving

AUTHORS: Final = sized(3, 6)
EACH: Final = sized(3, 5)


def test_who_hands_in_while_backups_are_made_finds_all_that_was_acknowledged_before(
    ladder: Ladder, tmp_path: Path
) -> None:
    links = [link_for(ladder, f"author {number}") for number in range(AUTHORS)]
    receipts: dict[int, tuple[Author, bytes]] = {}
    authors: list[Author] = []

    def handing(author: Author, name: str) -> None:
        for number in range(EACH):
            content = bot(name, str(number))
            answer = author.hand_in(content)
            assert answer.status == 201, answer.text
            receipts[answer.json["number"]] = author, content

    made: list[tuple[dict[int, tuple[Author, bytes]], Backup]] = []
    with serving(ladder=Idle(ladder)) as address:
        for number, link in enumerate(links):
            authors.append(Author(address))
            assert authors[number].sign_in(link, command=True).status == 200
        threads = [threading.Thread(target=handing, args=(one, f"bot-{n}")) for n, one in enumerate(authors)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) or not made:
            before = dict(receipts)
            made.append((before, back_up(ladder.folder, tmp_path / f"{len(made)}.tar")))
        for thread in threads:
            thread.join(PATIENCE_S)
    assert len(receipts) == AUTHORS * EACH
    for number in {0, len(made) // 2, len(made) - 1}:
        before, backup = made[number]
        assert backup.lacking == ()
        folder = tmp_path / f"restored-{number}"
        restore(backup.path, folder)
        with closing(Ladder(folder)) as again, serving(ladder=Idle(again)) as address:
            again.serve(address)
            for receipt, (author, content) in before.items():
                author.server, author.host = address, address.removeprefix("http://")
                assert author.get(f"/ladder/submissions/{receipt}/archive").data == content


def test_what_is_handed_in_just_before_the_rows_are_copied_is_in_the_backup_with_them(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = joined(ladder, "Ann")

    def late(path: Path, copy: Path) -> None:
        hand_in(ladder, ann, bot())
        copy_database(path, copy)

    monkeypatch.setattr("arena.ladder.backups.backup.copy_database", late)
    made = back_up(ladder.folder, tmp_path / "backup.tar")
    assert made.lacking == ()
    assert restore(made.path, tmp_path / "again") == 2


def test_a_backup_has_the_stores_of_leagues_and_nothing_that_passes(ladder: Ladder, tmp_path: Path) -> None:
    ladder.serve("http://127.0.0.1:1/")
    (ladder.folder / "leagues").mkdir()
    (ladder.folder / "challenges" / "challenge-1").mkdir(parents=True)
    (ladder.folder / "challenges" / "challenge-1" / "league.toml").touch()
    with closing(sqlite3.connect(ladder.folder / "leagues" / "league.db")) as store:
        store.execute("PRAGMA journal_mode=WAL")
        store.execute("CREATE TABLE match (id)")
        store.execute("INSERT INTO match VALUES (7)")
        store.commit()
        with closing(ladder.blobs.receiving()._file):
            back_up(ladder.folder, tmp_path / "backup.tar")
    with tarfile.open(tmp_path / "backup.tar") as tar:
        ladders = {f"ladders/{path.name}" for path in (ladder.folder / "ladders").iterdir()}
        assert set(tar.getnames()) == {FILE, "leagues/league.db", LIST} | ladders
    restore(tmp_path / "backup.tar", tmp_path / "again")
    with closing(sqlite3.connect(tmp_path / "again" / "leagues" / "league.db")) as store:
        assert store.execute("SELECT id FROM match").fetchall() == [(7,)]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "again").rglob("*")} == {0}
    assert (tmp_path / "again").stat().st_mode & 0o077 == 0


def test_an_archive_that_looks_like_a_database_is_kept_as_it_was_handed_in(ladder: Ladder, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "real.db")) as real:
        real.execute("PRAGMA journal_mode=WAL")
        real.execute("CREATE TABLE match (id)")
    ann = joined(ladder, "Ann")
    contents = [MAGIC + b"words" * 99, (tmp_path / "real.db").read_bytes()]
    digests = [hand_in(ladder, ann, content).digest for content in contents]
    made = back_up(ladder.folder, tmp_path / "backup.tar")
    assert made.lacking == ()
    restore(made.path, tmp_path / "again")
    with closing(Ladder(tmp_path / "again", ladder.now_ms)) as again:
        assert [again.blobs.place(digest).read_bytes() for digest in digests] == contents


def test_a_version_that_comes_meanwhile_is_in_no_results_without_its_row(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, place = joined(ladder, "Ann"), ladder.folder / "results" / "verraeter" / "league.db"
    place.parent.mkdir(parents=True)
    with closing(sqlite3.connect(place)) as store:
        store.execute("CREATE TABLE member (submission)")

    def coming(there: Path, here: Path) -> None:
        if there == place:
            number = hand_in(ladder, ann, bot()).number
            with closing(sqlite3.connect(place)) as store, store:
                store.execute("INSERT INTO member VALUES (?)", (number,))
        copy_database(there, here)

    monkeypatch.setattr("arena.ladder.backups.backup.copy_database", coming)
    made = back_up(ladder.folder, tmp_path / "backup.tar")
    assert made.lacking == ()
    restore(made.path, tmp_path / "again")
    with closing(sqlite3.connect(tmp_path / "again" / place.relative_to(ladder.folder))) as store:
        [(number,)] = store.execute("SELECT submission FROM member")
    with closing(Ladder(tmp_path / "again", ladder.now_ms)) as again:
        assert again.blobs.place(look(again, ann, number).digest).read_bytes() == bot()


def test_its_sums_are_those_other_programs_compute(backup: Path, tmp_path: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    (tmp_path / "unpacked").mkdir()
    subprocess.run(("tar", "-xf", backup, "-C", tmp_path / "unpacked"), check=True)
    checked = subprocess.run(
        ("sha256sum", "--check", "--strict", LIST),
        check=False,
        cwd=tmp_path / "unpacked",
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout.count(": OK\n")) == (0, 2)


def test_an_archive_that_is_missing_is_told_and_the_rest_is_backed_up(ladder: Ladder, tmp_path: Path) -> None:
    ann = joined(ladder, "Ann")
    lost, spoilt, whole = (hand_in(ladder, ann, bot(name)) for name in ("a", "b", "c"))
    ladder.blobs.place(lost.digest).unlink()
    ladder.blobs.place(spoilt.digest).write_bytes(b"else")
    made = back_up(ladder.folder, tmp_path / "backup.tar")
    assert made.lacking == tuple(sorted((lost.digest, spoilt.digest)))
    restore(made.path, tmp_path / "again")
    with closing(Ladder(tmp_path / "again", ladder.now_ms)) as again:
        assert again.blobs.place(whole.digest).is_file()
        assert look(again, ann, 3).digest == whole.digest


def kill_at(places: Mapping[str, tuple[str, ...]]) -> None:
    """Runs arena commands, and kills each of them when it first calls a certain function. Fails if a command ends
    before.

    `places`: the words of each command after `arena`, by the full name of its function.
    """
    program = f"""
import os, signal
from arena.cli.main import main
import arena.ladder.backups.backup, arena.ladder.backups.restore
def killed(*_): os.kill(os.getpid(), signal.SIGKILL)
for place, command in {dict(places)!r}.items():
    child = os.fork()
    if not child:
        exec(f"{{place}} = killed")
        main(command)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), end=" ")
"""
    ended = subprocess.run(
        (sys.executable, "-c", program), check=False, capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert ended.stdout == "-9 " * len(places), ended.stderr


def test_a_backup_that_is_killed_leaves_none_and_the_next_one_is_made(ladder: Ladder, tmp_path: Path) -> None:
    hand_in(ladder, joined(ladder, "Ann"), bot())
    outs = {where: tmp_path / where for where in ("os.fsync", "os.link", "arena.ladder.backups.backup._lacking")}
    for out in outs.values():
        out.mkdir()
    kill_at({where: ("backup", str(ladder.folder), str(out)) for where, out in outs.items()})
    for where, out in outs.items():
        assert [path.name for path in out.iterdir()] == [DRAFT]
        made = back_up(ladder.folder, out)
        assert list(out.iterdir()) == [made.path]
        assert restore(made.path, tmp_path / f"{where}-again") == 2


def test_a_restoring_that_is_killed_puts_nothing_in_place(backup: Path, tmp_path: Path) -> None:
    places = {where: tmp_path / where for where in ("os.fsync", "arena.ladder.backups.restore._check")}
    kill_at({where: ("restore", str(backup), str(again)) for where, again in places.items()})
    for again in places.values():
        assert not again.exists()
        assert restore(backup, again) == 2
        assert not list(tmp_path.glob(f".{again.name}*"))


def test_nothing_is_replaced(ladder: Ladder, backup: Path, tmp_path: Path) -> None:
    for refused, code in (
        (lambda: back_up(ladder.folder, backup), "file-there"),
        (lambda: back_up(tmp_path, tmp_path / "b.tar"), "no-ladder"),
        (lambda: back_up(_folder_with(tmp_path / "other", b""), tmp_path / "b.tar"), "no-ladder"),
        (lambda: back_up(_folder_with(tmp_path / "words", b"words" * 99), tmp_path / "b.tar"), "ladder-failed"),
        (lambda: restore(backup, ladder.folder), "folder-not-empty"),
        (lambda: restore(backup, backup), "folder-not-empty"),
    ):
        with pytest.raises(ArenaError) as error:
            refused()
        assert error.value.code == code
    (tmp_path / "empty").mkdir()
    assert restore(backup, tmp_path / "empty") == 2


def _folder_with(folder: Path, database: bytes) -> Path:
    folder.mkdir()
    (folder / FILE).write_bytes(database)
    return folder


def test_a_link_in_the_folder_is_told_and_not_followed(ladder: Ladder, tmp_path: Path) -> None:
    (ladder.folder / "archives" / "ab").symlink_to("/etc")
    with pytest.raises(ArenaError, match="'archives/ab' in ") as refused:
        back_up(ladder.folder, tmp_path / "backup.tar")
    assert refused.value.code == "foreign-file"
    assert not list(tmp_path.glob("*backup*"))


def test_a_folder_that_is_another_users_is_not_worked_in(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / DRAFT
    theirs.mkdir()
    (theirs / "theirs").touch()
    monkeypatch.setattr(os, "geteuid", lambda: theirs.stat().st_uid + 1)
    with pytest.raises(ArenaError, match=f"{DRAFT} belongs to another user") as refused:
        back_up(ladder.folder, tmp_path / "backup.tar")
    assert refused.value.code == "foreign-file"
    assert (theirs / "theirs").exists()
    assert not (tmp_path / "backup.tar").exists()


def test_one_at_a_time_makes_a_backup_in_a_folder(
    ladder: Ladder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = []

    def twice(there: Path, here: Path) -> None:
        with pytest.raises(ArenaError) as refused:
            back_up(ladder.folder, tmp_path / "other.tar")
        codes.append(refused.value.code)
        copy_database(there, here)

    monkeypatch.setattr("arena.ladder.backups.backup.copy_database", twice)
    back_up(ladder.folder, tmp_path / "backup.tar")
    assert codes == ["under-way"]
