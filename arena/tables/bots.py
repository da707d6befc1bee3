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
"""The content hash in a person's `Entrant`; only bots have a real one."""


class Bots:
    """The bots that this server offers at tables. People at the tables can start no other programs."""

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
        """Adds a bot, unless it is offered already; returns the name under which it is offered.

        `reference`: the bot's path, or the name of a house bot. Raises ArenaError if the bot cannot be found or its
        manifest cannot be read.
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
        """Returns the manifest of a bot that is ready to start; first builds the bot if it is not built yet, which may
        take long.

        Raises ArenaError [no-bot] if the bot is not offered for the game, and other errors if it cannot be made ready.
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
    """Returns the player of each seat, and the bot that can replace the person at each seat (None at a bot's seat).

    Numbers are added to equal names, so that all names differ. `names`: the person's name by seat, unused for bots.
    `manifests`: the bot by seat, None for a person. `substitute`: the bot that can replace any person.
    """
    taken: list[str] = []

    def named(entrant: Entrant) -> Entrant:
        taken.append(_free(entrant.name, taken))
        return replace(entrant, name=taken[-1])

    seats = zip(names, manifests, strict=True)
    players = [named(bot.entrant() if bot else Entrant(name, PERSON, NOBODY)) for name, bot in seats]
    return tuple(players), tuple(None if bot else named(substitute.entrant()) for bot in manifests)


def _free(name: str, taken: Iterable[str]) -> str:
    """Returns the name if it is not in `taken`; otherwise the first of NAME-2, NAME-3, ... that is not in `taken`."""
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
