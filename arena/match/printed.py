"""The last output of a bot, as it is shown to people."""

from arena.match.record import Fault, MatchSpec
from arena.text import without_folders


def printed(spec: MatchSpec, fault: Fault) -> str:
    """The output of a fault, with paths into the copy that a league played shown as paths of the bot."""
    bot = spec.entrants[fault.seat]
    if not bot.content_hash:  # a remote bot: there is no copy of it here
        return fault.output

    def told(path: str) -> str:
        _, slash, file = path.partition("/")
        return f"{bot.name}{slash}{file}"

    return without_folders(fault.output, f"{bot.content_hash.hex()}/", told)
