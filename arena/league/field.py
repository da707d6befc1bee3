"""The bots of a ladder over time, in the order in which they joined.

Rule 1: a field only grows: members are added behind the others, stays behind earlier ones; a stay that is open may end.
Rule 2: a bot comes and goes at a block that was not known before, so that everything drawn stays as it was. Where bots
are offered from outside it is one that has not begun: a bot that is away has no part in it.
Rule 3: another content, version or owner is another member, with a rating of its own; a bot that comes back as it was
is the member it was.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

from arena.building.content import HASH_BYTES
from arena.building.manifest import Manifest
from arena.league.schedules.contract import Stay


@dataclass(frozen=True, slots=True)
class Member:
    """A version of a bot, as long as the league is there."""

    name: str
    """What tables and records call it, and no other: `fox`, and what comes later of it `fox 2`, `fox 3`."""
    bot: str
    """What its author calls it, and all versions of it."""
    version: str
    content_hash: bytes
    owner: str
    """Whose bot it is."""
    stays: tuple[Stay, ...]
    """When it is there, one after the other."""

    def present(self) -> bool:
        """Whether it is there now."""
        return self.stays[-1].left is None

    def is_version(self, bot: Manifest) -> bool:
        """Whether it is just this bot, with the name its author gave it."""
        return (self.bot, self.version, self.content_hash, self.owner) == (
            bot.name,
            bot.version,
            bot.content_hash,
            bot.author,
        )

    def named(self) -> Manifest:
        """The bot, of which there is but the name: it cannot be started."""
        return Manifest(
            name=self.name,
            bot=self.bot,
            version=self.version,
            author=self.owner,
            content_hash=self.content_hash,
            command=(),
            folder=Path(),
        )

    def goes(self, block: int) -> "Member":
        """As it is there no more from this block on."""
        return replace(self, stays=(*self.stays[:-1], self.stays[-1]._replace(left=block)))

    def comes(self, block: int) -> "Member":
        """As it is there again from this block on."""
        return replace(self, stays=(*self.stays, Stay(block)))

    def follows(self, before: "Member") -> bool:
        """Whether it is the member it was before, and has but come or gone since."""
        if replace(self, stays=before.stays) != before or len(self.stays) < len(before.stays):
            return False
        *past, last = before.stays
        *begun, now = self.stays[: len(before.stays)]
        return begun == past and now.joined == last.joined and last.left in (None, now.left)


@dataclass(frozen=True, slots=True)
class Field:
    """The members of a league, in the order in which they came."""

    members: tuple[Member, ...] = ()

    def present(self) -> tuple[Member, ...]:
        """Those that are there now."""
        return tuple(member for member in self.members if member.present())

    def left(self) -> frozenset[str]:
        """The names of those that are there no more."""
        return frozenset(member.name for member in self.members if not member.present())

    def moved(self, wanted: Sequence[Manifest], block: int) -> "Field":
        """The field in which these bots are there from this block on, and no others."""
        members = [_moved(member, any(map(member.is_version, wanted)), block) for member in self.members]
        for bot in sorted(wanted, key=lambda bot: bot.name):
            if not any(member.is_version(bot) for member in members):
                name = _free_name(bot.name, members)
                members.append(Member(name, bot.name, bot.version, bot.content_hash, bot.author, (Stay(block),)))
        return Field(tuple(members))

    def follows(self, before: "Field") -> bool:
        """Whether it is the field it was before, and has but grown since."""
        return len(self.members) >= len(before.members) and all(
            member.follows(was) for member, was in zip(self.members, before.members, strict=False)
        )

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps([asdict(member) | {"content_hash": member.content_hash.hex()} for member in self.members])

    @classmethod
    def of_text(cls, text: str | bytes) -> Self:
        """What `to_text` gave; raises ValueError, TypeError, KeyError, AttributeError for what it cannot have given."""
        field = cls(tuple(map(_member, json.loads(text))))
        names = [member.name for member in field.members]
        if len({*names}) != len(names):
            raise ValueError("two members have one name")
        if sorted(field.members, key=lambda member: member.stays[0].joined) != [*field.members]:
            raise ValueError("its members do not stand in the order in which they came")
        return field


NOBODY: Final = Field()


def _moved(member: Member, wanted: bool, block: int) -> Member:
    if wanted == member.present():
        return member
    return member.comes(block) if wanted else member.goes(block)


def _free_name(bot: str, members: Iterable[Member]) -> str:
    taken = {member.name for member in members}
    name, number = bot, 1
    while name in taken:
        number += 1
        name = f"{bot} {number}"
    return name


def _member(values: dict[str, Any]) -> Member:
    said = [values[part] for part in ("name", "bot", "version", "content_hash", "owner")]
    if not all(isinstance(part, str) for part in said):
        raise TypeError("what it says of a member is no text")
    name, bot, version, content_hash, owner = said
    if len(bytes.fromhex(content_hash)) not in (0, HASH_BYTES):  # of one that is offered from outside it is empty
        raise ValueError("a hash has another length")
    return Member(name, bot, version, bytes.fromhex(content_hash), owner, _stays(values["stays"]))


def _stays(said: list[list[int | None]]) -> tuple[Stay, ...]:
    """Stays that follow each other, of which the last may be open."""
    stays: list[Stay] = []
    blocks = [0]
    for number, (joined, left) in enumerate(said, start=1):
        is_open = left is None and number == len(said)
        if type(joined) is not int or not (is_open or type(left) is int):
            raise TypeError("a member's stays are no numbers of blocks")
        blocks += [joined] if left is None else [joined, left]
        stays.append(Stay(joined, left))
    if not stays or sorted(blocks) != blocks:
        raise ValueError("a member's stays do not follow each other")
    return tuple(stays)
