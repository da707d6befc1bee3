"""Ends a season: the best bots play a balanced final with a sealed seed, and the ladder starts again without results.

Rule 1: the ladder's results at the end of the season decide which bots play in the final, by the rules in `finals.py`.
Rule 2: the seed of the final is drawn, and its commitment (a hash of the seed) is published, before any match of the
final is played.
Rule 3: after an interruption, the same command, given again, continues the work. The ladder's file first gets the
ladder's name in the next season in addition to its old name, and loses the old name only when all other work is done.
So a file with two names shows that the end of a season was interrupted.
Rule 4: the command never replaces a ladder, final or result of an earlier season, and never mistakes the final of an
earlier season for the final of this season, by the rules in `names.py`.
Rule 5: a ladder of remote bots has no final, because nobody knows which programs would play in it. The ranking of the
ladder is the result of the season.
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
    """The result of ending a season: the final, its bots, and the ladder's next name."""

    final: str
    """The name of the final; this and `commitment` are empty if there is no final."""
    commitment: str
    bots: tuple[str, ...]
    """The names of the bots in the final, in alphabetical order."""
    next: str
    """The name of the ladder in the next season."""


def end_season(ladder: Ladder, name: str, best: int, blocks_each: int, actor: str) -> Season:
    """Ends the season of the ladder `name`, and creates its final without playing it; raises ArenaError, OSError.

    Waits while another command is ending a season. `best`: the number of best bots in the final (rule 1 of
    `finals.py`); `blocks_each`: the number of blocks of matches that each bot plays in the final. A block is the
    matches of some bots with the same deal, in every order of seats.
    """
    with Lock(ladder.folder, wait=True):
        return _end_season(ladder, name, best, blocks_each, actor)


def _end_season(ladder: Ladder, name: str, best: int, blocks_each: int, actor: str) -> Season:
    file = ladder.folder / LADDERS / f"{name}{ENDING}"
    ended = _ended(ladder, name)
    if file.exists() and not (ended and ended.next == _other_name(file)):
        final = None if name in gates(ladder.folder) else this_seasons(ladder, file, best, blocks_each)
        ended = _begin_anew(ladder, file, actor, final)
    if not ended:
        raise ArenaError(
            "no-ladder",
            f"the ladder file {file} does not exist",
            f"give the name of one of the files in {file.parent}, without the ending {ENDING}",
        )
    file.unlink(missing_ok=True)  # the file keeps its second name
    return ended


def _begin_anew(ladder: Ladder, file: Path, actor: str, final: Founded | None) -> Season:
    """Logs the end of the season, and moves the ladder's remote bots to the next season.

    Also gives the ladder's file a second name: the ladder's name in the next season.
    """
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
    """Gives the file a second name, `other`; renames the file instead if the disk does not allow two names.

    Raises FileExistsError if the second name is in use.
    """
    try:
        other.hardlink_to(file)  # making a link never replaces a file
    except FileExistsError:
        raise
    except OSError:  # the file is another user's, or its disk has no hard links
        file.rename(other)


def _other_name(file: Path) -> str:
    """Returns the second name of the ladder's file, without the ending (rule 3 of this module); empty if the file has
    only one name.
    """
    others = (path for path in ladder_files(file.parents[1]) if path != file)
    return next((path.stem for path in others if os.path.samestat(path.lstat(), file.lstat())), "")


def _ended(ladder: Ladder, name: str) -> Season | None:
    """Returns the last ended season of the ladder `name`; None if no season has ended, or if the ended season's
    final no longer exists.
    """
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
