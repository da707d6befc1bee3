"""Maps the repository's files to the pages of the site."""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

TREE: Final = Path(__file__).resolve().parents[2]
DOCS: Final = "docs/"
ELSEWHERE: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "arena/games/hetverraad/RULES.md": "rules/hetverraad.md",
    "arena/games/verraeter/RULES.md": "rules/verraeter.md",
    "bots/README.md": "house-bots.md",
    "examples/connect-four/RULES.md": "rules/connect-four.md",
    "examples/liars-dice/RULES.md": "rules/liars-dice.md",
    "examples/tron/RULES.md": "rules/tron.md",
    "proto/README.md": "protocol.md",
}
"""The path on the site of each page whose file is outside docs/, by the file's path in the repository.

README.md is an exception. It has no page of its own: links to it lead to the page of docs/index.md.
"""


class BuildError(Exception):
    """Raised if the site cannot be built; each line of its text is a fault to be corrected."""


@cache
def tracked() -> tuple[str, ...]:
    """Returns the paths of all existing files that git tracks or would add, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607  # the developer's git
        cwd=TREE, capture_output=True, check=True, text=True,
    )  # fmt: skip
    return tuple(sorted(path for path in set(listed.stdout.split("\0")) if path and (TREE / path).is_file()))


def pages() -> dict[str, str]:
    """Returns the path on the site of each page, by its path in the repository."""
    own = {path: path.removeprefix(DOCS) for path in tracked() if path.startswith(DOCS) and path.endswith(".md")}
    return {**{path: page for path, page in ELSEWHERE.items() if path != "README.md"}, **own}


def loaded() -> list[str]:
    """Returns the paths of all files that pages load: pictures, styles and scripts."""
    return [path for path in tracked() if path.startswith(DOCS) and path.endswith((".css", ".js", ".png"))]
