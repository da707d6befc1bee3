"""The terms of a table: its game, its seats, the people's clock and the random seed."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, Final

from arena.derived import derived
from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES
from arena.games.registry import GAMES, find_game, shipped_components
from arena.names import demand_name

PERSON: Final = "person"
"""The word for a person's seat in the terms, in place of a bot's name."""
LONGEST_NAME: Final = 30
LONGEST_BANK_S: Final = 24 * 3600
MOST_SEED: Final = (1 << 53) - 1
"""The largest seed, because a browser cannot represent larger whole numbers exactly."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which a table is opened."""

    game: str
    edition: str
    seats: tuple[str, ...]
    """The name of the bot at each seat, or PERSON."""
    substitute: str
    """The name of the bot that replaces people who leave or run out of time."""
    bank_ms: int | None = None
    """A person's time for the whole match in ms; None for no limit. Bots have the same clock as in a league."""
    seed: int | None = None
    """The random seed of the match, as in `arena play`; None for a secret seed, drawn when the table opens."""
    training: bool = False
    """Whether people may ask bots for advice, and take moves back."""

    def people(self) -> list[int]:
        """The numbers of the seats that are for people."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    def as_json(self) -> dict[str, Any]:
        """The terms as JSON values."""
        return asdict(self) | {"seats": list(self.seats)}

    @classmethod
    def restored(cls, values: Mapping[str, Any]) -> "Terms":
        """Restores the terms from the values that `as_json` returned."""
        return cls(**{**values, "seats": tuple(values["seats"])})


def read_terms(said: Mapping[str, Any]) -> Terms:
    """Reads the terms that a stranger proposes, and checks everything except the bots' names; raises ArenaError
    [bad-table].

    `said`: the values `game` and `seats`, and optionally `edition`, `substitute`, `bank_s`, `seed` and `training`.
    """
    game, seats = said.get("game"), said.get("seats")
    if not isinstance(game, str) or game not in GAMES:
        raise _bad(f"this server does not have a game {_shown(game)}", f"choose one of the games {', '.join(GAMES)}")
    info = GAMES[game].info
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise _bad(
            f"seats is {_shown(seats)}; expected a list",
            f"give a list with {PERSON} or the name of a bot for each seat",
        )
    if len(seats) not in info.seats:
        numbers = info.seat_numbers()
        raise _bad(
            f"{info.title} is played at {numbers} seats, not {len(seats)}", "give a person or a bot for each seat"
        )
    if PERSON not in seats:
        raise _bad(
            "the table does not have a seat for a person",
            f"make one seat a seat for a {PERSON}; for a match of bots alone, use arena play",
        )
    edition = said.get("edition") or info.editions[0]
    if edition not in info.editions:
        raise _bad(
            f"{info.title} does not have an edition {_shown(edition)}",
            f"choose one of the editions {', '.join(info.editions)}",
        )
    substitute = said.get("substitute") or GAMES[game].substitute()
    if not isinstance(substitute, str) or substitute == PERSON:
        raise _bad(f"substitute is {_shown(substitute)}; expected the name of a bot", "give the name of a bot")
    bank_s = _number(said, "bank_s", 1, LONGEST_BANK_S)
    return Terms(
        game,
        edition,
        tuple(seats),
        substitute,
        None if bank_s is None else bank_s * 1000,
        _number(said, "seed", 0, MOST_SEED),
        _flag(said, "training"),
    )


def read_name(said: object) -> str:
    """Checks a name that a person has entered, and returns it without surrounding blanks; raises ArenaError
    [bad-name].
    """
    name = said.strip() if isinstance(said, str) else ""
    demand_name(name, LONGEST_NAME)
    return name


def dealt(seed: int) -> bytes:
    """Returns the bytes that decide the chance events of a match with this seed; `arena play` uses the same bytes."""
    return derived(SEED_BYTES, "play", seed)


def components_hash(game: str) -> bytes:
    """Returns a hash of the component data that are shipped with a game, such as its cards.

    For a game from outside the arena, the hash also covers its files, or the name and version of its library.
    """
    played = shipped_components(game) + find_game(game).files
    return blake2b(played.encode(), digest_size=SEED_BYTES).digest()


def _number(said: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    value = said.get(key)
    if value is None or value == "":
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad(
            f"{key} is {_shown(value)}; expected a whole number from {least} to {most}",
            f"give such a number, or leave out the value of {key}",
        )
    return value


def _flag(said: Mapping[str, Any], key: str) -> bool:
    value = said.get(key, False)
    if not isinstance(value, bool):
        raise _bad(f"{key} is {_shown(value)}; expected true or false", "give true or false")
    return value


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_NAME * 2 else f"{text[: LONGEST_NAME * 2]}…"


def _bad(sentence: str, hint: str) -> ArenaError:
    return ArenaError("bad-table", sentence, hint)
