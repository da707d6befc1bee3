"""The states of a submission, and the changes between them."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """How a submission stands."""

    RECEIVED = "received"
    UNPACKED = "unpacked"
    BUILT = "built"
    CHECKED = "checked"
    ACTIVE = "active"
    """It is what plays."""
    RETRYING = "retrying"
    """Something failed that is not its author's business; it is tried again."""
    SUPERSEDED = "superseded"
    """A later one of the same bot has taken its place."""
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"
    """It failed, and a note says why."""


WAITING: Final = (State.RECEIVED, State.UNPACKED, State.BUILT, State.CHECKED, State.RETRYING)
"""It is on its way."""
REACHED: Final = {State.RECEIVED: 0, State.UNPACKED: 1, State.BUILT: 2, State.CHECKED: 3}
"""How far it has come that is on its way."""
