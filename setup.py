"""The parts of the build that pyproject.toml cannot describe: the list of packages, the place of the house bots, and
the compiled modules.

The modules that run at every decision are compiled with mypyc, if a C compiler is available.
Without a compiler, with ARENA_PURE=1, or in an editable install, the same source stays plain Python.
"""

import os
import re
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
    "py", "npz", "ts", "js", "go", "rs", "java", "cc", "cpp", "h", "hpp",
)  # fmt: skip
"""The file extensions of bots' sources."""
DERIVED = ("node_modules", "target", "build", "dist")

QUICK = ("border.py", "flat.py", "game.py", "unchangeable.py", "view.py")
"""The files of arena/games/outside, the adapter for games by other authors, that run at each turn and so are compiled.
A game author's own code stays plain Python, so that it fails in the same way whether the arena is compiled or not.
"""

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
    "arena/transport/matches/flight.py",
    "arena/transport/streams/outbox.py",
    "arena/transport/streams/player.py",
]
MYPY = "2.4.1"
"""The release of mypy whose generated C code is corrected here; pyproject.toml requires the same release."""
BORROWED_ROW = re.compile(r"\b(arg_\w+|tmp) = VecI64Api\.unbox\(\w+\);")
"""Matches the C statement that reads a row of cells (a `vec[i64]`) from a Python object: an argument, or the new value
of an attribute.
"""


class AllOrNone(build_ext):
    """A build step for compiled modules that need each other. If one cannot be compiled, all of them stay Python
    source.
    """

    def build_extensions(self) -> None:
        """Compiles all modules, or none if one of them fails."""
        for extension in self.extensions:
            for source in map(Path, extension.sources):
                give_rows_back(source)
        super().build_extensions()
        made = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if not all(path.exists() for path in made):
            sys.stderr.write("not compiled: the arena is plain Python\n")
            for path in made:
                path.unlink(missing_ok=True)


def give_rows_back(source: Path) -> None:
    """Corrects a generated C file, whose functions leak each row of cells (a `vec[i64]`) that Python code passes.

    The C code calls `unbox`, which adds a reference to the row; the correction releases it (docs/decisions/0080).
    """
    code = source.read_text("utf-8")
    if "VEC_I64_DECREF(arg_" not in code:
        source.write_text(BORROWED_ROW.sub(r"\g<0> VEC_I64_DECREF(\1);", code), "utf-8")


def extensions() -> list[Extension]:
    """Returns the modules to compile.

    The list is empty with ARENA_PURE set, in an editable install, without a C compiler, and with a mypy other than
    MYPY. It is also empty if the command builds neither a wheel nor extensions.
    """
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    found = shutil.which(compiler) or os.environ.get("CIBUILDWHEEL")  # on Windows, the compiler is not on PATH
    pure = os.environ.get("ARENA_PURE") or "editable_wheel" in sys.argv or not found
    if pure or not {"bdist_wheel", "build_ext"} & set(sys.argv):
        return []
    from mypy.version import __version__ as version  # noqa: PLC0415  # only needed to compile
    from mypyc.build import mypycify  # noqa: PLC0415  # only needed to compile

    if version != MYPY:
        sys.stderr.write(f"not compiled: this needs mypy {MYPY}, not {version}; the arena is plain Python\n")
        return []
    compiled = mypycify(["--config-file=tools/mypyc.ini", *COMPILED], opt_level="3", debug_level="0")
    for extension in compiled:
        extension.optional = True  # if the compiler fails, the module stays Python source
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
