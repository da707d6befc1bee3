"""The end of a ladder's season: its best play a balanced, sealed league, and the ladder starts anew.

Rule 1: who plays follows from the results as they are when the season ends: the first so many, and whoever cannot be
told apart from the last of them.
Rule 2: the seed of the final is drawn, and its commitment known, before a match of it is played.
Rule 3: a final is a folder with its bots: nothing that happens to the ladder later changes it.
Rule 4: whoever is interrupted does the same again: what was done stays as it was.
Rule 5: of bots that run elsewhere nobody knows who plays a final, so there is none: their table is the result.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.events import note_event
from arena.ladder.ladder import Ladder
from arena.ladder.playing.entrants import version_of
from arena.ladder.playing.files import ENDING, FINALS, LADDERS, LEAGUE_FILE, gates, place_of
from arena.ladder.remotes import move_entries
from arena.ladder.submissions.contents import unpacked
from arena.league.builds.seal import remove
from arena.league.field import Member
from arena.league.files.manifest import Manifest, house_bot_names
from arena.league.identity import commitment
from arena.league.league import League
from arena.league.league_file import read_ladder, read_league
from arena.tournament.playing import found
from leaderboards.statistics.analysis import Analysis, analyse
from leaderboards.statistics.blocks import block_outcomes
from leaderboards.store import Store

BOTS: Final = "bots"
COMPONENTS: Final = "components.toml"
NUMBERED: Final = re.compile(r"(.*?)(?:-(\d+))?")


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
    """Ends the season of a ladder; raises ArenaError, OSError."""
    file = ladder.folder / LADDERS / f"{name}{ENDING}"
    final, later = f"{name}-final", _next(name)
    folder = ladder.folder / FINALS / final
    if name in gates(ladder.folder):
        _begin_anew(ladder, file, later, actor, name)
        return Season("", "", (), later)
    if not file.exists() and not folder.exists():
        raise ArenaError("no-ladder", f"there is no {file}", f"name one of the files in {file.parent}")
    if not folder.exists():
        with ladder.base.reading() as connection:
            _make(ladder, connection, file, folder, best, blocks_each)
    place = place_of(ladder.folder, final)
    league = read_league(folder / LEAGUE_FILE)
    with closing(Store.open(place.store, league)) as store:
        league = store.resumed(league)
    published = commitment(league).hex()
    if file.exists():
        _begin_anew(ladder, file, later, actor, f"{published} {final}")
    return Season(final, published, tuple(bot.name for bot in league.bots), later)


def _begin_anew(ladder: Ladder, file: Path, later: str, actor: str, subject: str) -> None:
    """The ladder goes on by another name, with who is in it."""
    with ladder.base.writing() as connection:
        note_event(connection, ladder.now_ms(), actor, "end season", subject)
        move_entries(connection, file.stem, later)
    file.rename(file.with_name(f"{later}{ENDING}"))


def best_of(analysis: Analysis, there: Sequence[str], best: int) -> list[str]:
    """The first so many of those that are there, and whoever cannot be told apart from the last of them."""
    order = [estimate.bot for estimate in analysis.estimates if estimate.bot in there]
    alike = {bot for tier in analysis.tiers if order[:best] and order[:best][-1] in tier for bot in tier}
    return [bot for place, bot in enumerate(order) if place < best or bot in alike]


def _next(name: str) -> str:
    """`cup-2` after `cup`, `cup-3` after that."""
    matched = NUMBERED.fullmatch(name)
    assert matched
    return f"{matched[1]}-{int(matched[2] or 1) + 1}"


def _make(ladder: Ladder, connection: Connection, file: Path, folder: Path, best: int, blocks_each: int) -> None:
    """Makes the folder of a final."""
    league = read_ladder(file).league
    members = _best_members(ladder, file.stem, best)
    if len(members) < league.seats:
        raise ArenaError(
            "too-few-bots",
            f"{len(members)} bots of {file.stem} have played; a final needs {league.seats}, one for each seat",
            "let it play on",
        )
    draft = folder.with_name(f".{folder.name}.new")
    remove(draft)
    (draft / BOTS).mkdir(parents=True)
    try:
        named = [_manifest(ladder, connection, member, league.bots, draft) for member in members]
        (draft / COMPONENTS).write_text(league.components, "utf-8")
        (draft / LEAGUE_FILE).write_text(_text(league, folder.name, named, blocks_each), "utf-8")
        place = place_of(ladder.folder, folder.name)
        remove(place.folder)  # of one that was interrupted, whose commitment nobody was told
        place.folder.mkdir(parents=True)
        found(read_league(draft / LEAGUE_FILE), place)
        draft.rename(folder)
    finally:
        remove(draft)


def _best_members(ladder: Ladder, name: str, best: int) -> list[Member]:
    with closing(Store.open(place_of(ladder.folder, name).store)) as store, store.snapshot():
        there = {member.name: member for member in store.field().present()}
        analysis = analyse(block_outcomes(match.record for match in store.gapless()))
    return [there[bot] for bot in best_of(analysis, [*there], best)]


def _manifest(ladder: Ladder, connection: Connection, member: Member, house: Iterable[Manifest], draft: Path) -> str:
    """What the file of the final names a bot by."""
    if version := version_of(connection, member):
        into = draft / BOTS / str(version.submission)
        return unpacked(ladder.blobs.place(version.digest), into).folder.relative_to(draft).as_posix()
    for bot in house:
        if bot.content_hash == member.content_hash:
            names = {path.parent: name for name, path in house_bot_names().items()}
            return names.get(bot.folder, str(bot.folder))
    raise ArenaError("no-bot", f"there are no files of {member.name}, which is among the best", "put them back")


def _text(league: League, name: str, bots: Iterable[str], blocks_each: int) -> str:
    """The league file of a final, which anybody can play that has its folder."""
    bots = list(bots)
    said: dict[str, object] = {
        "name": name,
        "game": league.game,
        "edition": league.edition,
        "components": COMPONENTS,
        "seats": league.seats,
        "seatings": league.seatings,
        "schedule": "balanced",
        "blocks": -(-blocks_each * len(bots) // league.seats),
        "recall": league.recall,
    }
    lines = _lines(said)
    limits = {"memory_mb": league.limits.memory_mb, "processes": league.limits.processes}
    for table, values in (("clock", asdict(league.clock)), ("limits", limits)):
        lines += ["", f"[{table}]", *_lines(values)]
    for bot in bots:
        lines += ["", "[[bots]]", f"manifest = {json.dumps(bot)}"]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, object]) -> list[str]:
    return [f"{name} = {json.dumps(value)}" for name, value in values.items()]
