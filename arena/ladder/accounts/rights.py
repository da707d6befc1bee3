"""Rights: roles of people and scopes of tokens."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from arena.errors import ArenaError


class Role(StrEnum):
    """The role of a person."""

    AUTHOR = "author"
    ORGANISER = "organiser"
    SPECTATOR = "spectator"


class Scope(StrEnum):
    """What a token is good for."""

    LOOK = "look"
    """To see one's own submissions."""
    HAND_IN = "hand-in"
    """To hand in, withdraw and roll back."""
    ACCOUNT = "account"
    """To see and revoke one's own tokens."""
    ORGANISE = "organise"
    """To see everybody's submissions, and withdraw them."""


RIGHTS: Final = {
    Role.AUTHOR: {Scope.LOOK, Scope.HAND_IN, Scope.ACCOUNT},
    Role.ORGANISER: {Scope.LOOK, Scope.HAND_IN, Scope.ACCOUNT, Scope.ORGANISE},
    Role.SPECTATOR: {Scope.ACCOUNT},
}
COMMANDS: Final = frozenset({Scope.LOOK, Scope.HAND_IN})
"""The scopes of a token that lies on an author's disk."""


@dataclass(frozen=True, slots=True)
class Who:
    """The person who makes a request, with their rights."""

    person_id: int
    name: str
    role: Role
    scopes: frozenset[Scope]
    token_id: int
    noted: bool = True
    """Whether the token's last use was written down recently."""

    def may(self, scope: Scope) -> bool:
        """Whether the role and the token allow this scope."""
        return scope in self.scopes

    def demand(self, scope: Scope) -> None:
        """Raises ArenaError [not-allowed] if the person may not use this scope."""
        if self.may(scope):
            return
        if scope in RIGHTS[self.role]:
            raise ArenaError(
                "not-allowed", "this sign-in does not allow this action", "do it on the page of the ladder"
            )
        raise ArenaError(
            "not-allowed",
            "you may look here, but this action is not allowed",
            "ask whoever runs this ladder for the right",
        )


def scopes_of(role: Role, said: str) -> frozenset[Scope]:
    """The scopes of a token that was made with the scopes `said`, given its owner's role now."""
    return frozenset(scope for scope in RIGHTS[role] if scope.value in said.split())
