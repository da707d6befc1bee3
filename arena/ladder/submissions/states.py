"""The states of a submission, and their order in the examination."""

from enum import StrEnum
from typing import Final


class State(StrEnum):
    """The state of a submission, as the database stores it."""

    RECEIVED = "received"
    UNPACKED = "unpacked"
    BUILT = "built"
    CHECKED = "checked"
    ACTIVE = "active"
    """The submission is the version of its bot that plays now."""
    RETRYING = "retrying"
    """The examination failed, perhaps by no fault of the bot, and will be repeated.

    After too many interrupted examinations in a row, it is not repeated. The submission then keeps this state until it
    is withdrawn or a later version replaces it.
    """
    SUPERSEDED = "superseded"
    """A later version of the same bot has replaced the submission."""
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"
    """The submission was refused; a line of its log gives the reason."""


WAITING: Final = (State.RECEIVED, State.UNPACKED, State.BUILT, State.CHECKED, State.RETRYING)
"""The states of a submission during its examination, before it becomes active or is refused."""
REACHED: Final = {State.RECEIVED: 0, State.UNPACKED: 1, State.BUILT: 2, State.CHECKED: 3}
"""The number of finished steps of the examination in each of these states."""
