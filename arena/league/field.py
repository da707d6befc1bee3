"""The field of a ladder: all bots that have ever taken part, in the order in which they joined.

A ladder's schedule is drawn in blocks of matches. A member of the field is one version of a bot. A stay is a period,
counted in blocks, in which a member takes part; a stay without an end is open.

Rule 1: members are never removed from a field, and new members are added at the end. A member changes only when its
open stay gets an end, or when it gets a new stay.
Rule 2: a bot joins or leaves at the first block that has not been drawn yet, so that all drawn blocks remain valid. If
the ladder's bots run on their authors' machines, a bot joins or leaves earlier: at the first block after all blocks
that have begun. This block and all later blocks are drawn again, because a bot that has disconnected cannot play them.
Rule 3: a bot with different content, version or owner is a different member with a separate rating. A bot that left and
returns unchanged is the same member as before.
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
    """One version of a bot in a ladder; it remains in the field for ever, even when it no longer takes part."""

    name: str
    """The member's unique name in tables and records: `fox`, and for later versions of that bot `fox 2`, `fox 3`."""
    bot: str
    """The bot's name, which its author gives to all versions of the bot."""
    version: str
    content_hash: bytes
    owner: str
    """The person who owns the bot."""
    stays: tuple[Stay, ...]
    """The periods in which the member takes part, called stays, as ranges of blocks of the schedule, in order."""

    def present(self) -> bool:
        """Whether the member takes part now, which means that its last stay has no end."""
        return self.stays[-1].left is None

    def is_version(self, bot: Manifest) -> bool:
        """Whether the member is this version of this bot: name, version, content and author are the same."""
        return (self.bot, self.version, self.content_hash, self.owner) == (
            bot.name,
            bot.version,
            bot.content_hash,
            bot.author,
        )

    def named(self) -> Manifest:
        """Returns a manifest that only identifies the member; it has no files and no command that could be started."""
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
        """Returns the member after it has left; `block` is the first block in which it no longer takes part."""
        return replace(self, stays=(*self.stays[:-1], self.stays[-1]._replace(left=block)))

    def comes(self, block: int) -> "Member":
        """Returns the member with a new stay, a period of taking part, that begins at this block of the schedule."""
        return replace(self, stays=(*self.stays, Stay(block)))

    def follows(self, before: "Member") -> bool:
        """Whether this is `before` or a later state of the same member, one that differs only because the member has
        joined or left since.
        """
        if replace(self, stays=before.stays) != before or len(self.stays) < len(before.stays):
            return False
        *past, last = before.stays
        *begun, now = self.stays[: len(before.stays)]
        return begun == past and now.joined == last.joined and last.left in (None, now.left)


@dataclass(frozen=True, slots=True)
class Field:
    """All members that a ladder has ever had, in the order in which they joined."""

    members: tuple[Member, ...] = ()

    def present(self) -> tuple[Member, ...]:
        """Returns the members that take part now."""
        return tuple(member for member in self.members if member.present())

    def left(self) -> frozenset[str]:
        """Returns the names of the members that have left."""
        return frozenset(member.name for member in self.members if not member.present())

    def moved(self, wanted: Sequence[Manifest], block: int) -> "Field":
        """Returns the field after bots have joined and left at this block of the schedule, so that exactly the `wanted`
        bots take part from this block on.
        """
        members = [_moved(member, any(map(member.is_version, wanted)), block) for member in self.members]
        for bot in sorted(wanted, key=lambda bot: bot.name):
            if not any(member.is_version(bot) for member in members):
                name = _free_name(bot.name, members)
                members.append(Member(name, bot.name, bot.version, bot.content_hash, bot.author, (Stay(block),)))
        return Field(tuple(members))

    def follows(self, before: "Field") -> bool:
        """Whether this field is `before` or a later state of it."""
        return len(self.members) >= len(before.members) and all(
            member.follows(was) for member, was in zip(self.members, before.members, strict=False)
        )

    def to_text(self) -> str:
        """Returns the field as JSON, the form in which it is stored."""
        return json.dumps([asdict(member) | {"content_hash": member.content_hash.hex()} for member in self.members])

    @classmethod
    def of_text(cls, text: str | bytes) -> Self:
        """Returns the field from the JSON that `to_text` returned; raises ValueError, TypeError, KeyError or
        AttributeError if the text is not such JSON.
        """
        field = cls(tuple(map(_member, json.loads(text))))
        names = [member.name for member in field.members]
        if len({*names}) != len(names):
            raise ValueError("two of its bots have the same name")
        if sorted(field.members, key=lambda member: member.stays[0].joined) != [*field.members]:
            raise ValueError("its bots are not in the order in which they joined")
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
        raise TypeError("a name, version, hash or owner of a bot is not text")
    name, bot, version, content_hash, owner = said
    if len(bytes.fromhex(content_hash)) not in (0, HASH_BYTES):  # the hash of a remote bot is empty
        raise ValueError("the content hash of a bot has the wrong length")
    return Member(name, bot, version, bytes.fromhex(content_hash), owner, _stays(values["stays"]))


def _stays(said: list[list[int | None]]) -> tuple[Stay, ...]:
    """Returns the stays of a member, its periods of taking part, from parsed JSON. Raises ValueError or TypeError if
    there is no stay, if stays overlap or are out of order, or if any but the last has no end.
    """
    stays: list[Stay] = []
    blocks = [0]
    for number, (joined, left) in enumerate(said, start=1):
        is_open = left is None and number == len(said)
        if type(joined) is not int or not (is_open or type(left) is int):
            raise TypeError("the blocks in which a bot joined and left are not numbers")
        blocks += [joined] if left is None else [joined, left]
        stays.append(Stay(joined, left))
    if not stays or sorted(blocks) != blocks:
        raise ValueError("the blocks in which a bot joined and left are not in order")
    return tuple(stays)
