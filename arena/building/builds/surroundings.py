"""The environment of a build: variables, a home folder, settings for package managers.

Rule 1: an author's build in its own folder gets the author's home, with its caches, and what finds tools and packages.
Rule 2: in a copy, where it may be a stranger's, it gets only what is named here and cannot hold a secret, and an empty
home that is gone with it: no cache is shared, so that no build can poison the next one. In a box that home is a copy of
what was kept when the house's own starter was built.
Rule 3: a setting that says where packages come from goes along into that home unless it holds anything like a secret.
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
"""Variables that an author's build gets in its own folder."""
IN_A_COPY: Final = re.compile(
    "PATH|LANG|LC_.*|TERM|TZ|CC|CXX|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS|LD_LIBRARY_PATH|RUSTFLAGS|PKG_CONFIG_PATH|"
    "CMAKE_(PREFIX_PATH|GENERATOR|BUILD_PARALLEL_LEVEL|BUILD_TYPE)|(JAVA|M2|MAVEN|RUSTUP)_HOME|RUSTUP_TOOLCHAIN|"
    "GO(ARCH|FLAGS|OS|ROOT|TOOLCHAIN)|PYENV_(ROOT|VERSION)|"
    "SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_CERT|CARGO_HTTP_CAINFO"
)
"""Variables that a build gets in a copy."""
ADDRESSES: Final = re.compile("GO(PROXY|SUMDB|NOSUMDB|INSECURE)|(http|https|no)_proxy|(HTTP|HTTPS|NO)_PROXY")
"""Variables that it gets besides, where they name no user; a password stands behind the name."""
CERTIFICATES: Final = re.compile("SSL_CERT_(FILE|DIR)|(REQUESTS|CURL)_CA_BUNDLE|NODE_EXTRA_CA_CERTS|PIP_CERT|.*_CAINFO")
"""Variables that name what registries are known by."""
TOOLS_AT_HOME: Final = {"RUSTUP_HOME": ".rustup", "PYENV_ROOT": ".pyenv"}
"""Where tools lie that look for themselves in a home, unless a variable says where."""
SETTINGS: Final = (
    ".cargo/config.toml",
    ".config/go/env",
    ".config/pip/pip.conf",
    ".m2/settings.xml",
    ".npmrc",
)
"""Files of a home that say where packages come from."""
KEEPING: Final = {"CARGO_BUILD_BUILD_DIR": "{home}/.cargo/build", "npm_config_prefer_offline": "true"}
"""What has tools keep in the home what they compile, and look there before they look elsewhere."""
OF_THE_MACHINE: Final = ("/etc/npmrc", "/etc/maven/settings.xml")
"""Files that say the same for all users."""
FOR_ALL: Final = 0o755
"""A box may have another user than its arena, who may be used to keep to itself what it makes."""
SECRET: Final = re.compile(r"://[^/\s]*@|token|passw|passphrase|_auth|secret|credential|private.?key", re.IGNORECASE)
"""What stands before, or in, anything that others may not know."""


def variables_at_home() -> dict[str, str]:
    """For an author's build in its own folder."""
    return {name: value for name, value in os.environ.items() if AT_HOME.fullmatch(name)}


def variables_in_a_copy(home: Path, temporary: Path) -> dict[str, str]:
    """For a build with a home of its own and a folder for temporary files, both of them empty at first."""
    found = {name: value for name, value in os.environ.items() if _goes_along(name, value)}
    for name, folder in TOOLS_AT_HOME.items():
        if (there := Path.home() / folder).is_dir():
            found.setdefault(name, str(there))
    own = {"HOME": str(home), "TMPDIR": str(temporary), "JAVA_TOOL_OPTIONS": f"-Duser.home={home}"}
    return found | own | {name: value.format(home=home) for name, value in KEEPING.items()}


def certificates(variables: Mapping[str, str]) -> Iterator[Path]:
    """Where these variables say that registries are known by."""
    return (Path(value) for name, value in variables.items() if CERTIFICATES.fullmatch(name) and Path(value).exists())


def settings() -> Iterator[tuple[str, str]]:
    """Those settings of this user that go along: where each lies in a home, and its text."""
    for name in SETTINGS:
        with suppress(OSError, ValueError):  # it is not there, or is no text
            text = (Path.home() / name).read_text("utf-8")
            if not SECRET.search(text):
                yield name, text


def sources() -> Iterator[str]:
    """All that says here where packages come from, and how they are compiled."""
    yield from map("=".join, settings())
    for name, value in sorted(os.environ.items()):
        if _goes_along(name, value) and (name.endswith("FLAGS") or ADDRESSES.fullmatch(name)):
            yield f"{name}={value}"
    for place in OF_THE_MACHINE:
        with suppress(OSError, ValueError):
            yield Path(place).read_text("utf-8")


def furnish(folder: Path) -> None:
    """Makes a folder with the settings that go along, as they lie in a home; raises OSError."""
    folder.mkdir()
    for name, text in settings():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for path in (folder, *folder.rglob("*")):
        path.chmod(FOR_ALL)


def _goes_along(name: str, value: str) -> bool:
    return bool(IN_A_COPY.fullmatch(name)) or (bool(ADDRESSES.fullmatch(name)) and "@" not in value)
