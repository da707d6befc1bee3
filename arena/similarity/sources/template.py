"""The template, which is code that every bot may contain without copying: the arena's starter bots and bot libraries
(kits), and generated code.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import arena.bot
import arena.protocol.v1
from arena.authoring.starter import languages
from arena.building.content import content_files
from arena.building.house import STARTER, house_bots
from arena.similarity.sources.fingerprints import template_grams
from arena.similarity.sources.source_files import Source, read_sources

KIT: Final = "kit"


@cache
def house_template() -> tuple[Source, ...]:
    """Returns the files of the arena's starter bots and bot libraries (kits), and generated code. The names of files of
    starters and kits begin with the language, as in `cpp/bot.cpp`.
    """
    files = ((f"{folder.parent.name}/{name}", path) for folder in _folders() for name, path in content_files(folder))
    return tuple(source for name, path in files for source in read_sources([(name, path)]).files)


@cache
def house_grams() -> frozenset[int]:
    """Returns the hashes of all grams, which are sequences of tokens, in the arena's starter bots, bot libraries and
    generated code.
    """
    return template_grams(house_template())


def _folders() -> Iterator[Path]:
    for language in languages():
        yield from (folder for name in (STARTER, KIT) if (folder := house_bots() / language / name).is_dir())
    yield from (Path(path) for package in (arena.bot, arena.protocol.v1) for path in package.__path__)
