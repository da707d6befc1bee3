"""Confines the bots of a league as its file asks, after proving the box."""

from collections.abc import Callable
from dataclasses import replace

from arena.league.league import League
from arena.sandbox.box import box_at
from arena.sandbox.level_proof import Sandbox, proved


def confined(league: League, prove: Callable[[str], Sandbox] = proved) -> tuple[League, Sandbox]:
    """The league with its bots confined, and their proved sandbox; raises ArenaError [no-sandbox] if it does not work
    here.
    """
    sandbox = prove(league.sandbox)
    return replace(league, box=box_at(sandbox.level, league.limits)), sandbox
