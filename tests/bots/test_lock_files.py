"""Tests of npm's lock files: they contain versions and checksums but no addresses, so that npm uses the registry that
the user has configured.
"""

import json
from pathlib import Path

import pytest

from arena.building.house import house_bots

LOCK_FILES = [path for path in house_bots().glob("*/*/package-lock.json") if "node_modules" not in path.parts]


@pytest.mark.parametrize("lock_file", LOCK_FILES, ids=lambda path: path.parent.name)
def test_a_lock_file_has_no_address(lock_file: Path) -> None:
    packages = json.loads(lock_file.read_text("utf-8"))["packages"]
    assert [name for name, package in packages.items() if "://" in package.get("resolved", "")] == []
    fetched = {
        name: package for name, package in packages.items() if "node_modules/" in name and not package.get("link")
    }
    assert fetched
    assert [name for name, package in fetched.items() if "integrity" not in package] == []


@pytest.mark.parametrize("lock_file", LOCK_FILES, ids=lambda path: path.parent.name)
def test_npm_is_told_to_keep_it_so(lock_file: Path) -> None:
    assert "omit-lockfile-registry-resolved=true" in (lock_file.parent / ".npmrc").read_text().split()


def test_there_are_lock_files() -> None:
    assert len(LOCK_FILES) == 4
