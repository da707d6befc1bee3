"""The rights of people on a ladder: a person's role and the scopes of a token."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arena.errors import ArenaError


class Role(StrEnum):
    """The role of a person, which decides the scopes that the person's tokens may have."""

    AUTHOR = "author"
    ORGANISER = "organiser"
    SPECTATOR = "spectator"


class Scope(StrEnum):
    """A kind of action that a token may allow."""

    LOOK = "look"
    """Seeing one's own submissions."""
    HAND_IN = "hand-in"
    """Handing in one's own submissions, withdrawing them, and rolling back to an earlier version."""
    ACCOUNT = "account"
    """Seeing and revoking one's own sign-ins."""
    ORGANISE = "organise"
    """Seeing everybody's submissions, and withdrawing them."""


RIGHTS: Final = {
    Role.AUTHOR: {Scope.LOOK, Scope.HAND_IN, Scope.ACCOUNT},
    Role.ORGANISER: {Scope.LOOK, Scope.HAND_IN, Scope.ACCOUNT, Scope.ORGANISE},
    Role.SPECTATOR: {Scope.ACCOUNT},
}
COMMANDS: Final = frozenset({Scope.LOOK, Scope.HAND_IN})
"""The scopes of a token for the command line. No other scope is included, because the token is stored on an author's
disk.
"""


@dataclass(frozen=True, slots=True)
class Who:
    """The person who makes a request, with the rights of their role and token."""

    person_id: int
    name: str
    role: Role
    scopes: frozenset[Scope]
    token_id: int
    noted: bool = True
    """Whether a use of the token was recorded less than USED_MS ago. If so, the present use is not recorded."""

    def may(self, scope: Scope) -> bool:
        """Returns whether both the person's role and the token allow this scope."""
        return scope in self.scopes

    def demand(self, scope: Scope) -> None:
        """Raises ArenaError [not-allowed] if the person may not use this scope."""
        if self.may(scope):
            return
        if scope in RIGHTS[self.role]:
            raise ArenaError(
                "not-allowed",
                "this sign-in does not allow this action",
                "sign in on the ladder's page in a browser, and repeat the action there",
            )
        raise ArenaError(
            "not-allowed",
            "your role on this ladder does not allow this action",
            "ask whoever runs this ladder for another role",
        )


def scopes_of(role: Role, said: str) -> frozenset[Scope]:
    """Returns the scopes that both a token and its owner's present role allow.

    `said`: the scopes with which the token was made, separated by spaces.
    """
    return frozenset(scope for scope in RIGHTS[role] if scope.value in said.split())
