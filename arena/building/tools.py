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
"""By program, the Debian packages that contain it."""
SITES: Final = {"cargo": "https://rustup.rs", "go": "https://go.dev/dl", "rustc": "https://rustup.rs"}
"""By program whose version in distributions is too old for the kits: the site that has it."""


def demand_tools(bot: Manifest) -> None:
    """Raises ArenaError [no-build-tool] if programs that the bot needs are not installed."""
    if missing := bot.missing():
        raise ArenaError(
            "no-build-tool",
            f"{bot.name} needs {' and '.join(missing)}, which cannot be found",
            f"install what is missing{_places(missing)}, or leave the bot out, in a league with optional = true",
        )


def _places(programs: Iterable[str]) -> str:
    """A clause in brackets: where to get these programs, as far as known; else empty."""
    packages = " ".join(dict.fromkeys(PACKAGES[one] for one in programs if one in PACKAGES))
    sites = dict.fromkeys(SITES[one] for one in programs if one in SITES)
    places = [*sites, *([f"Debian, Ubuntu: apt-get install {packages}"] if packages else [])]
    return f" ({'; '.join(places)})" if places else ""
