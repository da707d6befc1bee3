"""Checks after every test of the transport that no temporary file is left, that nothing was written to stderr or
logged, and that no bot has noted a wrong message of the arena.
"""

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.transport.hosting import left_running, processes, running


@pytest.fixture(autouse=True)
def home(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> Iterator[Path]:
    """Returns the home folder of the bots, which is a new folder for each test; the bots write the numbers of their
    processes into it.
    """
    monkeypatch.setenv("HOME", str(tmp_path))
    with tempfile.TemporaryDirectory(prefix="t-") as folder:  # short, as the paths of sockets must be
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield tmp_path
        left = list(Path(folder).iterdir())
    for number in processes(tmp_path):
        if running(number):
            os.kill(number, signal.SIGKILL)
    gc.collect(1)  # only young objects: the older ones are thousands, left by earlier tests
    assert left == []
    complaints = tmp_path / "complaints"
    assert not complaints.exists(), complaints.read_text()
    assert capfd.readouterr().err == ""
    assert [record.getMessage() for record in caplog.records] == []


@pytest.fixture
def nothing_left(home: Path) -> Iterator[None]:
    """Fails the test unless all processes of its bots have ended."""
    yield
    assert left_running(home) == []
