"""Plays a match of Python bots in this process, for tests and notebooks."""

import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from os import PathLike
from pathlib import Path
from typing import Final

from arena.bot.kit import Bot, shape_of, told
from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES
from arena.games.registry import create_game
from arena.games.view_text import position_of, rules_of
from arena.match import Entrant, Match, MatchRecord, MatchSpec
from arena.match.trial import trial_deal, trial_id, trial_seeds
from arena.protocol.codecs import codec_of
from arena.protocol.turns import (
    encode_names,
    encode_opening,
    encode_position,
    encode_rules,
    encode_seat,
    encode_start,
    encode_turn,
)
from arena.protocol.v1.arena_pb2 import Batch, MatchEnd, MatchStart

BANK_MS: Final = 30_000
"""The time left, in milliseconds, that every turn reports to the bot; it is constant because no clock runs in this
process.
"""
NUMBER: Final = 1
"""The match number in all messages to the bots; one suffices, since only one match is played."""
PROGRAM: Final = "bot.py"
SHOWN: Final = 8

BotMaker = Callable[[MatchStart], Bot]
"""The class of a bot, or a function that makes a bot for a match."""


def play(bots: Sequence[BotMaker], game: str, seed: int = 0, edition: str | None = None) -> MatchRecord:
    """Plays one match between the bots and returns its record. The first bot sits at seat 0, and so on; `record.scores`
    and `record.ranks` are in the order of seats.

    With the same bots, `arena play GAME ... --seed SEED` plays the same match. If `edition` is None, the game's first
    edition is played. The bots receive texts as if they had called `run(..., words=True)`.

    Raises ArenaError [unknown-game], [bad-seats] or [bad-edition]; [illegal-action] if a bot chose an illegal action.
    An exception in a bot reaches the caller.
    """
    rules = create_game(game)
    names = [getattr(bot, "__name__", type(bot).__name__) for bot in bots]
    spec = MatchSpec(
        id=trial_id(seed),
        game=game,
        rules_version=rules.info.rules_version,
        edition=rules.info.editions[0] if edition is None else edition,
        components=bytes(SEED_BYTES),
        deal=trial_deal(seed),
        entrants=tuple(Entrant(name, "", b"") for name in names),
    )
    match = Match(spec, rules)
    players = [
        Seated(bot, match, seat, own, words=True)
        for seat, (bot, own) in enumerate(zip(bots, trial_seeds(len(bots)), strict=True))
    ]
    while (seat := match.actor) is not None:
        match.choose(players[seat].choose())
    record = match.record()
    for player in players:
        player.end(record)
    return record


class Seated:
    """A bot in Python that plays one seat of a match in this process."""

    def __init__(self, bot: BotMaker, match: Match, seat: int, seed: int, *, words: bool = False) -> None:
        """Makes the bot object for one seat of the match. `seed`: the random seed for this bot alone.

        Turns always have the names of the legal actions. `words`: whether turns also have the game's position in words,
        and `MatchStart` has the rules in words.
        """
        self._match, self._seat, self._words = match, seat, words
        self._name = match.spec.entrants[seat].name
        self._codec = codec_of(match.spec.game)
        opening = encode_opening(match.spec, self._codec.encode_setup(match.view(seat)))
        opening += encode_rules(rules_of(match.spec.game)) if words else b""
        start = Batch.FromString(encode_start(NUMBER, seat, seed, opening)).starts[0]
        self._shape = shape_of(start)
        self._bot = bot(start)

    def choose(self) -> int:
        """Returns the action that the bot chooses now; it must be this seat's turn.

        Raises ArenaError [illegal-action] if the action is not legal.
        """
        match = self._match
        seen = match.view(self._seat)
        view = self._codec.encode_view(seen) + encode_names(match.names_of(self._seat))
        if self._words:
            view += encode_position(position_of(match.game, seen, self._seat, len(match.spec.entrants)))
        turn = encode_turn(1 + len(match.actions), encode_seat(NUMBER, self._seat), match.legal, BANK_MS, view)
        action = self._bot.choose(told(Batch.FromString(turn).turns[0], self._shape))
        if action not in match.legal:
            raise illegal(self._name, self._seat, action, match.legal)
        return action

    def end(self, record: MatchRecord) -> None:
        """Reports the scores and ranks to the bot at the end of the match."""
        self._bot.end(MatchEnd(match=NUMBER, scores=record.scores, ranks=record.ranks))


def load(folder: str | PathLike[str]) -> type[Bot]:
    """Returns the bot class of a Python bot's folder: the only subclass of `Bot` that its bot.py defines.

    Each call imports the folder's other modules anew, so that two versions of a bot can be loaded. bot.py must import
    these modules at the top of the file, not while the bot chooses. Raises ArenaError [bot-not-found] if there is no
    bot.py or it does not define exactly one bot class.
    """
    path = Path(folder) / PROGRAM
    name = f"bot_in_{path.parent.resolve().name}"
    spec = spec_from_file_location(name, path)
    if not (spec and spec.loader and path.is_file()):
        raise ArenaError(
            "bot-not-found", f"the folder {folder} does not contain a {PROGRAM}", "name the folder of a bot in Python"
        )
    sys.modules[name] = module = module_from_spec(spec)
    sys.path.insert(0, str(path.parent))  # as Python does when it runs the program
    before = dict(sys.modules)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
        home = path.parent.resolve()
        for known, one in [*sys.modules.items()]:
            file = getattr(one, "__file__", None)
            if known not in before and file and _is_beside(Path(file).resolve(), home):
                del sys.modules[known]  # another version of the bot may have a module with this name
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name]
    found = [one for one in own if issubclass(one, Bot)]
    if len(found) != 1:
        named = ", ".join(one.__name__ for one in found) or "none"
        raise ArenaError(
            "bot-not-found",
            f"{path} must define exactly one subclass of Bot, but defines {named}",
            "move all bot classes but one out of the file"
            if found
            else f"define a subclass of Bot in {PROGRAM} itself, because imported classes do not count",
        )
    return found[0]


def _is_beside(file: Path, home: Path) -> bool:
    """Returns whether a file in or below the bot's folder `home` belongs to the bot, and not to a virtual environment
    in this folder.
    """
    own = file.relative_to(home).parts if file.is_relative_to(home) else ()
    return bool(own) and not any(part.startswith(".") or part == "site-packages" for part in own)


def illegal(name: str, seat: int, action: object, legal: Sequence[int]) -> ArenaError:
    """Returns the ArenaError [illegal-action] for an illegal action; its message lists the first legal actions."""
    shown = ", ".join(map(str, legal[:SHOWN])) + (f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else "")
    return ArenaError(
        "illegal-action",
        f"{name} at seat {seat} chose {action!r}, which is not legal; the legal actions are {shown}",
        "let the bot's method choose() return one of the actions in turn.legal",
    )
