"""Makes the documents of replays. Each document contains the information that one viewpoint (`Eyes`) may see of a
match.
"""

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
    """Returns the addresses of the replay files that a match's page may load, one for each viewpoint; empty for any
    other page.
    """
    if page.template != "match" or page.values["unread"]:
        return []
    eyes = (ALL, TABLE, *range(len(page.values["seats"])))
    return [f"{page.address.removesuffix('.html')}/{whose}{ENDING}" for whose in eyes]


def eyes_of(text: str, record: MatchRecord) -> Eyes:
    """Returns the viewpoint that an address names; raises ArenaError [no-page] if the match has no such viewpoint."""
    try:
        return parse_eyes(text, len(record.spec.entrants))
    except ArenaError as error:
        raise ArenaError("no-page", error.message, error.hint or "") from error


def replay_file(league: Followed, ordinal: int, eyes: str) -> bytes:
    """Returns the replay document of a match as compressed JSON (gzip); the same match always gives the same bytes.

    Raises ArenaError: [no-match] if the match is not shown yet, [no-page] if the viewpoint is unknown, [bad-record] if
    the match breaks the rules, [damaged].
    """
    with league.lock:
        demand_shown(league, ordinal)
        match = league.match(ordinal)
        components, clock = league.store.components(), league.store.clock()
    return packed_document(match, components, clock, eyes_of(eyes, match.record), private=league.private)


def packed_document(
    match: StoredMatch, components: str, clock: ClockData, eyes: Eyes, *, private: bool = False
) -> bytes:
    """Returns the replay document of a match as compressed JSON (gzip), seen from the viewpoint `eyes`.

    If `private` is True, the document leaves out the bots' notes and output.
    """
    game = create_game(match.record.spec.game, components)
    notes = () if private else match.notes
    data = replay_data(_told(match.record, private), game, eyes, match.choices_us, notes, clock)
    return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def _told(record: MatchRecord, private: bool) -> MatchRecord:
    """Returns the record with each bot's output cut to the part that the match's page shows. If `private` is True, the
    record has no output.
    """
    faults = (replace(one, output="" if private else output_of(record.spec, one)) for one in record.faults)
    return replace(record, faults=tuple(faults))
