"""What commands load: everybody who types one waits for it."""

import subprocess
import sys

import pytest

HEAVY = {"grpc", "numpy", "pathspec", "sqlalchemy"}


@pytest.mark.parametrize(
    ("commands", "loaded"),
    [
        (("main",), set()),
        (("commands.build", "commands.init", "commands.login", "commands.submit", "commands.submissions"), set()),
        (("commands.faults", "commands.verify"), {"sqlalchemy"}),
        (("commands.standings",), {"numpy", "sqlalchemy"}),
        (("commands.run_league",), {"grpc", "sqlalchemy"}),
    ],
)
def test_a_command_loads_no_library_that_it_does_not_need(commands: tuple[str, ...], loaded: set[str]) -> None:
    names = ", ".join(f"arena.cli.{name}" for name in commands)
    program = f"import sys, {names}; print(*{HEAVY} & sys.modules.keys())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert set(told.split()) == loaded
