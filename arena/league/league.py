"""A league: its game, bots and schedule.

Identities: everything random or named in a league is a hash of what decides it, so the same league file gives the
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
"""What an identity says by leaving it out, so that leagues older than the key keep their identity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class League(Settings):
    """Everything a league file says, checked."""

    bots: tuple[Manifest, ...]
    """In order of name, whatever their order in the file; where there is a field, those of its members."""
    recall: str = PROCESS
    """`process`: one process of a bot plays all seatings of a deal; `none`: no process meets a deal again."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Bots that never sit at one table, in groups: those of one author, where authors do not meet themselves."""
    owners_apart: bool = False
    """The same in a ladder: its field tells whose each bot is."""
    offered: bool = False
    """In a ladder: whether it is for bots that are offered from outside; all others are of the house."""
    field: Field = NOBODY
    """The bots of a ladder over time; its file names the current ones."""
    left_out: tuple[str, ...] = ()
    """Why optional bots are not in it, each in a sentence."""
    shown: tuple[str, ...] = ()
    """What bots see beside their own folders, each in a sentence."""
    box: Box = UNCONFINED
    """How they are confined on this machine; see `confinement.py`."""
    game_origin: str = ""
    """Of a game from outside: its file, or its package and version, for processes that do not know it yet."""
    game_files: str = ""
    """The same: as the entry of the game has it."""
    output: Path | None = None
    """The folder in which all that its bots print is kept, where it is played with one."""
    gate: GateTerms | None = None
    """Where those come in that are offered from outside; None where there are none, or it is not played here."""

    def remotes(self) -> list[str]:
        """The bots that are offered from outside."""
        return [bot.name for bot in self.bots if bot.remote()]

    def create_game(self) -> Game[Any, Any]:
        """The game with the league's component data."""
        self.bring_game()
        return create_game(self.game, self.components)

    def bring_game(self) -> None:
        """Makes the game known in this process; raises ArenaError [other-game] where its files are not as they were."""
        if self.game not in GAMES and self.game_origin:
            from arena.games.finding import bring  # noqa: PLC0415  # few leagues have a game from outside

            bring(self.game, self.game_origin)
        if (here := find_game(self.game).files) != self.game_files:
            wanted = self.game_files or "none"
            problem = f"the files of the game {self.game} are {here or 'none'} here, not {wanted}"
            raise ArenaError("other-game", problem, "change no file of a game while a league of it is played")

    def players(self) -> tuple[Manifest, ...]:
        """The bots that are started: neither those that are remote, nor those of a field that have left."""
        return tuple(bot for bot in self.bots if bot.command)

    def launches(self) -> list[Launch]:
        """How they are started."""
        return [bot.launch(self.box, self.output) for bot in self.players()]

    def with_bots(self, bots: Iterable[Manifest]) -> "League":
        """The league with these in place of those of the same name."""
        named = {bot.name: bot for bot in bots}
        return replace(self, bots=tuple(named.get(bot.name, bot) for bot in self.bots))

    def in_field(self, field: Field) -> "League":
        """The league with this field; its bots are but names."""
        return replace(self, field=field, bots=tuple(member.named() for member in field.members))

    def components_hash(self) -> bytes:
        """16 bytes over the component data."""
        return blake2b(self.components.encode(), digest_size=SEED_BYTES).digest()

    def identity(self) -> dict[str, object]:
        """All that makes results comparable; two leagues that differ in it are two leagues. Rounds may be added.

        What is absent is as IMPLIED says.
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
        if self.schedule != LADDER:  # there bots come and go
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
