"""The states of a submission, and the changes between them."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The state of a submission."""

    RECEIVED = "received"
    UNPACKED = "unpacked"
    BUILT = "built"
    CHECKED = "checked"
    ACTIVE = "active"
    """The version that plays."""
    RETRYING = "retrying"
    """Something failed, but without a verdict: it is tried again, or held until an organiser decides."""
    SUPERSEDED = "superseded"
    """A later version of the same bot has taken its place."""
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"
    """It was refused, and a note says why."""


WAITING: Final = (State.RECEIVED, State.UNPACKED, State.BUILT, State.CHECKED, State.RETRYING)
"""The states of a submission that is on its way."""
REACHED: Final = {State.RECEIVED: 0, State.UNPACKED: 1, State.BUILT: 2, State.CHECKED: 3}
"""By state: how far a submission on its way has come."""
