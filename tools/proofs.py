"""Stores proofs that test suites have passed, so that they need not be run again while their inputs do not change.

Rule 1: a proof is a hash of all inputs of a suite: the files and the tools on which the results of its tests depend.
The proof is valid while the present inputs have the same hash.
Rule 2: the hash of each commit chooses one suite, which must be run even if its proof is valid. `make test-all` and
`make prove` ignore all proofs.
Rule 3: a suite's proof is written only by a run in which all tests of the suite were run and passed.

`python tools/proofs.py due NAME` exits with status 0 if the suite must be run; `python tools/proofs.py` lists all
suites.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).resolve().parents[1]
PROOFS: Final = TREE / "tools" / "proofs.toml"
DIGEST_BYTES: Final = 16
PROVES: Final = bool(os.environ.get("ARENA_PROVE"))
"""Whether this run writes proofs of the suites that pass."""
NUMBER: Final = "ARENA_TURN"
"""The environment variable with a hexadecimal number that replaces the commit's hash, for users who cannot run git."""
BELIEVES_NONE: Final = PROVES or os.environ.get("ARENA_TESTS") == "all"
FOR_ALL_LANGUAGES: Final = (
    "proto", "arena/protocol", "arena/transport/streams", "arena/asking", "arena/authoring", "arena/building",
    "arena/sandbox", "arena/system", "bots/cases", "tests/bots", "tests/authoring",
    "tests/web/ladder/test_languages.py", "tools/lint_bots.py", "requirements-dev.lock",
)  # fmt: skip
"""The inputs of all suites of bots: the code that builds, checks, calls and serves a bot of any language, and its
tests.
"""
COMPILED: Final = (
    "arena/games", "arena/match", "arena/protocol", "arena/system", "arena/transport",
    "setup.py", "tools/mypyc.ini", "requirements-dev.lock",
    "tests/rules", "tests/games", "tests/match", "tests/protocol", "tests/transport", "tests/end_to_end/test_league.py",
    "bots/python", "tests/bots/playing.py", "tests/bots/test_memory.py",
)  # fmt: skip
JAVASCRIPT: Final = ("docs/write-a-bot/javascript.md", "tests/end_to_end/test_javascript_page.py")
"""The inputs of the test of the page on bots without a kit; this test uses the tools of TypeScript."""
OF_TESTS: Final = ("requirements-dev.lock", "tests/conftest.py", "tests/suite/proved.py", "tests/suite/sizes.py")
BROWSER: Final = (
    "arena", "leaderboards", "bots/python", "examples", "proto", "pyproject.toml", "setup.py", "docs/pictures",
    "tests/web", "tests/ladder", "tests/leaderboards", "tests/league", "tests/match", "tests/games", "tests/tables",
    "tests/end_to_end/processes.py", "tests/installed.py", "tests/servers.py", *OF_TESTS,
)  # fmt: skip
"""The inputs of the tests in a browser: all pages, and all code that serves them."""
CHECK: Final = (
    "arena", "bots/python", "bots/stdio", "bots/cases", "examples", "pyproject.toml",
    "tests/authoring", "tests/miniatures", "tests/transport", *OF_TESTS,
)  # fmt: skip
"""The inputs of the tests that run `arena check` on correct and incorrect bots, in Python and over stdio."""
STRENGTH: Final = (
    "arena/bot", "arena/files", "arena/games", "arena/match", "arena/protocol", "arena/system", "arena/errors.py",
    "arena/derived.py", "bots/python", "tests/bots", *OF_TESTS,
)  # fmt: skip
"""The inputs of the tests that check which Python bots are stronger than others."""
INPUTS: Final = {
    "browser": BROWSER,
    "check": CHECK,
    "compiled": COMPILED,
    "strength": STRENGTH,
    **{name: (f"bots/{name}", *FOR_ALL_LANGUAGES) for name in ("cpp", "go", "java", "rust")},
    "typescript": ("bots/typescript", *JAVASCRIPT, *FOR_ALL_LANGUAGES),
}
"""The files and folders of the tree on which each suite depends, by the suite's name."""
PYTHON: Final = (sys.executable, "--version")
TOOLS: Final = {
    "browser": (("chromium-headless-shell", "--version"), PYTHON),
    "check": (PYTHON,),
    "strength": (PYTHON,),
    "compiled": (("cc", "--version"), PYTHON),
    "cpp": (("c++", "--version"), ("cmake", "--version"), ("protoc", "--version")),
    "go": (("go", "version"),),
    "java": (("javac", "-version"), ("mvn", "--version")),
    "rust": (("rustc", "--version"), ("cargo", "--version")),
    "typescript": (("node", "--version"), ("npm", "--version")),
}
"""The commands that print the versions of a suite's tools, by the suite's name."""


def due(name: str) -> bool:
    """Returns whether a suite must be run: its inputs have changed, `turn` chooses it, or all proofs are ignored.

    In a copy of the tree that git does not track, such as the copy for compiled modules, every suite must be run.
    """
    return BELIEVES_NONE or not is_known() or name == turn() or proofs().get(name) != digest(name)


@cache
def is_known() -> bool:
    """Returns whether git tracks the files of this tree."""
    return bool(_git("ls-files", "--", "tools/proofs.py"))


@cache
def turn() -> str:
    """Returns the name of the suite that must be run in this commit even if its proof is valid."""
    names = sorted(INPUTS)
    return names[number() % len(names)]


@cache
def number() -> int:
    """Returns the number that chooses which tests this commit runs: ARENA_TURN if it is set, else the commit's hash."""
    return int(os.environ.get(NUMBER) or _git("rev-parse", "HEAD"), 16)


@cache
def proofs() -> dict[str, str]:
    """Returns the hash of the inputs with which each suite last passed, by the suite's name."""
    return tomllib.loads(PROOFS.read_text("utf-8"))["passed"] if PROOFS.exists() else {}


@cache
def digest(name: str) -> str:
    """Returns a hash of a suite's present inputs and the versions of its tools, in hexadecimal."""
    found = blake2b(digest_size=DIGEST_BYTES)
    for path in _files(INPUTS[name]):
        content = path.read_bytes()
        found.update(f"{path.relative_to(TREE)}\0{len(content)}\0".encode())
        found.update(content)
    for command in TOOLS[name]:
        found.update(_said(*command).encode())
    return found.hexdigest()


def record(names: list[str]) -> None:
    """Writes the proofs of suites that have just passed; raises ValueError if one of their inputs is not committed."""
    for name in names:
        if changed := _git("status", "--porcelain", "--", *INPUTS[name]):
            raise ValueError(f"{name}: commit what it depends on before it is proved:\n{changed}")
    passed = proofs() | {name: digest(name) for name in names}
    lines = "".join(f'{name} = "{passed[name]}"\n' for name in sorted(passed))
    PROOFS.write_text(
        f"# Written by `make prove`: the hash of the inputs with which each suite passed.\n[passed]\n{lines}"
    )


def _files(places: tuple[str, ...]) -> Iterator[Path]:
    """Yields the files in these places that git tracks or would add, sorted; raises ValueError if a place
    has no files.
    """
    names: set[str] = set()
    for place in places:
        found = {*_git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", place).split("\0")} - {""}
        if not found:
            raise ValueError(f"{place} is an input of a proof, and there is no file in it")
        names |= found
    for name in sorted(names):
        path = TREE / name
        if path.is_file() and not path.is_symlink():
            yield path


def _git(*arguments: str) -> str:
    """Returns the output of a git command; raises CalledProcessError if it fails."""
    command = ("git", "-C", str(TREE), *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.rstrip("\n")  # noqa: S603  # constants


def _said(*command: str) -> str:
    """Returns the output of a command; empty if the command does not exist or fails."""
    if not shutil.which(command[0]):
        return ""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # constants and paths of the tree
    return (done.stdout + done.stderr).strip() if done.returncode == 0 else ""


def main(arguments: list[str]) -> int:
    """Runs the command line `arguments`; returns the exit status."""
    match arguments:
        case []:
            for name in sorted(INPUTS):
                why = "its turn" if name == turn() else "changed" if due(name) else "rests on its proof"
                sys.stdout.write(f"{name:<12}{why}\n")
            return 0
        case ["due", name] if name in INPUTS:
            return 0 if due(name) else 1
        case ["record", *names] if {*names} <= {*INPUTS}:
            record(names)
            return 0
    sys.stderr.write(f"usage: python tools/proofs.py [due NAME | record NAME...]; names: {', '.join(sorted(INPUTS))}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
