"""Tests by probes which level of confinement works on this machine.

A league that requests a level is refused if the level does not work. A league that requests `auto` gets the strongest
level that works.
"""

import platform
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.sandbox.kernel.seccomp import seccomp_filter
from arena.sandbox.levels import AUTO, BOXES, Level
from arena.sandbox.probes import Finding, findings, holds
from arena.system.kinds import LINUX, WAY

if LINUX:
    from arena.sandbox import bubblewrap
    from arena.sandbox.kernel import landlock

DIGEST_BYTES: Final = 8
NOT_INSTALLED: Final = "install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap)"
NOT_ALLOWED: Final = (
    "allow bubblewrap user namespaces (sysctl user.max_user_namespaces); on Ubuntu put into /etc/apparmor.d/bwrap: "
    "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }, "
    "and reload AppArmor"
)
FORBIDDEN: Final = ("Permission denied", "No permissions", "Operation not permitted", "namespace")
"""Words in bubblewrap's output which show that the machine does not allow bubblewrap to make a box."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A level of confinement that works on this machine, and the versions of its parts; results of leagues record
    it.
    """

    level: Level
    rules: str
    """A hash in hexadecimal over the seccomp filter, and bubblewrap's arguments or Landlock's version; empty for the
    level `none`. The hash may differ between releases.
    """
    kernel: str
    bubblewrap: str
    """The version of bubblewrap; empty if it is not used."""

    def sentence(self) -> str:
        """Returns one line for results: the level, the hash `rules`, and the versions of the kernel and bubblewrap."""
        bubblewrap = f", bubblewrap {self.bubblewrap}" if self.bubblewrap else ""
        rules = f", rules {self.rules}" if self.rules else ""
        return f"{self.level}{rules}, {platform.system()} {self.kernel}{bubblewrap}"


def proved(wanted: str) -> Sandbox:
    """Returns the sandbox with the level that a league requests; for `auto`, with the strongest level that works on
    this machine. Raises ArenaError [no-sandbox] if the requested level does not work.
    """
    for level in Level:
        if wanted not in {AUTO, level}:
            continue
        failed = None if holds(level) else next((finding for finding in findings(level) if not finding.held), None)
        if failed is None:
            return described(level)
        if wanted == level:
            raise _refusal(level, failed)
    raise AssertionError("nothing is promised at the level none, so it holds")


def described(level: Level) -> Sandbox:
    """Returns the level as a Sandbox, with the versions of its parts on this machine; does not test the level."""
    return Sandbox(level, _rules(level), platform.release(), _bubblewrap() if level in BOXES else "")


def examined() -> Iterator[tuple[Level, list[Finding]]]:
    """Yields every level with the results of its probes on this machine, the strongest level first."""
    for level in Level:
        yield level, list(findings(level))


def hint(level: Level, finding: Finding) -> str:
    """Returns advice for a person about a failed probe of a level."""
    if not LINUX:
        return f"bots can be confined on Linux only, so {WAY}"
    if level in BOXES and not Path(bubblewrap.BWRAP).exists():
        return NOT_INSTALLED
    if finding.detail.startswith("bwrap") and any(sign in finding.detail for sign in FORBIDDEN):
        return NOT_ALLOWED
    return finding.probe.remedy or "run arena sandbox to see which tests of the levels fail on this machine"


def _refusal(level: Level, finding: Finding) -> ArenaError:
    return ArenaError(
        "no-sandbox",
        f"the sandbox level {level} does not work on this machine: it promises that {finding.probe.promise}, but a "
        f"test found: {finding.detail}",
        f"{hint(level, finding)}; or use the sandbox level {AUTO}, the highest level that works on this machine",
    )


def _rules(level: Level) -> str:
    digest = blake2b(digest_size=DIGEST_BYTES)
    if level in BOXES:
        digest.update(level.encode() if level is Level.LIMITED else b"")
        digest.update(seccomp_filter(internet=False))
        digest.update(bubblewrap.rules())
    elif level is Level.CONFINED:
        digest.update(seccomp_filter(internet=False))
        digest.update(str(landlock.version()).encode())
    else:
        return ""
    return digest.hexdigest()


def _bubblewrap() -> str:
    with suppress(OSError):
        said = subprocess.run((bubblewrap.BWRAP, "--version"), capture_output=True, text=True, check=False)  # noqa: S603  # a constant
        return said.stdout.strip().removeprefix("bubblewrap ")
    return ""
