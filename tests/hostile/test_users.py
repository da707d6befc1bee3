"""The hostile bots again, with the arena run by root and by another user, at all levels."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.passable import in_view
from tests.hostile.test_hostile import DEMANDED
from tests.sandbox.boxes import boxed
from tests.transport.hosting import ROOT

SUITES = ("test_hostile.py", "test_hostile_builds.py", "test_limits.py")
LIMIT_S = 1_500

pytestmark = [pytest.mark.slow, pytest.mark.timeout(LIMIT_S + 60), boxed]


@pytest.fixture
def folder() -> Iterator[Path]:
    """For temporary files of whatever user."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="suite") as name:  # sockets need short paths
        Path(name).chmod(0o1777)
        yield Path(name)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("user", [0, 65_534], ids=["root", "nobody"])
def test_the_suite_holds_for_this_user(user: int, folder: Path) -> None:
    if subprocess.run(in_view(("true",), user), check=False).returncode:
        pytest.skip("this machine lets nobody cover folders")
    suites = [str(ROOT / "tests" / "hostile" / name) for name in SUITES]
    suite = (sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *suites)
    ran = subprocess.run(
        in_view(suite, user),
        check=False,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder), DEMANDED: "boxed confined"},
    )
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2_000:]
