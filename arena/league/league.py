"""A league: its game, bots and schedule.

Identities: every random value and every id of a league is a hash of what decides it, so the same league file gives the
same deals, seeds and match ids on every machine, whatever the order in which matches are played.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from arena.building.manifest import Manifest
from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES
from arena.games.contract import Game
from arena.games.registry import GAMES, create_game, find_game
from arena.league.field import NOBODY, Field
from arena.league.schedules.registry import LADDER, ROUND_ROBIN
from arena.league.settings import PROCESS, Settings
from arena.remote.terms import GateTerms
from arena.sandbox.box import UNCONFINED, Box
from arena.sandbox.limits import Limits
from arena.transport import Launch
from arena.transport.clocks.clock import TIMINGS

IMPLIED: Final = {
    "schedule": ROUND_ROBIN,
    "hero": "none",
    "timing": TIMINGS[0],
    "recall": PROCESS,
    "apart": "none",
    "owners_apart": False,
    "offered": False,
    "memory_mb": Limits().memory_mb,
    "processes": Limits().processes,
    "game_files": "",
}
"""The values of those keys that an identity leaves out if they have this value, so that older leagues keep their
identity.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class League(Settings):
    """Everything a league file says, checked, and how the league is played on this machine."""

    bots: tuple[Manifest, ...]
    """The bots, sorted by name; in a ladder with a field, the bots of its members in their order."""
    recall: str = PROCESS
    """What a bot may recall: `process`: one process plays all seatings of a deal; `none`: none meets a deal twice."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Groups of bots that never meet in a match: the bots of one author, if these must not meet."""
    owners_apart: bool = False
    """Whether bots of one owner never meet in a match of a ladder, whose field names the owners."""
    offered: bool = False
    """Whether a ladder is for bots that are offered from outside; all its other bots are house bots."""
    field: Field = NOBODY
    """The bots of a ladder over time; empty for other leagues."""
    left_out: tuple[str, ...] = ()
    """Why optional bots were left out, a sentence for each."""
    shown: tuple[str, ...] = ()
    """The paths outside its own folder that a bot sees, a sentence for each."""
    box: Box = UNCONFINED
    """How the bots are confined on this machine; set by `confinement.py`."""
    game_origin: str = ""
    """The file, or the package and version, of a game from outside, so that other processes can load it; else empty."""
    game_files: str = ""
    """A hash of the files of a game from outside, in hexadecimal; or the library and version of such a game."""
    output: Path | None = None
    """The folder in which all that the bots print is kept; None if it is not kept."""
    gate: GateTerms | None = None
    """The gate for bots that are offered from outside; None if there are none, or if the league is not played here."""

    def remotes(self) -> list[str]:
        """The names of the remote bots."""
        return [bot.name for bot in self.bots if bot.remote()]

    def create_game(self) -> Game[Any, Any]:
        """The game with the league's component data."""
        self.bring_game()
        return create_game(self.game, self.components)

    def bring_game(self) -> None:
        """Makes the league's game known in this process; raises ArenaError [other-game] if its files have changed."""
        if self.game not in GAMES and self.game_origin:
            from arena.games.finding import bring  # noqa: PLC0415  # few leagues have a game from outside

            bring(self.game, self.game_origin)
        if (here := find_game(self.game).files) != self.game_files:
            wanted = self.game_files or "none"
            problem = f"the files of the game {self.game} are {here or 'none'} here, not {wanted}"
            raise ArenaError(
                "other-game", problem, "do not change the files of a game while a league of this game is played"
            )

    def players(self) -> tuple[Manifest, ...]:
        """The bots that are started here: without remote bots and those members of a field that cannot be started."""
        return tuple(bot for bot in self.bots if bot.command)

    def launches(self) -> list[Launch]:
        """How each of the `players` is started, in the same order."""
        return [bot.launch(self.box, self.output) for bot in self.players()]

    def with_bots(self, bots: Iterable[Manifest]) -> "League":
        """The league with each of these bots in place of the bot of the same name."""
        named = {bot.name: bot for bot in bots}
        return replace(self, bots=tuple(named.get(bot.name, bot) for bot in self.bots))

    def in_field(self, field: Field) -> "League":
        """The league with this field; its bots are then the members, with names but without files, so they cannot be
        started.
        """
        return replace(self, field=field, bots=tuple(member.named() for member in field.members))

    def components_hash(self) -> bytes:
        """A hash of 16 bytes over the component data."""
        return blake2b(self.components.encode(), digest_size=SEED_BYTES).digest()

    def identity(self) -> dict[str, object]:
        """All that results depend on, by key; leagues with different identities are different leagues. Rounds may be
        added.

        A key that is absent has its value in IMPLIED.
        """
        identity: dict[str, object] = {
            "name": self.name,
            "game": self.game,
            "rules_version": find_game(self.game).info.rules_version,
            "edition": self.edition,
            "seats": self.seats,
            "seed": self.seed,
            "seatings": self.seatings,
            "bank_ms": self.clock.bank_ms,
            "increment_ms": self.clock.increment_ms,
            "components": self.components_hash().hex(),
        }
        if self.schedule != LADDER:  # in a ladder bots come and go
            identity["bots"] = {bot.name: bot.content_hash.hex() for bot in self.bots}
        own: dict[str, object] = {
            "schedule": self.schedule,
            "hero": self.hero,
            "timing": self.clock.timing,
            "recall": self.recall,
            "apart": [list(group) for group in self.apart],
            "owners_apart": self.owners_apart,
            "offered": self.offered,
            "memory_mb": self.limits.memory_mb,
            "processes": self.limits.processes,
            "game_files": self.game_files,
        }
        return identity | {key: value for key, value in own.items() if value and value != IMPLIED[key]}
