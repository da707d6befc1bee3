"""The states of a submission, and how far each is on the way."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The state of a submission, as the database stores it."""

    RECEIVED = "received"
    UNPACKED = "unpacked"
    BUILT = "built"
    CHECKED = "checked"
    ACTIVE = "active"
    """The version of its bot that plays."""
    RETRYING = "retrying"
    """Something failed without a verdict: the submission is tried again, or held until an organiser decides."""
    SUPERSEDED = "superseded"
    """A later version of the same bot has taken its place."""
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"
    """The submission was refused; a line of its log says why."""


WAITING: Final = (State.RECEIVED, State.UNPACKED, State.BUILT, State.CHECKED, State.RETRYING)
"""The states of a submission that is on its way: neither active nor ended."""
REACHED: Final = {State.RECEIVED: 0, State.UNPACKED: 1, State.BUILT: 2, State.CHECKED: 3}
"""How far a submission has come in each of these states, as a number that grows."""
