"""Confines a program at one of the levels of confinement."""

import os
import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from arena.sandbox.kernel import groups
from arena.sandbox.kernel.groups import Group
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.program import Prepared, Program
from arena.system.kinds import LINUX

if LINUX:
    from arena.sandbox import bubblewrap, landlocked

FIRST_USER: Final = 0x60000000
"""The first of the user ids that no user has, because systemd reserves them for containers."""
USERS: Final = 1 << 24
UID_MAP: Final = Path("/proc/self/uid_map")


@dataclass(frozen=True, slots=True)
class Box:
    """The confinement of programs: a level, and limits on what they use."""

    level: Level = Level.NONE
    limits: Limits = field(default_factory=Limits)
    groups: Path | None = None
    """The folder for the cgroups of a box at Level.LIMITED; None for the folder that `groups.place` returns."""

    @property
    def confines(self) -> bool:
        """Whether the level is stronger than `none`, so that programs run confined."""
        return self.level is not Level.NONE

    def prepared(self, program: Program) -> Prepared:
        """Returns the command that must be started in place of `program`, so that the program runs confined; raises
        OSError.
        """
        if self.level is Level.NONE:
            return Prepared(program.command, program.environment, program.folder)
        user = own_user()
        if user is not None:
            for path in program.sockets:
                os.chown(path, user, user)  # no other user may connect to it
        if self.level is Level.LIMITED:
            group = Group.within(self.groups or groups.place(), self.limits)
            try:
                return replace(bubblewrap.prepared(program, self.limits, user), group=group)
            except OSError:
                group.end()
                raise
        if self.level is Level.BOXED:
            return bubblewrap.prepared(program, self.limits, user)
        return landlocked.prepared(program, self.limits, user)


UNCONFINED: Final = Box()


def box_at(level: Level, limits: Limits) -> Box:
    """Returns a box of this level, for use by this process and its child processes. The level must work on this
    machine. Raises OSError.
    """
    return Box(level, limits, groups.place() if level is Level.LIMITED else None)


def own_user() -> int | None:
    """Returns a random user id under which root must run a program; None if this process is not run by root.

    Raises OSError.
    """
    if os.geteuid() != 0:
        return None
    first, count = _mapped()
    return first + secrets.randbelow(count)


def _mapped() -> tuple[int, int]:
    """Returns the first id and the number of ids of the range from which `own_user` draws.

    The range begins at FIRST_USER and has USERS ids if this system has all of these. Otherwise it is the upper half of
    the system's ids. Raises OSError if root's is the only user id.
    """
    ends = [int(inside) + int(count) for inside, _, count in map(str.split, UID_MAP.read_text("ascii").splitlines())]
    if max(ends) >= FIRST_USER + USERS:
        return FIRST_USER, USERS
    if max(ends) < 2:
        raise OSError("this system has no user except root, and bots must run as another user")
    return max(ends) // 2, max(ends) // 2
