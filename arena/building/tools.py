"""The programs that bots need, and where to get them."""

from collections.abc import Iterable
from typing import Final

from arena.building.manifest import Manifest
from arena.errors import ArenaError

PACKAGES: Final = {
    "awk": "gawk",
    "c++": "g++",
    "cc": "gcc",
    "cmake": "cmake",
    "grpc_cpp_plugin": "protobuf-compiler-grpc libgrpc++-dev",
    "java": "default-jdk-headless",
    "javac": "default-jdk-headless",
    "mvn": "maven",
    "ninja": "ninja-build",
    "node": "nodejs",
    "npm": "npm",
    "pkg-config": "pkg-config",
    "protoc": "protobuf-compiler",
}
"""The Debian packages that contain a program, by the program's name."""
SITES: Final = {"cargo": "https://rustup.rs", "go": "https://go.dev/dl", "rustc": "https://rustup.rs"}
"""The web sites of some programs, by the program's name. Linux distributions have these programs only in versions that
are too old for the arena's kits.
"""


def demand_tools(bot: Manifest) -> None:
    """Raises ArenaError [no-build-tool] if programs that the bot needs are not installed."""
    if missing := bot.missing():
        raise ArenaError(
            "no-build-tool",
            f"the bot {bot.name} needs {' and '.join(missing)}, which this machine does not have",
            f"install {' and '.join(missing)}{_places(missing)}, or leave the bot out; if its entry in a league file "
            "has optional = true, the league leaves the bot out where its programs are missing",
        )


def _places(programs: Iterable[str]) -> str:
    """Returns a text in brackets that says where to get these programs, with a leading space; empty if that is not
    known.
    """
    packages = " ".join(dict.fromkeys(PACKAGES[one] for one in programs if one in PACKAGES))
    sites = dict.fromkeys(SITES[one] for one in programs if one in SITES)
    places = [*sites, *([f"Debian, Ubuntu: apt-get install {packages}"] if packages else [])]
    return f" ({'; '.join(places)})" if places else ""
