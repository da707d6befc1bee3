"""Streams that update the open pages of a league; a viewer of an open page is called a follower.

Rule 1: no events are queued for a follower. A follower always gets the present state, so a slow follower misses the
states in between.
Rule 2: a league is read once a second while it has followers, and not at all otherwise.
Rule 3: when the state changes, each part of the page is rendered once for each language that a follower needs. Only
then are the followers' streams woken; they send the rendered parts.
Rule 4: after a restart, the server reads the stored results again. Until it has read them, a follower gets no state
that is older than the state that the follower saw before the restart.
Rule 5: all streams end before the server ends, so that the server need not wait for browsers.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final
from weakref import WeakKeyDictionary

from starlette.concurrency import run_in_threadpool

from arena.errors import ArenaError
from leaderboards.pages.rendering import part_html
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import Texts, texts
from leaderboards.pages.views.table import PARTS, table_page

LOOK_S: Final = 1.0
BEAT_S: Final = 15.0
"""The seconds without news after which a stream sends an empty event, so that the connection stays open."""
BEAT: Final = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A rendered part of a page, ready to be sent as an event, with a hash of its content."""

    digest: bytes
    event: bytes


@dataclass(eq=False, slots=True, weakref_slot=True)
class Parts:
    """The parts of a page by name, all rendered at the same moment."""

    by_name: dict[str, Part] = field(default_factory=dict)
    _since: "WeakKeyDictionary[Parts, bytes]" = field(default_factory=WeakKeyDictionary)

    def since(self, sent: "Parts") -> bytes:
        """Returns the events for a follower who last received the parts `sent`: one event for each part that has
        changed.
        """
        if sent not in self._since:
            there = sent.by_name
            new = [part.event for name, part in self.by_name.items() if name not in there or there[name] != part]
            self._since[sent] = b"".join(new)
        return self._since[sent]


NOTHING: Final = Parts()


@dataclass(slots=True)
class Now:
    """The state of a league, and the parts of its page in this state."""

    state: str
    parts: dict[str, asyncio.Task[Parts]] = field(default_factory=dict)
    """The tasks that render the parts, by language; there is one task for each language that a follower needs."""

    def event(self) -> bytes:
        """Returns an event that contains only the state; a stream sends this event after the events with the parts."""
        return f"id: {self.state}\nevent: state\ndata: {self.state}\n\n".encode()


class Channel:
    """The streams of one league to all its followers."""

    def __init__(self, league: Followed) -> None:
        self._league = league
        self._now = Now(league.state())
        self._changed = asyncio.Event()
        self._followers = 0
        self._languages: Counter[str] = Counter()
        """The number of followers whose streams also send the page's parts, by language."""
        self._looking: asyncio.Task[None] | None = None
        self._stopped = False

    async def follow(self, after: str, texts: Texts | None) -> AsyncGenerator[bytes, None]:
        """Yields the events for a browser that has seen the state `after`.

        `texts`: the sentences of the language in which the stream also sends the page's parts; if None, the stream
        sends only the state.
        """
        self._followers += 1
        self._languages.update([texts.language] if texts else [])
        self._looking = self._looking or asyncio.create_task(self._look())
        try:
            yield BEAT
            sent = NOTHING
            while not self._stopped:
                now, changed = self._now, self._changed
                if now.state != after and not self._league.behind(after):
                    parts = await asyncio.shield(self._parts(now, texts.language)) if texts else NOTHING
                    yield parts.since(sent) + now.event()
                    sent, after = parts, now.state
                await changed.wait()
                if self._now is now and not self._stopped:
                    yield BEAT
        finally:
            self._followers -= 1
            self._languages.subtract([texts.language] if texts else [])

    def stop(self) -> None:
        """Ends all streams of this league."""
        self._stopped = True
        self._changed.set()
        if self._looking:
            self._looking.cancel()

    def _parts(self, now: Now, language: str) -> asyncio.Task[Parts]:
        """Returns the task that renders the parts in a language; several followers may await it."""
        if language not in now.parts:
            now.parts[language] = asyncio.create_task(run_in_threadpool(_rendered, self._league, texts(language)))
        return now.parts[language]

    async def _look(self) -> None:
        """Reads new results as long as there are followers, and wakes the followers when results have changed."""
        told_s = time.monotonic()
        try:
            while self._followers:
                more = await run_in_threadpool(self._refresh)
                state = self._league.state()
                new = state != self._now.state
                if new:
                    now = Now(state)
                    if making := [self._parts(now, language) for language in +self._languages]:
                        await asyncio.wait(making)
                    self._now = now
                if new or time.monotonic() - told_s > BEAT_S:
                    told_s = time.monotonic()
                    changed, self._changed = self._changed, asyncio.Event()
                    changed.set()
                await asyncio.sleep(0 if more else LOOK_S)
        finally:
            self._looking = None

    def _refresh(self) -> bool:
        with suppress(ArenaError):  # the league's own page shows the error
            more = self._league.refresh()
            self._league.strengthen()
            return more
        return False


def _rendered(league: Followed, texts: Texts) -> Parts:
    with league.working():
        page = table_page(league)
        parts = {}
        for name in PARTS:
            html = part_html(page, name, texts)
            event = f"event: part\ndata: {json.dumps({'name': name, 'html': html})}\n\n".encode()
            parts[name] = Part(blake2b(html.encode(), digest_size=8).digest(), event)
        return Parts(parts)
