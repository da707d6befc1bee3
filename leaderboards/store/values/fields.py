"""The field of a ladder: which bots took part, and when.

Choices of tables follow from it and from the records. So it is kept before anything is played that depends on it, and
only grows; a mark shows whether it was changed, and the tables whether it can have been another one.
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
"""The key of the value in a store."""


def field_value(field: Field, commitment: bytes) -> bytes:
    """As the store of the league with this commitment keeps it."""
    return marked(FIELD, field.to_text(), commitment)


def kept_field(values: dict[str, bytes]) -> Field | None:
    """The field in these values of a store; None in a league whose bots are always there.

    Raises KeyError, ValueError, TypeError, AttributeError where it cannot be understood.
    """
    if json.loads(values["identity"]).get("schedule") != LADDER:
        return None
    field = Field.of_text(text_of(values[FIELD]))
    if len(field.members) > MOST_BOTS:
        raise ValueError(f"{len(field.members)} bots; a league has at most {MOST_BOTS}")
    return field


def field_of(values: dict[str, bytes]) -> Field:
    """The field of any league, from the values of its store; raises ArenaError [damaged]."""
    try:
        if (field := kept_field(values)) is not None:
            return field
        return _always(json.loads(values["identity"])["bots"], json.loads(values["versions"]))
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ArenaError("damaged", f"the league's field cannot be read: {error}", "restore a copy") from error


def _always(bots: dict[str, str], versions: dict[str, Any]) -> Field:
    """The field of bots that have always been there."""
    return Field(
        tuple(
            Member(name, name, str(versions[name]), bytes.fromhex(content_hash), "", (Stay(),))
            for name, content_hash in bots.items()
        )
    )
