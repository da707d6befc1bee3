"""The environment of a build: variables, a home folder, settings for package managers.

Rule 1: a build in an author's own folder uses the author's home folder, with its caches, and the variables by which
tools and packages are found.
Rule 2: a build in a copy may be a stranger's. So it gets only variables that this module names, and no address that may
contain a password. It also gets a home folder of its own, which is removed after the build, so that no build can poison
the cache of another. In a sandbox, this folder may begin as a copy of a warm home (see `warm_homes.py`).
Rule 3: the user's settings files that say where packages come from are copied into the home folder of a build in a
copy, except files that may contain a secret.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

AT_HOME: Final = re.compile(
    "PATH|HOME|USER|LANG|TMPDIR|TERM|CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|RUSTFLAGS|"
    "(LC|XDG|SSL|NODE|NPM|npm|CARGO|RUST|RUSTUP|JAVA|MAVEN|MVN|M2|CMAKE|PIP|PYENV)_.*|PKG_CONFIG.*|"
    "GO(ARCH|BIN|CACHE|ENV|FLAGS|INSECURE|MODCACHE|NOPROXY|NOSUMDB|OS|PATH|PRIVATE|PROXY|ROOT|SUMDB|TOOLCHAIN)|"
    "(http|https|no)_proxy|(HTTP|HTTPS|NO)_PROXY|(REQUESTS|CURL)_CA_BUNDLE"
)
"""Matches the names of the environment variables that a build in an author's own folder gets."""
IN_A_COPY: Final = re.compile(
    "PATH|LANG|LC_.*|TERM|TZ|CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|RUSTFLAGS|PKG_CONFIG_PATH|"
    "CMAKE_(PREFIX_PATH|GENERATOR|BUILD_PARALLEL_LEVEL|BUILD_TYPE)|(JAVA|M2|MAVEN|RUSTUP)_HOME|RUSTUP_TOOLCHAIN|"
    "GO(ARCH|FLAGS|OS|ROOT|TOOLCHAIN)|PYENV_(ROOT|VERSION)|"
    "SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_CERT|CARGO_HTTP_CAINFO"
)
"""Matches the names of the environment variables that a build in a copy of the bot gets."""
ADDRESSES: Final = re.compile("GO(PROXY|SUMDB|NOSUMDB|INSECURE)|(http|https|no)_proxy|(HTTP|HTTPS|NO)_PROXY")
"""Matches the names of variables that hold addresses. A build in a copy of the bot gets only the addresses without an
@, because an address with an @ may contain a password.
"""
CERTIFICATES: Final = re.compile("SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_CERT|.*_CAINFO")
"""Matches the names of variables that name files with the certificates of registries."""
TOOLS_AT_HOME: Final = {"RUSTUP_HOME": ".rustup", "PYENV_ROOT": ".pyenv"}
"""For each environment variable that names the folder of a tool: the folder, below the user's home, that the tool uses
if the variable is not set.
"""
SETTINGS: Final = (
    ".cargo/config.toml",
    ".config/go/env",
    ".config/pip/pip.conf",
    ".m2/settings.xml",
    ".npmrc",
)
"""Files below a home folder that say where package managers download packages."""
KEEPING: Final = {"CARGO_BUILD_BUILD_DIR": "{home}/.cargo/build", "npm_config_prefer_offline": "true"}
"""Variables that make build tools store compiled files and downloads in the home folder and reuse them in later builds.
"""
OF_THE_MACHINE: Final = ("/etc/npmrc", "/etc/maven/settings.xml")
"""Files of the whole machine that say where package managers download packages."""
FOR_ALL: Final = 0o755
"""The mode of a build's home folder and its contents: all users may read them, because the build in a sandbox may run
as another user than the arena.
"""
SECRET: Final = re.compile(r"://[^/\s]*@|token|passw|passphrase|_auth|secret|credential|private.?key", re.IGNORECASE)
"""Matches text that probably contains a secret."""


def variables_at_home() -> dict[str, str]:
    """Returns the environment variables for a build in an author's own folder."""
    return {name: value for name, value in os.environ.items() if AT_HOME.fullmatch(name)}


def variables_in_a_copy(home: Path, temporary: Path) -> dict[str, str]:
    """Returns the environment variables for a build in a copy of the bot.

    `home`: the build's home folder; `temporary`: the build's folder for temporary files.
    """
    found = {name: value for name, value in os.environ.items() if _goes_along(name, value)}
    for name, folder in TOOLS_AT_HOME.items():
        if (there := Path.home() / folder).is_dir():
            found.setdefault(name, str(there))
    own = {"HOME": str(home), "TMPDIR": str(temporary), "JAVA_TOOL_OPTIONS": f"-Duser.home={home}"}
    return found | own | {name: value.format(home=home) for name, value in KEEPING.items()}


def certificates(variables: Mapping[str, str]) -> Iterator[Path]:
    """Yields the files and folders with certificates that these environment variables name, if they exist."""
    return (Path(value) for name, value in variables.items() if CERTIFICATES.fullmatch(name) and Path(value).exists())


def settings() -> Iterator[tuple[str, str]]:
    """Yields the settings files of this user that are copied into the home folders of builds: the path of each file
    within a home folder, and its text.
    """
    for name in SETTINGS:
        with suppress(OSError, ValueError):  # the file is missing, or is not text
            text = (Path.home() / name).read_text("utf-8")
            if not SECRET.search(text):
                yield name, text


def sources() -> Iterator[str]:
    """Yields the texts of all settings of this machine that say where packages come from and how they are compiled."""
    yield from map("=".join, settings())
    for name, value in sorted(os.environ.items()):
        if _goes_along(name, value) and (name.endswith("FLAGS") or ADDRESSES.fullmatch(name)):
            yield f"{name}={value}"
    for place in OF_THE_MACHINE:
        with suppress(OSError, ValueError):
            yield Path(place).read_text("utf-8")


def furnish(folder: Path) -> None:
    """Makes the home folder of a build, with this user's package settings in their places; raises OSError."""
    folder.mkdir()
    for name, text in settings():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for path in (folder, *folder.rglob("*")):
        path.chmod(FOR_ALL)


def _goes_along(name: str, value: str) -> bool:
    return bool(IN_A_COPY.fullmatch(name)) or (bool(ADDRESSES.fullmatch(name)) and "@" not in value)
