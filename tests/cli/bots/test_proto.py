"""Tests of `arena proto`, which copies the protocol's .proto files to a folder that the user names."""

import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Arena

NAMES = [f"arena/protocol/v1/{name}.proto" for name in ("arena", "hetverraad", "verraeter")]


def test_stubs_can_be_made_of_what_is_put_there(arena: Arena, tmp_path: Path) -> None:
    result = arena("proto", "mybot/proto")
    assert (result.exit_code, result.stderr) == (0, "")
    files = [line.removeprefix("mybot/proto/") for line in result.stdout.splitlines()]
    assert set(NAMES) <= set(files)
    assert files == sorted(path.relative_to(tmp_path / "mybot/proto").as_posix() for path in tmp_path.rglob("*.proto"))
    command = (sys.executable, "-m", "grpc_tools.protoc", "-Imybot/proto", "--python_out=.", *files)
    made = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def test_files_of_an_earlier_arena_are_replaced_and_others_stay(arena: Arena, tmp_path: Path) -> None:
    arena("proto", ".")
    new = (tmp_path / NAMES[0]).read_text()
    (tmp_path / NAMES[0]).write_text("old")
    (tmp_path / "arena" / "mine.proto").write_text("mine")
    assert arena("proto", ".").exit_code == 0
    assert (tmp_path / NAMES[0]).read_text() == new
    assert (tmp_path / "arena" / "mine.proto").read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_told(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = arena("proto", "file/proto")
    assert result.exit_code == 1
    assert result.stderr.endswith(
        "cannot be written: Not a directory  [folder-not-made]\n"
        "Hint: name a folder that you may write to, on a disk with free space\n"
    )
