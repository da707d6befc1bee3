"""The identity of a league: computes the commitment that is published before play, and restores a league from stored
results.
"""

from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from arena.building.manifest import Manifest
from arena.derived import derived
from arena.league.field import Field
from arena.league.league import League
from arena.league.schedules.registry import LADDER
from arena.league.settings import MOST_ROUNDS
from arena.sandbox.limits import Limits
from arena.transport import Clock

COMMITMENT_BYTES: Final = 32


def commitment(league: League) -> bytes:
    """Returns a hash over the league's seed and all other data that decide results. If the hash is published before
    play, the organiser cannot change these data later without being noticed.

    The hash reveals nothing about the deals, unless someone guesses the seed.
    """
    return commitment_of(league.identity(), versions(league))


def commitment_of(identity: dict[str, object], stated: dict[str, str]) -> bytes:
    """Returns the commitment of a league, a hash over its identity and the versions of its bots."""
    return derived(COMMITMENT_BYTES, "commitment", identity, stated)


def versions(league: League) -> dict[str, str]:
    """Returns the version from each bot's manifest, by the bot's name; empty for a ladder, because its field contains
    the versions.
    """
    return {} if league.schedule == LADDER else {bot.name: bot.version for bot in league.bots}


def restored_league(
    identity: dict[str, Any], components: str, stated: dict[str, str], field: Field | None = None
) -> League:
    """Returns the league with this identity, for reading stored results. Its bots cannot be started. Its number of
    rounds is the largest possible, because the identity does not contain the number.

    `stated`: the bots' versions, by name. If there is a field, the bots and their versions are taken from the field
    instead.
    Raises KeyError, TypeError or ValueError if the arguments cannot belong to a league.
    """
    bots = tuple(
        Manifest(name=name, version=stated[name], command=(), folder=Path(), content_hash=bytes.fromhex(content_hash))
        for name, content_hash in ({} if field is not None else identity["bots"]).items()
    )
    if type(identity["seed"]) is not int:
        raise TypeError("its seed is no integer")
    parts, clock, limits = (
        {one.name: identity[one.name] for one in fields(shape) if one.name in identity}
        for shape in (League, Clock, Limits)
    )
    apart = tuple(tuple(map(str, group)) for group in identity.get("apart", ()))
    parts |= {"apart": apart, "rounds": MOST_ROUNDS, "blocks": MOST_ROUNDS, "limits": Limits(**limits)}
    league = League(**parts | {"clock": Clock(**clock), "components": components, "bots": bots})
    return league if field is None else league.in_field(field)
