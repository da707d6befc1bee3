"""Finds and prints the level at which a command of the arena confines bots."""

from arena.cli.terminal.messages import tell
from arena.sandbox.box import Box
from arena.sandbox.box import box_at as at_level
from arena.sandbox.level_proof import Sandbox, proved
from arena.sandbox.levels import AUTO, BOXES, Level
from arena.sandbox.limits import Limits


def box_at(wanted: str, limits: Limits | None = None) -> Box:
    """Returns the box, the sandbox that confines bots, and prints its level.

    `wanted`: the level, or "auto" for the strongest level that works on this machine. Raises ArenaError [no-sandbox] if
    the wanted level does not work on this machine.
    """
    sandbox = proved(wanted)
    tell_sandbox(sandbox, wanted)
    return at_level(sandbox.level, limits or Limits())


def tell_sandbox(sandbox: Sandbox, wanted: str) -> None:
    """Prints on standard error how strictly bots are confined. Prints nothing if the user wants no confinement."""
    if wanted == AUTO and sandbox.level not in BOXES:
        tell(f"sandbox: {sandbox.level}, no higher level works on this machine (arena sandbox shows why)")
    elif wanted != Level.NONE:
        tell(f"sandbox: {sandbox.level} (arena sandbox shows more)")
