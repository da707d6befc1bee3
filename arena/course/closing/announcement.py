"""Writes the text that is published about a final, first at the deadline and again after the final was played."""

from collections.abc import Iterable
from typing import Final

from arena.course.closing.lock import Lock
from arena.games.game_option import published_option
from arena.league.league import League

FINAL_TEXT: Final = "final.txt"


def final_text(lock: Lock, aliases: Iterable[str], played: tuple[League, str] | None = None) -> str:
    """Returns the text that is published about a final.

    `played`: None before the final is played. Afterwards, it contains the league with its seed, and the seal, a hash of
    all match records. With the seed and the seal, anybody can verify the final.
    """
    lines = [
        f"final: {lock.league}",
        f"closed: {lock.closed}",
        f"bots: {', '.join(aliases)}",
        f"commitment: {lock.commitment}",
    ]
    if played:
        league, seal = played
        lines += [f"seal: {seal}", f"seed: {league.seed}"]
        promised = f"--commitment {lock.commitment} --seal {seal}{published_option(league.game)}"
        lines += ["", f"to check all of it: arena verify . {promised}"]
    return "\n".join(lines) + "\n"
