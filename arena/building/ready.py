"""Makes a bot ready to play: builds it if it has a build and is not built yet."""

from collections.abc import Callable

from arena.building.manifest import Manifest
from arena.building.outside_files import wishes
from arena.building.tools import demand_tools


def ready(bot: Manifest, tell: Callable[[str], None]) -> Manifest:
    """Builds a bot if it has a build, and returns the manifest of the built bot.

    Calls `tell` with the build's progress, and with a sentence for each path outside its folder that the bot asks to
    see. Raises as `arena.building.building.build` does.
    """
    for wish in wishes(bot):
        tell(wish.sentence(bot.name))
    if bot.build:
        from arena.building.building import build  # noqa: PLC0415  # it takes a moment to load

        return build(bot, tell)
    demand_tools(bot)
    return bot
