"""Stores the field of a ladder: the bots that took part, and when.

The schedule of a ladder follows from the field and from the results. So the field is stored before the matches that
depend on it are played, and its members are never removed. A mark (a hash) shows whether the stored field was changed.
An audit also compares the stored matches with the schedule that follows from the field.
"""

import json
from typing import Any, Final

from arena.errors import ArenaError
from arena.league.field import Field, Member
from arena.league.schedules.contract import Stay
from arena.league.schedules.registry import LADDER
from leaderboards.store.values.identity import MOST_BOTS
from leaderboards.store.values.marked import marked, text_of

FIELD: Final = "field"
"""The key of the field in a store."""


def field_value(field: Field, commitment: bytes) -> bytes:
    """Returns the field in its stored form, with a mark (a hash), for the store of the league with this commitment."""
    return marked(FIELD, field.to_text(), commitment)


def kept_field(values: dict[str, bytes]) -> Field | None:
    """Returns the field in these values of a store; None in a league whose bots never change.

    Raises KeyError, ValueError, TypeError or AttributeError if the field cannot be read.
    """
    if json.loads(values["identity"]).get("schedule") != LADDER:
        return None
    field = Field.of_text(text_of(values[FIELD]))
    if len(field.members) > MOST_BOTS:
        raise ValueError(f"{len(field.members)} bots; a league has at most {MOST_BOTS}")
    return field


def field_of(values: dict[str, bytes]) -> Field:
    """Returns the field of a ladder, or of a league whose bots never change, from the values of its store; raises
    ArenaError [damaged] if they cannot be read.
    """
    try:
        if (field := kept_field(values)) is not None:
            return field
        return _always(json.loads(values["identity"])["bots"], json.loads(values["versions"]))
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ArenaError(
            "damaged", f"the list of the league's bots cannot be read: {error}", "restore the results from a backup"
        ) from error


def _always(bots: dict[str, str], versions: dict[str, Any]) -> Field:
    """Returns the field of a league whose bots never change."""
    return Field(
        tuple(
            Member(name, name, str(versions[name]), bytes.fromhex(content_hash), "", (Stay(),))
            for name, content_hash in bots.items()
        )
    )
