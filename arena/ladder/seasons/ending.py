"""Ends a season: the best bots play a balanced, sealed final, and the ladder starts again.

Rule 1: who plays follows from the results as they are when the season ends; `finals.py` says how.
Rule 2: the seed of the final is drawn, and its commitment known, before a match of it is played.
Rule 3: whoever is interrupted does the same again: what was done stays as it was. The file of the ladder has its name
before and the one after until all else is done, which tells who was.
Rule 4: nothing that is there, or was, is replaced or taken for what this season makes; `names.py` says how.
Rule 5: of bots that run elsewhere nobody knows who plays a final, so there is none: their table is the result.
"""

import os
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError
from arena.files.locks import Lock
from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import ENDING, LADDERS, final_files, gates, ladder_files, name_of
from arena.ladder.remotes import move_entries
from arena.ladder.seasons.finals import Founded, founded, this_seasons
from arena.ladder.seasons.names import last_end, next_name, note_end


class Season(NamedTuple):
    """A season that has ended."""

    final: str
    """What the league of its best is called; empty, as is the commitment, where there is none."""
    commitment: str
    bots: tuple[str, ...]
    """In order of name."""
    next: str
    """What the ladder is called that starts anew."""


def end_season(ladder: Ladder, name: str, best: int, blocks_each: int, actor: str) -> Season:
    """Ends the season of a ladder, when no other season ends there; raises ArenaError, OSError."""
    with Lock(ladder.folder, wait=True):
        return _end_season(ladder, name, best, blocks_each, actor)


def _end_season(ladder: Ladder, name: str, best: int, blocks_each: int, actor: str) -> Season:
    file = ladder.folder / LADDERS / f"{name}{ENDING}"
    ended = _ended(ladder, name)
    if file.exists() and not (ended and ended.next == _other_name(file)):
        final = None if name in gates(ladder.folder) else this_seasons(ladder, file, best, blocks_each)
        ended = _begin_anew(ladder, file, actor, final)
    if not ended:
        raise ArenaError("no-ladder", f"there is no {file}", f"name one of the files in {file.parent}")
    file.unlink(missing_ok=True)  # it has its other name
    return ended


def _begin_anew(ladder: Ladder, file: Path, actor: str, final: Founded | None) -> Season:
    """Renames the ladder, with its bots."""
    begun = _other_name(file)
    with ladder.base.writing() as connection:
        ended = _season(final, begun or next_name(ladder.folder, connection, file.stem))
        subject = f"{ended.commitment} {ended.final}" if final else file.stem
        note_end(connection, ladder.now_ms(), actor, subject, file.stem, ended.next)
        move_entries(connection, file.stem, ended.next)
        if not begun:
            _name_too(file, file.with_name(f"{ended.next}{ENDING}"))
    return ended


def _name_too(file: Path, other: Path) -> None:
    """Gives the file another name, which is nobody's; where it can have but one, that one."""
    try:
        other.hardlink_to(file)  # which replaces nothing
    except FileExistsError:
        raise
    except OSError:  # it is another user's, or lies where there are no such links
        file.rename(other)


def _other_name(file: Path) -> str:
    """The name a ladder has got whose end was interrupted, or is not over; empty if it has none."""
    others = (path for path in ladder_files(file.parents[1]) if path != file)
    return next((path.stem for path in others if os.path.samestat(path.lstat(), file.lstat())), "")


def _ended(ladder: Ladder, name: str) -> Season | None:
    """The last season of this ladder that has ended, if what came of it is there."""
    with ladder.base.reading() as connection:
        end = last_end(connection, name)
    if not end:
        return None
    if not end.commitment:
        return _season(None, end.next)
    names = (name_of(path) for path in final_files(ladder.folder))
    finals = (founded(ladder.folder, final) for final in names if final.startswith(f"{name}-"))
    return next((_season(one, end.next) for one in finals if one and one.commitment == end.commitment), None)


def _season(final: Founded | None, later: str) -> Season:
    if not final:
        return Season("", "", (), later)
    return Season(final.name, final.commitment, final.bots, later)
