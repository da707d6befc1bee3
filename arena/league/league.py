"""A league: its game, bots and schedule.

Identities: every random value and every id of a league is a hash of the data that determine it. The same league file
therefore gives the same deals, seeds and match ids on every machine, whatever the order in which matches are played.
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
from arena.remote.gate_settings import GateTerms
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
"""The keys that a league's identity may leave out, with the value that each has when it is left out.

Older leagues do not have these keys, so their identities stay unchanged.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class League(Settings):
    """A league that was read from its file and checked, with the settings for playing it on this machine."""

    bots: tuple[Manifest, ...]
    """The bots, sorted by name if they come from a league file. After `in_field`, there is one bot for each member of
    the field, in the field's order.
    """
    recall: str = PROCESS
    """The bots' memory between matches: with `process`, one process of a bot plays all matches of a deal; with `none`,
    each process of a bot plays a deal only once.
    """
    apart: tuple[tuple[str, ...], ...] = ()
    """Groups of bots that never play in the same match; each group contains the bots of one author. Empty if bots are
    not kept apart in this way.
    """
    owners_apart: bool = False
    """Whether bots of one owner never play in the same match of a ladder; the ladder's field names the owners."""
    offered: bool = False
    """Whether all bots of a ladder, except its house bots, run on their authors' machines and connect from outside."""
    field: Field = NOBODY
    """The field of a ladder: all bots that have ever taken part; empty for other leagues."""
    left_out: tuple[str, ...] = ()
    """One sentence for each optional bot that was left out, with the reason."""
    shown: tuple[str, ...] = ()
    """One sentence for each path that a bot sees outside its own folder."""
    box: Box = UNCONFINED
    """The sandbox in which the bots run on this machine; set by `confinement.py`."""
    game_origin: str = ""
    """The source of a game from outside the arena: its file, or its package or library with the version. Empty for the
    arena's own games.
    """
    game_files: str = ""
    """The version of a game from outside the arena: a hash over its files, in hexadecimal, or for a game of a library,
    the name and version of the library. Empty for the arena's own games.
    """
    output: Path | None = None
    """The folder in which all output that the bots print is stored; None if it is not stored."""
    gate: GateTerms | None = None
    """The settings of the gate, through which bots connect from outside; None if there is no gate, or if the league is
    not played in this process.
    """

    def remotes(self) -> list[str]:
        """Returns the names of the remote bots."""
        return [bot.name for bot in self.bots if bot.remote()]

    def create_game(self) -> Game[Any, Any]:
        """Returns the league's game, created with the league's component data."""
        self.bring_game()
        return create_game(self.game, self.components)

    def bring_game(self) -> None:
        """Makes the league's game known in this process; raises ArenaError [other-game] if the game's files have
        changed.
        """
        if self.game not in GAMES and self.game_origin:
            from arena.games.finding import bring  # noqa: PLC0415  # few leagues have a game from outside

            bring(self.game, self.game_origin)
        if (here := find_game(self.game).files) != self.game_files:
            wanted = self.game_files or "none"
            problem = f"the files of the game {self.game} have changed: expected {wanted}, but found {here or 'none'}"
            raise ArenaError(
                "other-game",
                problem,
                "restore the game's files, and do not change them while a league of this game is played",
            )

    def players(self) -> tuple[Manifest, ...]:
        """Returns the bots whose manifest has a command.

        A remote bot has no command while it takes part. A former member of a ladder has no command when it has no
        matches left to play.
        """
        return tuple(bot for bot in self.bots if bot.command)

    def launches(self) -> list[Launch]:
        """Returns the descriptions of how the `players` are started, in the order of `players`."""
        return [bot.launch(self.box, self.output) for bot in self.players()]

    def with_bots(self, bots: Iterable[Manifest]) -> "League":
        """Returns the league with each of these bots in place of the bot that has the same name."""
        named = {bot.name: bot for bot in bots}
        return replace(self, bots=tuple(named.get(bot.name, bot) for bot in self.bots))

    def in_field(self, field: Field) -> "League":
        """Returns the league with this field. Its bots are then the members of the field, with names but without files,
        so they cannot be started.
        """
        return replace(self, field=field, bots=tuple(member.named() for member in field.members))

    def components_hash(self) -> bytes:
        """Returns a hash of 16 bytes over the text of `components`, the game's data, such as point tables."""
        return blake2b(self.components.encode(), digest_size=SEED_BYTES).digest()

    def identity(self) -> dict[str, object]:
        """Returns all data that results depend on, by key; leagues with different identities are different leagues. The
        number of rounds is not part of the identity, so that rounds can be added later.

        A key that is left out has its value in IMPLIED.
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
        if self.schedule != LADDER:  # in a ladder, bots may enter and leave
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
