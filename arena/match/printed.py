"""The last output of a bot, in the form in which people see it."""

from arena.match.record import Fault, MatchSpec
from arena.text import without_folders


def printed(spec: MatchSpec, fault: Fault) -> str:
    """Returns the bot's output at the time of a fault; the name of the bot replaces the path of the folder in which the
    arena keeps the bot's copy.
    """
    bot = spec.entrants[fault.seat]
    if not bot.content_hash:  # a remote bot, of which the arena has no copy
        return fault.output

    def told(path: str) -> str:
        _, slash, file = path.partition("/")
        return f"{bot.name}{slash}{file}"

    return without_folders(fault.output, f"{bot.content_hash.hex()}/", told)
