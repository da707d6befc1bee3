"""Runs the tests of hostile bots again as a given user of the machine, who also runs the arena."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pytest

from tests.hostile.passable import in_view
from tests.hostile.test_hostile import DEMANDED
from tests.sandbox.boxes import boxed
from tests.suite.sizes import sized
from tests.transport.hosting import ROOT
from tools.proofs import NUMBER, number

SUITES: Final = (
    *("hostile/test_hostile.py", "hostile/test_hostile_builds.py", "hostile/test_limits.py"),
    *("hostile/test_one_user.py", "sandbox/test_shared.py"),
)
SELECTED: Final = sized(("-k", "in_a_box"), ())
"""The options that select the tests. `make test` runs only the tests of boxes, the strictest sandboxes, which matter
most to users who are not root; `make test-all` runs all tests.
"""
LIMIT_S: Final = 1_500
MARKS: Final = (
    pytest.mark.slow,
    pytest.mark.timeout(LIMIT_S + 60),
    boxed,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else"),
)
"""The marks of each test that calls `assert_suite_holds_for`.

Each such test has its own file, because pytest runs only tests of different files at the same time.
"""


def assert_suite_holds_for(user: int) -> None:
    """Runs the tests of SUITES as the user with this id, and fails if one of them fails.

    The user can reach Python and this tree even inside folders that are open to root only (see passable.py). The
    calling test is skipped if the machine does not allow this.
    """
    if subprocess.run(in_view(("true",), user), check=False).returncode:
        pytest.skip("this machine lets nobody cover folders")
    suites = [str(ROOT / "tests" / name) for name in SUITES]
    suite = (sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *SELECTED, *suites)
    # in /tmp, because the paths of sockets must be short
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="suite") as folder:
        Path(folder).chmod(0o1777)
        ran = subprocess.run(
            in_view(suite, user),
            check=False,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "HOME": folder,
                "TMPDIR": folder,
                DEMANDED: "boxed confined",
                NUMBER: f"{number():x}",  # git refuses to read a tree that another user owns
            },
        )
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2_000:]
