"""Makes the documents of replays, each with what certain eyes may see of a match."""

import gzip
import json
from dataclasses import replace

from arena.errors import ArenaError
from arena.games.registry import create_game
from arena.match import MatchRecord
from arena.match.document import ClockData, replay_data
from arena.match.frames import ALL, TABLE, Eyes, parse_eyes
from leaderboards.pages.rendering import Page
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.views.blocks import demand_shown
from leaderboards.pages.views.faults import output_of
from leaderboards.store import StoredMatch

ENDING = ".json.gz"


def replay_addresses(page: Page) -> list[str]:
    """The addresses of the replay files that a match's page may load, one for each eyes; none for any other page."""
    if page.template != "match" or page.values["unread"]:
        return []
    eyes = (ALL, TABLE, *range(len(page.values["seats"])))
    return [f"{page.address.removesuffix('.html')}/{whose}{ENDING}" for whose in eyes]


def eyes_of(text: str, record: MatchRecord) -> Eyes:
    """The eyes that an address names; raises ArenaError [no-page]."""
    try:
        return parse_eyes(text, len(record.spec.entrants))
    except ArenaError as error:
        raise ArenaError("no-page", error.message, error.hint or "") from error


def replay_file(league: Followed, ordinal: int, eyes: str) -> bytes:
    """The packed document of a match, always the same bytes; raises ArenaError [no-match], [no-page], [bad-record]."""
    with league.lock:
        demand_shown(league, ordinal)
        match = league.match(ordinal)
        components, clock = league.store.components(), league.store.clock()
    return packed_document(match, components, clock, eyes_of(eyes, match.record), private=league.private)


def packed_document(
    match: StoredMatch, components: str, clock: ClockData, eyes: Eyes, *, private: bool = False
) -> bytes:
    """The packed document of a match for these eyes; without bots' notes and output if it is `private`."""
    game = create_game(match.record.spec.game, components)
    notes = () if private else match.notes
    data = replay_data(_told(match.record, private), game, eyes, match.choices_us, notes, clock)
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def _told(record: MatchRecord, private: bool) -> MatchRecord:
    """The record of the match, with the bots' output cut to what the match's page shows of it."""
    faults = (replace(one, output="" if private else output_of(record.spec, one)) for one in record.faults)
    return replace(record, faults=tuple(faults))
