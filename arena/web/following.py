"""Who follows a league: its pages' parts, rendered once for all, and streams that tell of what is new.

Rule 1: nobody has a queue. A follower is told how things are now; what he was too slow for has passed.
Rule 2: a league is looked at once a second while somebody follows it, and not at all otherwise.
Rule 3: streams end before the server does, so that it need not wait for browsers.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from starlette.concurrency import run_in_threadpool

from arena.errors import ArenaError
from leaderboards.pages.rendering import part_html
from leaderboards.pages.shown.followed import Followed
from leaderboards.pages.texts import Texts
from leaderboards.pages.views.table import PARTS, table_page

LOOK_S: Final = 1.0
BEAT_S: Final = 15.0
"""A stream on which nothing is said is kept open by a word that means nothing."""
BEAT: Final = b": still here\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page as it is sent."""

    digest: bytes
    event: bytes


@dataclass(slots=True)
class Now:
    """How things are with a league."""

    state: str
    parts: dict[str, asyncio.Task[dict[str, Part]]] = field(default_factory=dict)
    """By language, then by name; made once, when somebody asks."""


class Channel:
    """The streams of one league."""

    def __init__(self, league: Followed) -> None:
        self._league = league
        self._now = Now(league.state())
        self._changed = asyncio.Event()
        self._followers = 0
        self._looking: asyncio.Task[None] | None = None
        self._stopped = False

    async def follow(self, after: str, texts: Texts | None) -> AsyncGenerator[bytes, None]:
        """What is sent to a browser that has seen the state `after`; with `texts`, parts of the table's page."""
        self._followers += 1
        self._looking = self._looking or asyncio.create_task(self._look())
        try:
            yield BEAT
            sent: dict[str, bytes] = {}
            while not self._stopped:
                now, changed = self._now, self._changed
                if now.state != after:
                    parts = await self._parts(now, texts) if texts else {}
                    events = [part.event for name, part in parts.items() if sent.get(name) != part.digest]
                    sent = {name: part.digest for name, part in parts.items()}
                    after = now.state
                    yield b"".join((*events, f"id: {after}\nevent: state\ndata: {after}\n\n".encode()))
                try:
                    async with asyncio.timeout(BEAT_S):
                        await changed.wait()
                except TimeoutError:
                    yield BEAT
        finally:
            self._followers -= 1

    def stop(self) -> None:
        """Ends all streams."""
        self._stopped = True
        self._changed.set()
        if self._looking:
            self._looking.cancel()

    async def _parts(self, now: Now, texts: Texts) -> dict[str, Part]:
        if texts.language not in now.parts:
            now.parts[texts.language] = asyncio.create_task(run_in_threadpool(_rendered, self._league, texts))
        return await asyncio.shield(now.parts[texts.language])  # others wait for it too

    async def _look(self) -> None:
        """Looks whether something is new, as long as somebody follows."""
        try:
            while self._followers:
                more = await run_in_threadpool(self._refresh)
                state = self._league.state()
                if state != self._now.state:
                    self._now, changed, self._changed = Now(state), self._changed, asyncio.Event()
                    changed.set()
                await asyncio.sleep(0 if more else LOOK_S)
        finally:
            self._looking = None

    def _refresh(self) -> bool:
        try:
            return self._league.refresh()
        except ArenaError:
            return False  # the page itself says what is wrong


def _rendered(league: Followed, texts: Texts) -> dict[str, Part]:
    page = table_page(league)
    parts = {}
    for name in PARTS:
        html = part_html(page, name, texts)
        event = f"event: part\ndata: {json.dumps({'name': name, 'html': html})}\n\n".encode()
        parts[name] = Part(blake2b(html.encode(), digest_size=8).digest(), event)
    return parts
