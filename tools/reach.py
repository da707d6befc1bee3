"""Finds the test files that a change can affect: changed test files, and test files that import a changed module.

A test file may import the module directly or through a helper. The change is the difference from the last commit, or if
there is none, the last commit itself. A changed file that is not Python affects the tests in the folder below `tests`
that has the same name as the file's folder: `arena/web/x.css` affects `tests/web`.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("arena", "leaderboards", "tests")


def changed() -> list[str]:
    """Returns the paths of the changed files, relative to the top of the tree."""
    found = [*_git("diff", "--name-only", "HEAD"), *_git("ls-files", "--others", "--exclude-standard")]
    return found or _git("diff", "--name-only", "HEAD~1")


def reached(paths: list[str]) -> list[str]:
    """Returns the test files that a change of these files can affect, sorted."""
    modules = {_module(path) for path in paths if path.endswith(".py")}
    folders = {f"tests/{path.split('/')[1]}/" for path in paths if "/" in path and not path.endswith(".py")}
    tests = {path.relative_to(TREE).as_posix(): path for path in sorted(TREE.glob("tests/**/test_*.py"))}
    return [
        name
        for name, path in tests.items()
        if name in paths or modules & _imports(path, ("tests.",)) or any(name.startswith(folder) for folder in folders)
    ]


def needed(test: Path) -> list[str]:
    """Returns the paths of all modules of this project that a test file imports, directly or through others, sorted."""
    modules = _imports(test, PACKAGES)
    places = {f"{name.replace('.', '/')}{end}" for name in modules for end in (".py", "/__init__.py")}
    return sorted(place for place in places if (TREE / place).exists())


def _module(path: str) -> str:
    """Returns the name by which Python imports the file at `path`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imports(test: Path, followed: tuple[str, ...]) -> set[str]:
    """Returns the names of the modules of this project that a test file imports, directly or through others.

    It follows only the imports of modules whose names begin with one of `followed`. For `from a import b`, it also
    returns `a.b`, even if b is no module.
    """
    found, waiting = set[str](), [test]
    while waiting:
        for name in _named(waiting.pop()) - found:
            found.add(name)
            if name.startswith(followed):
                place = TREE / name.replace(".", "/")
                waiting += filter(Path.exists, (place.with_suffix(".py"), place / "__init__.py"))
    return found


@cache
def _named(path: Path) -> frozenset[str]:
    """Returns the names of the modules of this project that a file imports directly."""
    return frozenset(_imported(ast.parse(path.read_text("utf-8"))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(PACKAGES))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGES):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _git(*arguments: str) -> list[str]:
    command = ("git", "-C", str(TREE), *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603  # constants


if __name__ == "__main__":
    sys.stdout.write("\n".join(reached(changed())))
