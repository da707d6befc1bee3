"""Tests that every module of the arena can be imported when the parts of Python that Windows lacks are hidden."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

HIDING: Final = Path(__file__).parent / "hiding"
LINUX_ALONE: Final = ("arena.sandbox.bubblewrap", "arena.sandbox.landlocked", "arena.sandbox.kernel.counted")
PROGRAMS: Final = (
    "arena.sandbox.kernel.landlock",
    "arena.system.processes.guard",
    "arena.authoring.game",
    "arena.ladder.keeping.migrations.env",
)
"""Modules that this test does not import: Python runs them by their paths, Alembic runs them, or they are templates for
authors.
"""
IMPORTING: Final = """
import importlib, pkgutil, sys, traceback
import arena, leaderboards
for package in (arena, leaderboards):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.startswith(tuple(sys.argv[1:])):
            try:
                importlib.import_module(module.name)
            except Exception as error:
                print(module.name, repr(error), traceback.extract_tb(error.__traceback__)[-1])
print("end")
"""


def test_every_module_is_imported_where_only_linux_or_posix_is_missing() -> None:
    environment = {**os.environ, "PYTHONPATH": str(HIDING)}
    ran = subprocess.run(
        (sys.executable, "-W", "ignore", "-c", IMPORTING, *LINUX_ALONE, *PROGRAMS),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("end\n", "")
