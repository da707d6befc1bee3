"""How a league's bots are confined on the machine that plays them: what its file asks for, proved there."""

from collections.abc import Callable
from dataclasses import replace

from arena.league.league import League
from arena.sandbox.box import box_at
from arena.sandbox.proving import Sandbox, proved


def confined(league: League, prove: Callable[[str], Sandbox] = proved) -> tuple[League, Sandbox]:
    """The league with its bots confined, and how; raises ArenaError [no-sandbox] where that does not hold here."""
    sandbox = prove(league.sandbox)
    return replace(league, box=box_at(sandbox.level, league.limits)), sandbox
