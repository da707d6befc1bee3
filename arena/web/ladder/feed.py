"""The Atom feed with news about an author's versions (RFC 4287).

Rule 1: the feed's address is secret. Whoever knows it can read the feed, and do nothing else. The author can revoke it.
Rule 2: feed readers recognise a new entry by its id and its time. So an entry's id and time never change, and do not
depend on the host name with which the server is reached.
Rule 3: faults in matches get a new entry only when the number of faults has doubled, so that one broken version does
not flood the feed.
"""

from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5
from xml.etree import ElementTree as ET

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.files.tokens import hashed
from arena.ladder.accounts.allowances import ACTS, FAILURES
from arena.ladder.accounts.rights import Who
from arena.ladder.accounts.tokens import make_feed, whose_feed
from arena.ladder.submissions.news import Faults, News, news_of, note_told, times_told
from arena.ladder.submissions.submissions import Submission, active_submissions
from arena.text import one_line
from arena.web.ladder.ladder_requests import FRESH, Answering
from arena.web.ladder.page_values import time_text
from arena.web.ladder.version_standings import Standings, standings_told
from arena.web.public_address import address_of, root_of

ATOM: Final = "http://www.w3.org/2005/Atom"
MEDIA: Final = "application/atom+xml"
MOST_NEWS: Final = 50


class Entry(NamedTuple):
    """An entry of a feed, which reports one event."""

    key: str
    """The key of the entry, unique in its feed; the entry's id is computed from it."""
    at_ms: int
    title: str
    address: str
    """The address of the page about the event, relative to the server's root address."""
    text: str = ""


class Subscriber(NamedTuple):
    """The owner of a feed, with the log entries and the active versions on which the feed reports."""

    name: str
    news: list[News]
    active: list[Submission]


class Feeding:
    """The routes with which authors create and read feeds."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._ladder, self._base = answering, answering.ladder, answering.base

    def routes(self) -> list[Route]:
        """Returns the routes with which authors create and read feeds."""
        told = self._answering.told
        return [
            Route("/ladder/feeds", told(self._make), methods=["POST"]),
            Route("/ladder/feeds/{token}", told(self._feed)),
        ]

    async def _make(self, request: Request) -> Response:
        """Creates a feed; returns the response with its address, which the server never shows again."""
        who = await self._answering.demand(request)
        token = await run_in_threadpool(self._made, who)
        return JSONResponse({"link": f"{root_of(request)}/ladder/feeds/{token}"}, 201, headers=FRESH)

    async def _feed(self, request: Request) -> Response:
        token = request.path_params["token"]
        one = await run_in_threadpool(self._found, token, address_of(request))
        faults = await run_in_threadpool(self._faults, one.active)
        entries = [*map(happened, one.news), *faults]
        identity = uuid5(NAMESPACE_OID, hashed(token))
        return Response(feed(identity, one.name, entries, root_of(request)), media_type=MEDIA)

    def _made(self, who: Who) -> str:
        self._answering.take(ACTS, who.token_id)
        with self._base.writing() as connection:
            return make_feed(connection, who, self._ladder.now_ms())

    def _found(self, token: str, address: str) -> Subscriber:
        with self._base.reading() as connection:
            person = whose_feed(connection, token, self._ladder.now_ms())
            if person:
                news, active = news_of(connection, person.id, MOST_NEWS), active_submissions(connection, person.id)
                return Subscriber(person.name, news, active)
        self._answering.take(FAILURES, address)
        raise ArenaError("no-page", "this feed does not exist, or has ended", "make a new feed on the ladder's page")

    def _faults(self, active: list[Submission]) -> list[Entry]:
        """Returns one entry for each active version and each ladder in which the version has faults."""
        standings = Standings(self._answering.leagues() if active else ())
        failing = [
            (one, standing)
            for one in active
            for standing in standings_told(standings.of(one), self._ladder.copies)["ladders"]
            if standing["faults"]
        ]
        times = self._times([faults_of(one, standing) for one, standing in failing])
        return [failed(one, standing, times[faults_of(one, standing)]) for one, standing in failing]

    def _times(self, told: list[Faults]) -> dict[Faults, int]:
        """Returns the time in ms at which each of these counts of faults was first reported.

        For a count that was not reported before, records the present time.
        """
        with self._base.reading() as connection:
            times = times_told(connection, {number for number, _, _ in told})
        if times.keys() >= {*told}:
            return times
        with self._base.writing() as connection:
            return note_told(connection, told, self._ladder.now_ms())


def happened(one: News) -> Entry:
    """Returns the feed's entry for one entry of a submission's log."""
    said = "; ".join(filter(None, (one.note.sentence, one.note.hint)))
    title = f"{_called(one.bot, one.version, one.submission)}: {one.note.state}"
    return Entry(f"notes/{one.number}", one.note.at_ms, title, f"ladder/submissions/{one.submission}", said)


def faults_of(one: Submission, standing: dict[str, Any]) -> Faults:
    """Returns the key of a feed's entry about faults: the submission, the ladder, and the number of faults rounded down
    to a power of two.
    """
    count = len(standing["faults"]) + standing["more_faults"]
    return one.number, standing["slug"], 1 << count.bit_length() - 1


def failed(one: Submission, standing: dict[str, Any], at_ms: int) -> Entry:
    """Returns the feed's entry for the faults of a version in a ladder.

    `at_ms`: the time at which this number of faults was first reported.
    """
    number, slug, least = faults_of(one, standing)
    called = _called(one.bot, one.version, number)
    title = f"{called}: {least} {'fault' if least == 1 else 'faults'} or more in {standing['ladder']}"
    first = standing["faults"][0]
    key = f"faults/{number}/{slug}/{least}"
    return Entry(key, at_ms, title, standing["address"], f"the first: {first['kind']}, {first['detail']}")


def feed(identity: UUID, name: str, entries: list[Entry], root: str) -> bytes:
    """Returns a feed as an XML document.

    `identity`: the feed's id; `name`: the name of its owner; `root`: the server's address.
    """
    ET.register_namespace("", ATOM)
    document = ET.Element(f"{{{ATOM}}}feed")
    _put(document, "id", identity.urn)
    _put(document, "title", f"Versions of {name}")
    _put(document, "updated", time_text(max((entry.at_ms for entry in entries), default=0)))
    for entry in sorted(entries, key=lambda one: -one.at_ms):
        told = ET.SubElement(document, f"{{{ATOM}}}entry")
        _put(told, "id", uuid5(identity, entry.key).urn)
        _put(told, "title", entry.title)
        _put(told, "updated", time_text(entry.at_ms))
        ET.SubElement(told, f"{{{ATOM}}}author").append(_text("name", name))
        ET.SubElement(told, f"{{{ATOM}}}link", href=f"{root}/{entry.address}")
        _put(told, "content", entry.text)
    written: bytes = ET.tostring(document, "utf-8", xml_declaration=True)
    return written


def _called(bot: str, version: str, submission: int) -> str:
    return " ".join(filter(None, (bot, version))) or f"submission {submission}"


def _put(parent: ET.Element, tag: str, text: str) -> None:
    parent.append(_text(tag, text))


def _text(tag: str, text: str) -> ET.Element:
    """Returns an XML element with this text; a question mark replaces each unprintable character."""
    element = ET.Element(f"{{{ATOM}}}{tag}")
    element.text = one_line(text)
    return element
