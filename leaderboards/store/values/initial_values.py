"""Computes the values with which the store of a league is created."""

import json
from hashlib import blake2b
from typing import Any, Final

from arena.errors import ArenaError
from arena.games.game_option import published_option
from arena.games.registry import GAMES
from arena.league.field import NOBODY
from arena.league.identity import commitment, commitment_of, restored_league, versions
from arena.league.league import IMPLIED, League
from arena.league.schedules.registry import LADDER
from arena.match import MatchRecord, MatchSpec
from arena.match.rerun import Difference
from arena.protocol.records import encode_record
from leaderboards.store.rows.seal import Seal
from leaderboards.store.tables import FORMAT, SEAL
from leaderboards.store.values.extent import EXTENT
from leaderboards.store.values.fields import FIELD, field_value, kept_field
from leaderboards.store.values.identity import identity_of

MOST_DICTIONARY_BYTES: Final = 1 << 15


def founding_values(league: League) -> dict[str, bytes]:
    """Returns the values that the store of a league contains before any match."""
    identity = league.identity()
    spec = MatchSpec(
        id=b"",
        game=league.game,
        rules_version=int(str(identity["rules_version"])),
        edition=league.edition,
        components=league.components_hash(),
        deal=b"",
        entrants=() if league.schedule == LADDER else tuple(bot.entrant() for bot in league.bots),
    )
    values = {
        "format": FORMAT.encode(),
        "identity": json.dumps(identity).encode(),
        "components": league.components.encode(),
        "dictionary": encode_record(MatchRecord(spec, (), (), (), ()))[-MOST_DICTIONARY_BYTES:],
        "versions": json.dumps(versions(league)).encode(),
        "commitment": commitment(league),
        SEAL: Seal().to_bytes(),
    }
    return values | {FIELD: field_value(NOBODY, values["commitment"])} if league.schedule == LADDER else values


def stored_league(values: dict[str, bytes]) -> League:
    """Returns the league of a store, restored from its values; raises ArenaError [damaged] if the values make no sense.

    Raises ArenaError [other-rules] if the league was played by rules that this release does not have.
    """
    try:
        identity, stated = identity_of(values["identity"]), json.loads(values["versions"])
        league = restored_league(identity, values["components"].decode(), stated, kept_field(values))
        game, version, _ = identity["game"], identity["rules_version"], identity["components"]
        here = GAMES[game].info.rules_version if game in GAMES else None
        if here is not None and here == version:
            league.identity()
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ArenaError(
            "damaged",
            f"the stored settings of the league cannot be read: {error}",
            "restore the results from a backup",
        ) from error
    if here != version:
        if commitment_of(identity, stated) != values.get("commitment"):
            reason = "the version of the rules does not fit the commitment"
            raise ArenaError(
                "damaged",
                f"the stored settings of the league are damaged: {reason}",
                "restore the results from a backup",
            )
        raise ArenaError(
            "other-rules",
            f"the league was played with version {version} of the rules of {game}; this arena has "
            f"{f'version {here}' if here else 'no game with this name'}",
            "use the release of the arena that played the league"
            if not identity.get("game_files")
            else f"add{published_option(game)} to the command, because {game} is not a built-in game; the game must "
            f"have version {version} of the rules",
        )
    if (played := identity.get("game_files", "")) != (files := GAMES[game].files):
        raise ArenaError(
            "other-rules",
            f"the league was played with another version of the game {game}: the league's version is "
            f"{played or 'the built-in version'}, but this arena's version is {files or 'the built-in version'}",
            "give --game the game's file as it was when the league was played; if the game comes from a Python "
            "package, install the package's version of that time",
        )
    return league


def founding_differences(values: dict[str, bytes], league: League) -> list[Difference]:
    """Returns a difference for each stored value that is not the value computed again from `league`.

    `league` is the league that `stored_league` restored from `values`. The seal, the extent and the field are not
    compared. If the components differ, returns only that difference.
    """
    hashed, here = json.loads(values["identity"])["components"], league.components_hash().hex()
    if hashed != here:  # all other values depend on the components
        return [Difference("components", f"what has the hash {hashed}", here)]
    expected = founding_values(league)
    return [
        Difference(key, _shown(expected.get(key)), _shown(values.get(key)))
        for key in sorted({*expected, *values} - {SEAL, EXTENT, FIELD})
        if expected.get(key) != values.get(key)
    ]


def doubt(values: dict[str, bytes]) -> str | None:
    """Returns the reason why these values of a store contradict each other, so that no arena can have written them.

    Returns None if they agree, or if this release does not have the rules to check them.
    """
    try:
        differences = founding_differences(values, stored_league(values))
    except ArenaError as error:
        return None if error.code == "other-rules" else error.message
    return f"the league's {differences[0].part} was changed" if differences else None


def league_differences(here: dict[str, Any], there: dict[str, Any]) -> list[str]:
    """Returns a text for each difference between a league file's identity, `here`, and a stored identity, `there`.

    A text contains the key and both values; for the seed only the key, and for a bot only its name.
    """
    texts = []
    here, there = {**IMPLIED, **here}, {**IMPLIED, **there}
    for key, mine in here.items():
        if key not in there:  # only one of the two identities lists bots
            continue
        stored = there[key]
        if key == "bots":
            names = sorted(name for name in {*mine, *stored} if mine.get(name) != stored.get(name))
            texts += [f"the files of {name}" if name in mine and name in stored else f"bot {name}" for name in names]
        elif mine != stored and key == "seed":
            texts.append(key)
        elif mine != stored:
            texts.append(f"{key} ({stored} in the results, {mine} in the league file)")
    return texts


def _shown(value: bytes | None) -> str:
    """Returns a value as a short text: in hexadecimal if it has at most 32 bytes, else its size and its hash."""
    if value is None:
        return "nothing"
    if len(value) <= 32:
        return value.hex()
    return f"{len(value)} bytes with the hash {blake2b(value, digest_size=8).hexdigest()}"
