"""Tests the lock files: each package has the same versions in all of them, and the hashes of its files."""

import re
import tomllib
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.installed import TREE

LOCKS: Final = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
PROJECT: Final = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))
EXTRAS: Final = PROJECT["project"]["optional-dependencies"]
ASKED: Final = {
    "requirements.lock": PROJECT["project"]["dependencies"],
    "requirements-build.lock": PROJECT["build-system"]["requires"],
    "requirements-dev.lock": [
        *PROJECT["project"]["dependencies"],
        *(line for lines in EXTRAS.values() for line in lines if not line.startswith("bot-arena[")),
    ],
}
ENTRY: Final = re.compile(r"(\S+)==(\S+)(?: ; ([^\\]+))? \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)")
locks = pytest.mark.parametrize("lock", LOCKS)


def locked(lock: str) -> dict[str, set[str]]:
    """Returns the versions of each package in a lock file; there may be several, for different releases of Python."""
    versions = dict[str, set[str]]()
    for name, version, _, _ in ENTRY.findall((TREE / lock).read_text("utf-8")):
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


@locks
def test_a_lock_has_nothing_but_versions_with_hashes(lock: str) -> None:
    """Tests that a lock file has nothing but versions with hashes. In particular it has no address to download from, so
    that users can choose a mirror.
    """
    assert ENTRY.sub("", (TREE / lock).read_text("utf-8")) == ""


@locks
def test_a_lock_has_what_the_project_asks_for(lock: str) -> None:
    versions = locked(lock)
    for wanted in map(Requirement, ASKED[lock]):
        found = versions.get(canonicalize_name(wanted.name))
        assert found, f"{lock} lacks {wanted.name}: make lock"
        assert all(map(wanted.specifier.contains, found)), f"{lock} has {wanted.name} {found}, not {wanted}: make lock"


def test_all_locks_have_the_same_versions() -> None:
    everything = locked("requirements-dev.lock")
    for lock in LOCKS:
        assert locked(lock).items() <= everything.items(), lock
