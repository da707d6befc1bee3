"""Makes a bot ready to play: builds it if it has a build and was not built yet."""

from collections.abc import Callable

from arena.building.beyond import wishes
from arena.building.manifest import Manifest
from arena.building.tools import demand_tools


def ready(bot: Manifest, tell: Callable[[str], None]) -> Manifest:
    """The bot, built if it must be and was not; what it sees beside its folder is told.

    `tell` and what is raised are as in `arena.building.building.build`.
    """
    for wish in wishes(bot):
        tell(wish.sentence(bot.name))
    if bot.build:
        from arena.building.building import build  # noqa: PLC0415  # what builds takes a moment to load

        return build(bot, tell)
    demand_tools(bot)
    return bot
