"""The bots that can play at tables: house bots, and the bots named when the server was started."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arena.building.builds.at_once import Tell
from arena.building.house import house_bot_names
from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest
from arena.building.ready import ready
from arena.errors import ArenaError
from arena.match import Entrant
from arena.sandbox.box import UNCONFINED, Box
from arena.tables.table_settings import PERSON
from arena.transport import Launch

NOBODY: bytes = bytes(16)
"""The value in place of a content hash for a person, because only bots have a content hash."""


class Bots:
    """The bots that a browser may name. A browser cannot start any other program on this machine."""

    def __init__(self, folders: Sequence[str] = (), box: Box = UNCONFINED, tell: Tell = lambda _: None) -> None:
        """Offers the house bots, which come with the arena, and the bots in `folders`; raises ArenaError if a folder
        contains no bot.
        """
        self._box, self._tell = box, tell
        self._paths = dict(house_bot_names())
        self._startable: list[tuple[str, Manifest]] | None = None
        for folder in folders:
            self.add(folder)

    @property
    def paths(self) -> Mapping[str, Path]:
        """The path of each bot's manifest, by the name under which the bot is offered."""
        return self._paths

    def add(self, reference: str) -> str:
        """Adds a bot, given by its path or, for a bot that comes with the arena, by its name; returns the name under
        which the bot is offered.

        Raises ArenaError if the bot cannot be found or its manifest cannot be read.
        """
        path = find_manifest(reference, Path()).resolve()
        for name, there in self._paths.items():
            if there.resolve() == path:
                return name
        name = _free(read_manifest(path).name, self._paths)
        self._paths[name] = path
        self._startable = None
        return name

    def offered(self, game: str) -> tuple[str, ...]:
        """Returns the names of the bots that play a game and can run on this machine; the first call is slow."""
        if self._startable is None:
            self._startable = [(name, bot) for name, path in self._paths.items() if (bot := _fit(path))]
        return tuple(name for name, bot in self._startable if not bot.games or game in bot.games)

    def demand(self, names: Iterable[str], game: str) -> None:
        """Raises ArenaError [no-bot] unless all names are names of bots that are offered for the game."""
        for name in names:
            if name not in self.offered(game):
                there = ", ".join(self.offered(game))
                raise ArenaError(
                    "no-bot",
                    f"this server does not offer a bot {name[:40]} for {game}",
                    f"choose one of the bots that play this game: {there}",
                )

    def ready(self, name: str, game: str) -> Manifest:
        """Returns the manifest of a bot that is ready to start; builds the bot if needed, which may take long. Raises
        ArenaError if this fails.
        """
        self.demand((name,), game)
        manifest = read_manifest(self._paths[name])
        demand_game(manifest, game)
        return ready(manifest, self._tell)

    def launch(self, manifest: Manifest) -> Launch:
        """Returns the description of how a bot is started, confined in the sandbox that these tables use."""
        return manifest.launch(self._box)


def entrants(
    names: Sequence[str], manifests: Sequence[Manifest | None], substitute: Manifest
) -> tuple[tuple[Entrant, ...], tuple[Entrant | None, ...]]:
    """Returns the players of all seats, and the substitutes that can replace people. Both are in the order of the
    seats; the substitute for a bot's seat is None. All names are different.

    `names`: the name of the person at each seat; `manifests`: the bot at each seat, or None for a person.
    """
    taken: list[str] = []

    def named(entrant: Entrant) -> Entrant:
        taken.append(_free(entrant.name, taken))
        return replace(entrant, name=taken[-1])

    seats = zip(names, manifests, strict=True)
    players = [named(bot.entrant() if bot else Entrant(name, PERSON, NOBODY)) for name, bot in seats]
    return tuple(players), tuple(None if bot else named(substitute.entrant()) for bot in manifests)


def _free(name: str, taken: Iterable[str]) -> str:
    """Returns the name itself, or if it is in `taken`, the name followed by the first number, from 2, that makes it
    free.
    """
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found


def _fit(path: Path) -> Manifest | None:
    """Returns the manifest at a path; None if the manifest is not valid, or the bot cannot be built and run here."""
    try:
        manifest = read_manifest(path)
    except ArenaError:
        return None
    return None if manifest.missing() else manifest
