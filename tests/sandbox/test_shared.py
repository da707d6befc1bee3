"""Tests of the state that all boxes share: no program in a box can read or change it, but each attempt succeeds without
the protections.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.sandbox import bubblewrap, proc
from arena.sandbox.box import Box
from arena.sandbox.boxed_command import ASKED_S, try_in
from arena.sandbox.levels import Level
from arena.sandbox.program import Program
from arena.sandbox.runtime import PACKAGE, python_runtime
from tests.sandbox.boxes import boxed
from tests.sandbox.test_probes import without

PASSABLE = 0o011
PROGRAM = Path(__file__).with_name("shared.py")

pytestmark = boxed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that every user can reach, with a copy of the program shared.py, which makes the attempts."""
    for path in (tmp_path, *tmp_path.parents[:-2]):
        if path.stat().st_mode & PASSABLE != PASSABLE:
            path.chmod(path.stat().st_mode | PASSABLE)
    (tmp_path / PROGRAM.name).write_bytes(PROGRAM.read_bytes())
    return tmp_path


def tried(folder: Path) -> dict[str, Any]:
    command = (sys.executable, "-B", PROGRAM.name)
    program = Program(command, folder, (("PYTHONPATH", str(PACKAGE.parent)),), tuple(python_runtime()))
    ran = try_in(Box(Level.BOXED), program, ASKED_S)
    assert ran.status == 0, ran.errors
    found: dict[str, Any] = json.loads(ran.output)
    return found


def test_nothing_that_all_boxes_share_is_read_or_changed_in_a_box(folder: Path) -> None:
    found = tried(folder)
    assert [name for name, refusal in found["calls"].items() if not refusal] == []
    assert found["calls"]
    assert found["changed"] == []
    assert found["files"] > len(proc.MADE)


def test_without_filter_and_covers_all_of_it_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_covers", list)
    monkeypatch.setattr(proc, "made", lambda _: {})
    without(("--seccomp", "*"))(monkeypatch)
    found = tried(folder)
    assert {name: refusal for name, refusal in found["calls"].items() if refusal} == {}
    assert {"/proc/meminfo", "/proc/stat", "/proc/sys/fs/file-nr", "/proc/vmstat"} <= set(found["changed"])


def test_what_a_kernel_has_that_is_not_known_is_covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("1", "sys", "sys/vm", "sys/new", "version", "meminfo", "new", "kernel_only"):
        (tmp_path / name).mkdir() if name.startswith("sys") or name == "new" else (tmp_path / name).touch(0o444)
    (tmp_path / "kernel_only").chmod(0o400)
    (tmp_path / "counts").touch(0o444)
    monkeypatch.setattr(proc, "PROC", tmp_path)
    assert proc.covered() == ((tmp_path / "counts",), (tmp_path / "new", tmp_path / "sys" / "new"))
