"""The last output of a bot, as people are shown it."""

from arena.match.record import Fault, MatchSpec
from arena.text import without_folders


def printed(spec: MatchSpec, fault: Fault) -> str:
    """The output of a fault, where files of the copy that a league played are told as files of the bot."""
    bot = spec.entrants[fault.seat]
    if not bot.content_hash:  # it runs elsewhere, and no copy of it is here
        return fault.output

    def told(path: str) -> str:
        _, slash, file = path.partition("/")
        return f"{bot.name}{slash}{file}"

    return without_folders(fault.output, f"{bot.content_hash.hex()}/", told)
