"""Tests of the stored output of bots: one file for each match, of limited size, and without harmful control codes."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.transport.processes import keeper as keeping
from arena.transport.processes.keeper import Keeper
from arena.transport.processes.launch import folder_name

ONE, TWO, THREE = (bytes(15) + bytes((number,)) for number in (1, 2, 3))


class Failures(list[BaseException]):
    """The errors reported by the keeper, which stores the output of bots."""


def lines(folder: Path, match: bytes) -> list[str]:
    return (folder / f"{match.hex()}.txt").read_text().splitlines()


def test_each_match_has_a_file_and_what_came_before_the_first_another(tmp_path: Path) -> None:
    for _ in range(2):  # twice, as if the bot were restarted
        keeper = Keeper(tmp_path / "bot", Failures().append)
        keeper.write(b"imports\n")
        keeper.begin(ONE)
        keeper.write("caf\u00e9 \u00fc".encode()[:-1])
        keeper.write("\u00fc".encode()[-1:] + b"\x1b[2J\nthere\n")
        keeper.begin(TWO)
        keeper.close()
    folder = tmp_path / "bot"
    assert (folder / "start.txt").read_text() == (folder / "start-2.txt").read_text() == "imports\n"
    assert lines(folder, ONE) == ["caf\u00e9 \u00fc?[2J", "there"]  # only the output of the second start
    assert sorted(path.name for path in folder.iterdir()) == [f"{ONE.hex()}.txt", "start-2.txt", "start.txt"]


def test_a_flood_is_cut_and_the_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_BYTES", 2_048)
    monkeypatch.setattr(keeping, "MOST_BYTES_IN_ALL", 3_000)
    keeper = Keeper(tmp_path, Failures().append)
    for match in (ONE, TWO, THREE):
        keeper.begin(match)
        for _ in range(5):
            keeper.write(b"x" * 1_500 + b"\n")
    keeper.close()
    assert [len(line) for line in lines(tmp_path, ONE)[:2]] == [1_500, 547]
    for match in (ONE, TWO, THREE):
        assert lines(tmp_path, match)[-1].startswith("[no more is kept: ")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 3_000 + 300


def test_what_cannot_be_kept_is_told_once_and_costs_the_bot_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    failures = Failures()
    keeper = Keeper(tmp_path / "file" / "bot", failures.append)
    keeper.write(b"one")
    keeper.write(b"two")
    (failure,) = failures
    assert isinstance(failure, ArenaError)
    assert "when it stored the output of bots" in failure.message


def test_no_link_in_the_folder_is_followed(tmp_path: Path) -> None:
    for name in ("start", ONE.hex()):
        (tmp_path / f"{name}.txt").symlink_to(tmp_path / "elsewhere")
    keeper = Keeper(tmp_path, Failures().append)
    keeper.write(b"one")
    keeper.begin(ONE)
    keeper.write(b"two")
    keeper.close()
    assert not (tmp_path / "elsewhere").exists()
    assert [(tmp_path / f"{name}.txt").read_text() for name in ("start-2", ONE.hex())] == ["one", "two"]


def test_processes_that_start_side_by_side_have_files_of_their_own(tmp_path: Path) -> None:
    first, second = Keeper(tmp_path, Failures().append), Keeper(tmp_path, Failures().append)
    first.write(b"the ")
    second.write(b"another\n")
    first.write(b"first\n")
    assert (tmp_path / "start.txt").read_text() == "the first\n"
    assert (tmp_path / "start-2.txt").read_text() == "another\n"


def test_a_file_whose_room_ends_with_what_was_printed_says_so_when_more_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_BYTES", 5)
    monkeypatch.setattr(keeping, "MOST_BYTES_IN_ALL", 5)
    keeper = Keeper(tmp_path, Failures().append)
    keeper.begin(ONE)
    keeper.write(b"12345")
    assert lines(tmp_path, ONE) == ["12345"]
    keeper.write(b"6")
    keeper.write(b"7")
    mark = keeping.FULL.decode().strip()
    assert lines(tmp_path, ONE) == ["12345", mark]
    keeper.begin(TWO)  # no room is left for the next file
    keeper.write(b"8")
    assert lines(tmp_path, TWO) == ["", mark]


def test_what_is_cut_ends_with_a_whole_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_BYTES", 4)
    keeper = Keeper(tmp_path, Failures().append)
    keeper.begin(ONE)
    keeper.write("caf\u00e9\u00e9".encode())
    assert lines(tmp_path, ONE)[0] == "caf"


def test_half_a_letter_at_the_end_of_a_match_is_told_as_one(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, Failures().append)
    keeper.begin(ONE)
    keeper.write("caf\u00e9".encode()[:-1])
    keeper.begin(TWO)
    assert lines(tmp_path, ONE) == ["caf\ufffd"]


@pytest.mark.parametrize("name", ["../../etc", "a/b", ".", "..", ".hidden", "new\u2028line", "a:b", "my bot", "my.new"])
def test_a_name_that_could_lead_elsewhere_gets_a_folder_of_its_own(name: str) -> None:
    folder = folder_name(name)
    assert Path(folder).name == folder
    assert not folder.startswith(".")
    assert folder != folder_name(f"{name} ") != folder_name(name.replace("/", "_"))


@pytest.mark.parametrize("name", ["greedy-go", "c++", "m\u00fcller.2"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert folder_name(name) == name


def test_the_versions_that_are_compared_have_names_that_a_shell_takes_as_they_are() -> None:
    assert [folder_name(f"fox ({version})") for version in ("new", "old")] == ["fox.new", "fox.old"]
