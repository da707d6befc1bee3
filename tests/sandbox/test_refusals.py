"""Tests of machines that lack a feature: which sandbox levels the arena refuses on them, which level `auto` selects
instead, and with which messages.
"""

import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.sandbox import level_proof, probes
from arena.sandbox.kernel import landlock
from arena.sandbox.level_proof import proved
from arena.sandbox.levels import AUTO, Level
from tests.sandbox.boxes import boxed

Patch = pytest.MonkeyPatch
USER = 65_534
WITHOUT_NAMESPACES = f"""
import ctypes, json, os, pathlib
from arena.errors import ArenaError
from arena.sandbox.level_proof import proved

if os.geteuid() == 0:
    os.setgroups([])
    os.setresgid({USER}, {USER}, {USER})
    os.setresuid({USER}, {USER}, {USER})
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # its files in /proc are its own again
user, group = os.geteuid(), os.getegid()
assert ctypes.CDLL(None).unshare(0x10000000) == 0
for name, text in (("uid_map", f"{{user}} {{user}} 1"), ("setgroups", "deny"), ("gid_map", f"{{group}} {{group}} 1")):
    pathlib.Path("/proc/self", name).write_text(text)
pathlib.Path("/proc/sys/user/max_user_namespaces").write_text("0")
try:
    proved("boxed")
except ArenaError as error:
    print(json.dumps([error.code, error.message, error.hint, proved("auto").level]))
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder for temporary files in which every user may write."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o1777)
        yield Path(name)


@boxed
def test_where_users_may_make_no_namespaces_boxes_are_refused_and_auto_goes_without(open_folder: Path) -> None:
    if subprocess.run(("unshare", "--user", "true"), check=False, capture_output=True).returncode:
        pytest.skip("users may make no namespaces here, so none can be made that forbids them")
    said = subprocess.run(
        (sys.executable, "-c", WITHOUT_NAMESPACES),
        check=False,
        capture_output=True,
        text=True,
        env={"TMPDIR": str(open_folder), "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert said.returncode == 0, said.stderr
    code, message, hint, level = json.loads(said.stdout)
    assert code == "no-sandbox"
    assert message.startswith(
        "the sandbox level boxed does not work on this machine: it promises that a program starts, but a test found: "
        "bwrap: "
    )
    assert "user namespaces" in hint, message
    assert level != "boxed"


def test_without_landlock_there_is_no_level_confined(monkeypatch: Patch) -> None:
    monkeypatch.setattr(landlock, "__file__", "/nowhere/landlock.py")
    with pytest.raises(ArenaError, match=r"\[no-sandbox\]"):
        proved(Level.CONFINED)


def test_elsewhere_than_on_linux_bots_are_not_confined(monkeypatch: Patch) -> None:
    monkeypatch.setattr(probes, "LINUX", False)
    monkeypatch.setattr(level_proof, "LINUX", False)
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    with pytest.raises(ArenaError) as refusal:
        proved(Level.BOXED)
    assert "this is Darwin" in refusal.value.message
    assert "bots can be confined on Linux only" in (refusal.value.hint or "")
    assert proved(AUTO).level is Level.NONE


def test_a_folder_for_temporary_files_with_a_long_path_is_told(monkeypatch: Patch, tmp_path: Path) -> None:
    long = tmp_path / ("long" * 25)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    with pytest.raises(ArenaError) as refusal:
        proved(Level.BOXED)
    if "socket" in refusal.value.message:  # otherwise, bubblewrap is missing
        assert "set TMPDIR to a folder with a short path" in (refusal.value.hint or "")
