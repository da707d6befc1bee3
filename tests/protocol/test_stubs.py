"""Tests that the generated classes in the source tree are up to date with the .proto files."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_stubs_are_current() -> None:
    pytest.importorskip("grpc_tools", reason="grpc_tools is not installed, so the stubs cannot be generated")
    command = [sys.executable, str(ROOT / "tools" / "generate_stubs.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
