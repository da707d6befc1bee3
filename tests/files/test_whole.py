"""Tests of files and folders that appear completely or not at all."""

import errno
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.files.folders import making_folder, remove
from arena.files.whole import PRIVATE, beside, making, write_whole


def test_files_are_written_with_their_folders_and_rights(tmp_path: Path) -> None:
    write_whole({tmp_path / "in" / "one": "é", tmp_path / "two": b"\xff"}, PRIVATE)
    assert (tmp_path / "in" / "one").read_text("utf-8") == "é"
    assert (tmp_path / "two").read_bytes() == b"\xff"
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()} == {
        "one": 0o600,
        "two": 0o600,
    }


def test_a_file_that_cannot_take_its_place_says_what_is_changed_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if target.name == "two":
            raise PermissionError(errno.EPERM, "not permitted", str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(ArenaError, match="not permitted; these files already have their new content: one"):
        write_whole({tmp_path / "one": "1", tmp_path / "two": "2"})
    with pytest.raises(ArenaError, match="not permitted; if the file existed, its old content is unchanged"):
        write_whole({tmp_path / "two": "2"})
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_no_file_changes_where_one_of_them_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "one").write_text("before")
    (tmp_path / "two").mkdir()
    with pytest.raises(
        ArenaError, match=r"two cannot be written: .*; if the file existed, its old content is unchanged"
    ):
        write_whole({tmp_path / "one": "1", tmp_path / "two": "2"})
    assert (tmp_path / "one").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_nothing_is_written_through_what_lies_beside(tmp_path: Path) -> None:
    """Files are first written as a draft, a temporary file beside the final path. A link at the draft's path is
    replaced, and the link's target stays unchanged.
    """
    beside(tmp_path / "one").symlink_to("other")
    (tmp_path / "other").write_text("other's")
    write_whole({tmp_path / "one": "1"})
    assert (tmp_path / "other").read_text() == "other's"
    assert (tmp_path / "one").read_text() == "1"
    assert not (tmp_path / "one").is_symlink()


def test_a_file_made_in_another_way_is_there_when_it_is_complete(tmp_path: Path) -> None:
    def give_up() -> None:
        with making(path) as draft:
            draft.write_text("half")
            raise ValueError("given up")

    path = tmp_path / "one"
    path.write_text("before")
    with pytest.raises(ValueError, match="given up"):
        give_up()
    assert (path.read_text(), list(tmp_path.iterdir())) == ("before", [path])
    with making(path) as draft:
        draft.write_text("whole")
        assert path.read_text() == "before"
    assert (path.read_text(), list(tmp_path.iterdir())) == ("whole", [path])


def test_a_folder_is_there_when_it_is_filled(tmp_path: Path) -> None:
    def give_up() -> None:
        with making_folder(folder) as draft:
            (draft / "one").touch()
            raise ValueError("given up")

    folder = tmp_path / "in" / "final"
    with pytest.raises(ValueError, match="given up"):
        give_up()
    assert list(folder.parent.iterdir()) == []
    beside(folder).mkdir()
    (beside(folder) / "left").touch()  # left by a killed process
    with making_folder(folder) as draft:
        (draft / "one").touch()
        assert not folder.exists()
    assert [path.name for path in folder.parent.rglob("*")] == ["final", "one"]


def test_a_folder_is_removed_though_nobody_may_write_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "sealed"
    (folder / "in").mkdir(parents=True)
    (folder / "in" / "one").touch()
    for path in (folder / "in", folder):
        path.chmod(0o500)
    remove(folder)
    assert not folder.exists()


def test_what_a_link_in_a_folder_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir(mode=0o500)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("../other")
    remove(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    assert (tmp_path / "other").stat().st_mode & 0o777 == 0o500
