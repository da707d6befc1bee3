"""Tests of probes, the programs that try to break a protection of a box. The probes run in a real box, and in boxes
without one protection: a probe's attack must succeed only if its protection is missing.
"""

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import bubblewrap, probes
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.probes import findings, holds
from arena.sandbox.program import in_memory, outermost
from arena.sandbox.runtime import SYSTEM
from tests.sandbox.boxes import boxed

WIDE = Limits(memory_mb=2_000, processes=100, temporary_mb=100, open_files=100)
Patch = pytest.MonkeyPatch

pytestmark = boxed


def without(*groups: tuple[str, ...]) -> Callable[[Patch], None]:
    """Returns a patch that removes sequences of words from bubblewrap's arguments. `*` stands for any one word."""

    def weaken(patch: Patch) -> None:
        def weaker(name: str, content: bytes) -> int:
            words = os.fsdecode(content).split("\0") if name == "arguments" else []
            for group in groups:
                for place in range(len(words) - len(group), -1, -1):
                    if all(word in {"*", there} for word, there in zip(group, words[place:], strict=False)):
                        del words[place : place + len(group)]
            return in_memory(name, os.fsencode("\0".join(words)) if words else content)

        patch.setattr(bubblewrap, "in_memory", weaker)

    return weaken


def showing_the_temporary_folder(patch: Patch) -> None:
    real = outermost
    patch.setattr(bubblewrap, "outermost", lambda paths: [path.parent for path in real(paths)])


def staying_root_without(*groups: tuple[str, ...]) -> Callable[[Patch], None]:
    """Returns a patch that removes words as `without` does, and that keeps programs root in boxes that root starts."""

    def weaken(patch: Patch) -> None:
        patch.setattr(bubblewrap, "_leaving_root", lambda _: ())
        without(*groups)(patch)

    return weaken


def keeping_the_environment(patch: Patch) -> None:
    staying_root_without()(patch)
    real = bubblewrap.prepared
    patch.setattr(bubblewrap, "prepared", lambda *given: replace(real(*given), environment=tuple(os.environ.items())))


def with_wide_limits(patch: Patch) -> None:
    patch.setattr(probes, "FEW", WIDE)


def without_python(patch: Patch) -> None:
    patch.setattr(probes, "python_runtime", lambda: ())
    patch.setattr(bubblewrap, "SYSTEM", [name for name in SYSTEM if name != "/usr"])


WEAKENED = {
    "language": without_python,
    "socket": without(("--ro-bind", "*", "*")),
    "user": without(("--seccomp", "*")),
    "secrets": showing_the_temporary_folder,
    "files": staying_root_without(("--remount-ro", "/")),
    "kernel": staying_root_without(("--remount-ro", "/proc")),
    "processes": without(("--unshare-pid",)),
    "signals": staying_root_without(("--unshare-pid",)),
    "environment": keeping_the_environment,
    "network": without(("--unshare-net",), ("--seccomp", "*")),
    "names": without(("--unshare-net",)),
    "shared": without(("--seccomp", "*")),
    "namespaces": without(("--seccomp", "*"), ("--disable-userns",)),
    "forks": with_wide_limits,
    "disk": with_wide_limits,
    "memory": with_wide_limits,
}
"""For each probe except `start` and `together`, by name: the patch that weakens the box so that the probe reports a
failure.
"""


def broken(level: Level = Level.BOXED) -> dict[str, str]:
    return {found.probe.name: found.detail for found in findings(level) if not found.held}


def test_every_promise_is_kept_in_a_box() -> None:
    assert broken() == {}
    assert holds(Level.BOXED)


@pytest.mark.parametrize("name", sorted(WEAKENED))
def test_a_box_without_the_wall_is_told_from_one_that_has_it(name: str, monkeypatch: Patch) -> None:
    if name in {"kernel", "signals"} and os.geteuid() != 0:
        pytest.skip("only root could do it, were it let")
    WEAKENED[name](monkeypatch)
    assert not holds(Level.BOXED)
    only = tuple(probe for probe in probes.PROBES if probe.name == name)
    monkeypatch.setattr(probes, "PROBES", only)
    assert name in broken()


def test_who_stays_root_is_told_though_without_a_capability(monkeypatch: Patch) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root could do it, were it let")
    staying_root_without(("--cap-add", "*"))(monkeypatch)
    monkeypatch.setattr(probes, "PROBES", tuple(probe for probe in probes.PROBES if probe.name in {"start", "user"}))
    assert {*broken()} == {"user"}


def test_every_probe_was_seen_to_fail() -> None:
    """Tests that WEAKENED has a patch for each probe except two. Another test of this file shows that `start` can fail,
    and a test of test_groups.py shows it of `together`.
    """
    assert {probe.name for probe in probes.PROBES} - set(WEAKENED) == {"start", "together"}


def test_a_probe_that_cannot_run_has_failed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(bubblewrap, "BWRAP", "/nowhere/bwrap")
    assert set(broken()) == {probe.name for probe in probes.PROBES if Level.BOXED in probe.levels}
    assert not holds(Level.BOXED)


def test_an_arena_whose_python_was_named_by_a_way_round_has_boxes_as_well(tmp_path: Path) -> None:
    around = os.path.relpath(sys.executable, tmp_path)
    told = "from arena.sandbox import probes; from arena.sandbox.levels import Level; print(probes.holds(Level.BOXED))"
    assert subprocess.check_output((around, "-c", told), text=True, cwd=tmp_path) == "True\n"


def test_nothing_of_a_probe_stays(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gc.collect()  # objects of earlier tests may still have open files
    before = len(list(Path("/proc/self/fd").iterdir()))
    broken()
    holds(Level.BOXED)
    assert list(tmp_path.iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == before
