"""Functions that create and play challenges, which are unrated matches of an author's bot against one bot of a ladder.
The ladder's bots are active, although the ladder has played no matches.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.building.manifest import Manifest
from arena.ladder.accounts.rights import Who
from arena.ladder.challenges.new_challenge import ask
from arena.ladder.challenges.rows import Challenge
from arena.ladder.ladder import Ladder
from arena.ladder.playing.contests import challenge_file
from arena.ladder.playing.entrants import active_versions, house_entrant, owner
from arena.ladder.playing.files import LADDERS, place_at, place_of
from arena.ladder.submissions.contents import unpacked
from arena.league.field import Field, Member
from arena.league.league import League
from arena.league.league_file import read_ladder, read_league
from arena.league.schedules.contract import Stay
from leaderboards.reports.formats import write_standings
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore
from tests.ladder.conftest import joined
from tests.ladder.playing.ladders import first_bot, quick_ladder
from tests.ladder.working import hand_in, work
from tests.leaderboards.results import played

LADDER: Final = "verraeter"
FEW: Final = 12
"""The number of matches in a challenge. A bot plays up to four of these matches at the same time."""


def two_authors(ladder: Ladder, pause_s: float = 0) -> tuple[Who, Who]:
    """Sets up a ladder with three house bots, and adds the authors Ann and Ben. Their bots `fox` and `owl` (submissions
    1 and 2) are active. Returns both authors with their rights.

    `pause_s`: the pause in seconds of each house bot before a choice.
    """
    quick_ladder(ladder.folder, pause_s=pause_s)
    ann, ben = joined(ladder, "Ann"), joined(ladder, "Ben")
    hand_in(ladder, ann, first_bot("fox"))
    hand_in(ladder, ben, first_bot("owl"))
    work(ladder)
    gathered(ladder)
    return ann, ben


def gathered(ladder: Ladder, name: str = LADDER) -> None:
    """Creates the store for a ladder's results, without matches. The ladder's players are its house bots and all active
    bots.
    """
    with ladder.base.reading() as connection:
        versions = active_versions(connection)
    league = read_ladder(ladder.folder / LADDERS / f"{name}.toml").league
    there = [house_entrant(bot) for bot in league.bots]
    for version in versions:
        bot = unpacked(ladder.blobs.place(version.digest), ladder.folder.parent / "looked-at")
        there.append(replace(bot, author=owner(version.person)))
    field = Field(tuple(map(_member, there)))
    place = place_of(ladder.folder, name)
    place.folder.mkdir(parents=True)
    with closing(PlayedStore.create(place.store, league.in_field(field))) as store:
        store.keep_field(field)


def _member(bot: Manifest) -> Member:
    return Member(bot.name, bot.name, bot.version, bot.content_hash, bot.author, (Stay(),))


def challenge(ladder: Ladder, who: Who, number: int = 1, rival: str = "owl") -> Challenge:
    return ask(ladder, who, number, LADDER, rival, FEW)


def file_of(ladder: Ladder, number: int) -> Path:
    return challenge_file(ladder.folder, number)


def league_of(ladder: Ladder, number: int) -> League:
    return read_league(file_of(ladder, number))


def play(ladder: Ladder, number: int, matches: int | None = None) -> None:
    """Plays a challenge, or the rest of it, with random actions in place of the bots' actions. Stores the results.

    `matches`: the number of stored matches at which it stops; None plays all, and writes the final standings.
    """
    file = file_of(ladder, number)
    place = place_at(ladder.folder, file)
    with closing(PlayedStore.create(place.store, read_league(file))) as store:
        store.add(list(played(store.resumed(read_league(file))))[store.count() : matches])
        if matches is None:
            write_standings(stored_standings(store), place.folder)
