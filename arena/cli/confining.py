"""How far the bots of a command are confined: proved, and told."""

from arena.cli.saying import tell
from arena.sandbox.box import Box
from arena.sandbox.box import box_at as at_level
from arena.sandbox.levels import Level
from arena.sandbox.limits import Limits
from arena.sandbox.proving import Sandbox, proved


def box_at(wanted: str) -> Box:
    """The box of a level that holds here, which is told; raises ArenaError [no-sandbox]."""
    sandbox = proved(wanted)
    tell_sandbox(sandbox, wanted)
    return at_level(sandbox.level, Limits())


def tell_sandbox(sandbox: Sandbox, wanted: str) -> None:
    """Says on standard error how bots are confined, and why no further; who wanted nothing is told nothing."""
    if wanted != Level.NONE:
        tell(f"sandbox: {sandbox.sentence()}{f'; {sandbox.forgone}' if sandbox.forgone else ''}")
