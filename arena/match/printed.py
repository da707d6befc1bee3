"""What a bot printed last, as people are shown it."""

import re

from arena.match.record import Fault, MatchSpec


def printed(spec: MatchSpec, fault: Fault) -> str:
    """The output of a fault, where files of the copy that a league played are told as files of the bot."""
    bot = spec.entrants[fault.seat]
    if not bot.content_hash:  # it runs elsewhere, and no copy of it is here
        return fault.output
    copy = rf"[^\s\"']*{bot.content_hash.hex()}/[^/\s\"']+"
    return re.sub(copy, lambda _: bot.name, fault.output)
