"""Aliases: the public names of authors, drawn at random with a secret key.

Rule 1: an alias is kept unless its author asks for another. Without the secret key, a drawn alias reveals neither its
owner nor the number of aliases.
Rule 2: no drawn alias contains a word of any student's name, or of any other text in the roster that identifies a
student.
"""

import hmac
import re
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from arena.course.people.alias_leaks import LONG
from arena.course.plan.baselines import house_bot_like
from arena.errors import ArenaError
from arena.files.text_files import read_text
from arena.files.whole import PRIVATE, write_whole
from arena.lookalikes import look_alike, looks

KEY: Final = "secret.key"
INVITATIONS: Final = "invitations.csv"
"""The file with names, aliases and sign-in links for a ladder; it is as secret as the key."""
KEY_BYTES: Final = 32
LONGEST_ALIAS: Final = 39
ALIAS: Final = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_ALIAS - 1}}}")
HOUSE: Final = "a house bot"
"""The description of a house bot, a bot that comes with the arena, in messages about a refused alias."""
FIRST: Final = """
amber azure blithe brave bright bronze calm clever cobalt copper coral crimson dapper eager early fabled
frosty gentle gilded golden hidden indigo ivory jade jolly keen lively lucky lunar mellow merry misty nimble
noble olive opal patient polar proud quick quiet rapid royal rustic sable scarlet serene silent silver sincere
sleek solar spry steady stellar sunny swift tidy tranquil velvet vivid wandering witty zesty
"""
SECOND: Final = """
albatross alpaca antelope badger beaver bison bittern bobcat buffalo camel caribou cheetah condor cormorant
coyote crane cricket curlew dolphin dormouse dragonfly eagle egret falcon ferret finch flamingo gazelle gecko
gibbon goshawk grebe grouse gull hamster hare hedgehog heron hornet ibex iguana impala jackal jaguar kestrel
kingfisher koala lapwing lemming lemur leopard linnet lobster lynx macaw magpie marmot marten meerkat mongoose
moose narwhal newt ocelot octopus okapi oriole osprey otter panda panther parrot pelican penguin petrel
pheasant plover puffin puma quail raccoon raven reindeer salamander sandpiper seal shrew skylark sparrow squid
starling stoat stork sturgeon swallow tapir tern thrush toucan trout turtle vole walrus warbler weasel whale
wombat yak zebra
"""
WORD: Final = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Given:
    """An alias that an author had in a closed assignment."""

    alias: str
    assignment: str
    students: frozenset[str]
    """The ids of the author's students, each normalised by `composed`."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The names that cannot be aliases, in addition to those in the roster."""

    baselines: frozenset[str] = frozenset()
    """The names of the baselines that the course itself provides."""
    given: tuple[Given, ...] = ()
    invited: frozenset[str] = frozenset()
    """The aliases that are already names of students' accounts on a ladder; accounts cannot be renamed."""

    def like(self, alias: str) -> tuple[str, str] | None:
        """Returns the name and kind of a house bot or course baseline that an alias equals or resembles.

        Returns None if the alias resembles no such bot.
        """
        if house := house_bot_like(alias):
            return house, HOUSE
        own = next((name for name in sorted(self.baselines) if look_alike(alias, name)), "")
        return (own, "a baseline of the course") if own else None


NOTHING_TAKEN: Final = Taken()


def read_key(folder: Path) -> bytes:
    """Reads the secret key from which a course's aliases are drawn; raises ArenaError [no-key] if it is missing or
    invalid.
    """
    path = folder / KEY
    said = read_text(path, "no-key").strip()
    if not re.fullmatch(rf"[0-9a-f]{{{2 * KEY_BYTES}}}", said):
        hint = "restore this file from a backup of the course's folder; the course's aliases are drawn with this key"
        raise ArenaError("no-key", f"{path} does not contain a key; expected {2 * KEY_BYTES} hexadecimal digits", hint)
    return bytes.fromhex(said)


def make_key(folder: Path) -> None:
    """Writes a new secret key for a course; only the folder's owner may read it."""
    write_whole({folder / KEY: f"{secrets.token_hex(KEY_BYTES)}\n"}, PRIVATE)


def alias_for(author: str, key: bytes, taken: Collection[str], names: Collection[str]) -> str:
    """Draws an alias for an author; it neither equals nor resembles any name in `taken`, and contains no word of
    `names`.
    """
    words = {word.casefold() for name in names for word in WORD.findall(name)}
    long = [word for word in words if len(word) >= LONG]
    seen = {look for name in taken for look in looks(name)}
    for alias in _candidates(author, key):
        named = not words.isdisjoint(alias.split("-")) or any(word in alias for word in long)
        if not named and seen.isdisjoint(looks(alias)):
            return alias
    raise AssertionError("there are always more")


def _candidates(author: str, key: bytes) -> Iterator[str]:
    """Yields possible aliases of an author without end, in an order that the key decides; later aliases end in a
    number.
    """
    firsts, seconds = FIRST.split(), SECOND.split()
    for attempt in count():
        drawn = int.from_bytes(hmac.digest(key, f"{attempt}\0{author}".encode("utf-8", "surrogateescape"), "blake2b"))
        drawn, first = divmod(drawn, len(firsts))
        drawn, second = divmod(drawn, len(seconds))
        number = f"-{drawn % 10_000}" if attempt >= len(firsts) * len(seconds) else ""
        yield f"{firsts[first]}-{seconds[second]}{number}"
