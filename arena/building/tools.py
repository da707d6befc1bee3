"""The programs that bots need."""

from arena.building.manifest import Manifest
from arena.errors import ArenaError


def demand_tools(bot: Manifest) -> None:
    """Complains of programs that the bot needs and that are not installed: ArenaError [no-build-tool]."""
    if missing := bot.missing():
        raise ArenaError(
            "no-build-tool",
            f"{bot.name} needs {' and '.join(missing)}, which cannot be found",
            "install what is missing, or leave the bot out, in a league with optional = true",
        )
