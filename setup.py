"""What pyproject.toml cannot say: which packages there are, where the house bots go, and what is compiled.

The rooms a decision passes through thousands of times a second are compiled with mypyc from the same source, where a C
compiler is at hand; without one, with ARENA_PURE=1, or in an editable install, they stay plain Python.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

HOUSE_BOTS = "arena.house_bots"
EXAMPLES = "arena.examples"
PROTOCOL = "arena.proto"
SOURCES = (
    "toml", "md", "txt", "json", "yaml", "lock", "mod", "sum", "xml", "cmake", "sh", "awk",
    "py", "ts", "js", "go", "rs", "java", "cc", "cpp", "h", "hpp",
)  # fmt: skip
"""Endings of what bots are made of."""
DERIVED = ("node_modules", "target", "build", "dist")

QUICK = ("border.py", "flat.py", "game.py", "view.py")
"""What of a game from outside is asked at each turn. What its author writes stays plain, so that it is wrong in one
way, compiled or not."""

COMPILED = [
    "arena/games/cells.py",
    "arena/games/chance.py",
    "arena/games/values.py",
    *sorted(
        str(path)
        for path in Path("arena/games").glob("*/**/*.py")
        if not {"showing", "browser"} & set(path.parts) and (path.parts[2] != "outside" or path.name in QUICK)
    ),
    *sorted(map(str, Path("arena/match").glob("*.py"))),
    "arena/protocol/hetverraad.py",
    "arena/protocol/rows.py",
    "arena/protocol/turns.py",
    "arena/protocol/verraeter.py",
    "arena/protocol/wire.py",
    "arena/transport/clocks/latencies.py",
    "arena/transport/clocks/player_clock.py",
    "arena/transport/clocks/seat_clock.py",
    "arena/transport/host.py",
    "arena/transport/matches/assignments.py",
    "arena/transport/matches/matches.py",
    "arena/transport/matches/playing.py",
    "arena/transport/streams/outbox.py",
    "arena/transport/streams/player.py",
]


class AllOrNone(build_ext):
    """Compiled modules that need each other: where one cannot be compiled, the Python source of all stays in place."""

    def build_extensions(self) -> None:
        """Compiles."""
        super().build_extensions()
        made = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in made):
            sys.stderr.write("not compiled: the arena is plain Python\n")
            for path in made:
                path.unlink(missing_ok=True)


def extensions() -> list[Extension]:
    """The compiled modules; none where they cannot or shall not be built."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    pure = os.environ.get("ARENA_PURE") or "editable_wheel" in sys.argv or not shutil.which(compiler)
    if pure or not {"bdist_wheel", "build_ext"} & set(sys.argv):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415  # only needed here

    compiled = mypycify(["--config-file=tools/mypyc.ini", *COMPILED], opt_level="3", debug_level="0")
    for extension in compiled:
        extension.optional = True  # a compiler that fails leaves the Python source in its place
    return compiled


setup(
    packages=[
        *find_packages(include=["arena", "arena.*", "leaderboards", "leaderboards.*"]),
        HOUSE_BOTS,
        EXAMPLES,
        PROTOCOL,
    ],
    package_dir={HOUSE_BOTS: "bots", EXAMPLES: "examples", PROTOCOL: "proto"},
    package_data={
        HOUSE_BOTS: [*(f"**/*.{ending}" for ending in SOURCES), "**/.gitignore", "**/.clang-format", "**/.npmrc"],
        EXAMPLES: ["**/*.py", "**/*.md", "**/*.toml"],
        PROTOCOL: ["**/*.proto"],
        "leaderboards.pages": ["assets/*", "templates/*.html", "texts/*.json"],
        "arena.games": ["browser/**/*", "*/browser/**/*"],
        "arena.match": ["browser/**/*"],
        "arena.web.tables": ["browser/**/*"],
        "arena.authoring": ["game/*", "game/.gitignore", "game/greedy/*"],
        "": ["*.toml", "*.md", "py.typed"],
    },
    exclude_package_data={HOUSE_BOTS: [f"**/{folder}/**" for folder in DERIVED]},
    include_package_data=False,
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNone},
)
