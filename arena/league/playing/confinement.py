"""Confines the bots of a league to the sandbox that its file requests, after testing that the sandbox works."""

from collections.abc import Callable
from dataclasses import replace

from arena.league.league import League
from arena.sandbox.box import box_at
from arena.sandbox.level_proof import Sandbox, proved


def confined(league: League, prove: Callable[[str], Sandbox] = proved) -> tuple[League, Sandbox]:
    """Returns the league with its bots confined, and the tested sandbox; raises ArenaError [no-sandbox] if the sandbox
    does not work on this machine.
    """
    sandbox = prove(league.sandbox)
    return replace(league, box=box_at(sandbox.level, league.limits)), sandbox
