"""The identity of a league: its commitment before play, and how to restore the league from stored results."""

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
    """A hash over the league's seed and all else that decides results; publishing it before play binds the organiser.

    It reveals nothing of the deals, unless the seed can be guessed.
    """
    return commitment_of(league.identity(), versions(league))


def commitment_of(identity: dict[str, object], stated: dict[str, str]) -> bytes:
    """The commitment of a league, from its identity and the versions of its bots."""
    return derived(COMMITMENT_BYTES, "commitment", identity, stated)


def versions(league: League) -> dict[str, str]:
    """The version in each bot's manifest, by the bot's name; empty for a ladder, whose field has the versions."""
    return {} if league.schedule == LADDER else {bot.name: bot.version for bot in league.bots}


def restored_league(
    identity: dict[str, Any], components: str, stated: dict[str, str], field: Field | None = None
) -> League:
    """The league with this identity; its bots cannot be started, and it has as many rounds as a league can have.

    `stated` has the bots' versions; if there is a field, the field has the bots and their versions.
    Raises KeyError, TypeError or ValueError if the arguments cannot come from a league.
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
