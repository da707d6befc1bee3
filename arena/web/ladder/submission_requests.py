"""Answers requests about submissions: upload, list, withdraw and roll back."""

import logging
import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.accounts.allowances import ACTS, HAND_INS
from arena.ladder.accounts.rights import Scope, Who
from arena.ladder.challenges.withdrawn_challenges import end_with
from arena.ladder.keeping.base import Connection
from arena.ladder.keeping.blobs import Receiving
from arena.ladder.ladder import Ladder
from arena.ladder.limits import demand_fit, warnings
from arena.ladder.status import status_of
from arena.ladder.submissions.drafts import Coming, Drafts
from arena.ladder.submissions.notes import notes_of
from arena.ladder.submissions.submissions import (
    Receipt,
    Submission,
    another_plays,
    count_submissions,
    demand_room,
    find_submission,
    is_handed_in,
    own_submissions,
    receive,
    roll_back,
    withdraw,
)
from arena.web.connections.connection import is_somebodys
from arena.web.ladder.challenge_requests import Challenging
from arena.web.ladder.ladder_requests import FRESH, Answering, number_of
from arena.web.ladder.page_values import receipt_told, submission_page, submission_told
from arena.web.ladder.uploads import length_of, no_room, read_into
from arena.web.ladder.version_standings import Standing, Standings, standings_told

LOG: Final = logging.getLogger(__name__)
WARN_S: Final = 600
KEY: Final = re.compile("[0-9a-f]{32}")


class Handing:
    """The routes for submissions and their challenges."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._service = answering, answering.service
        self._ladder, self._base = answering.ladder, answering.base
        self._challenging = Challenging(answering)
        self._drafts = Drafts()
        self._warn_s = 0.0

    def routes(self) -> list[Route]:
        """Returns the routes for submissions and their challenges."""
        told, one = self._answering.told, "/ladder/submissions/{number}"
        return [
            Route("/ladder/hand-ins/{key}", told(self._hand_in), methods=["PUT"]),
            Route("/ladder/submissions.json", told(self._list)),
            Route(f"{one}.json", told(self._submission_json)),
            Route(one, told(self._submission)),
            Route(f"{one}/archive", told(self._archive)),
            Route(f"{one}/withdraw", told(self._acting(withdraw, end_with)), methods=["POST"]),
            Route(f"{one}/roll-back", told(self._acting(roll_back)), methods=["POST"]),
            *self._challenging.routes(),
        ]

    async def _list(self, request: Request) -> Response:
        who = await self._answering.demand(request)
        found, total = await self._answering.read(
            lambda connection: (own_submissions(connection, who), count_submissions(connection, who))
        )
        now_ms, standings = self._ladder.now_ms(), await self._standings()
        submissions = [submission_told(one, now_ms) | standings_told(standings.of(one)) for one in found]
        told = {"submissions": submissions, "total": total}
        return JSONResponse(told, headers=FRESH)

    async def _submission(self, request: Request) -> Response:
        number, who = number_of(request, "no-submission"), await self._answering.demand(request)
        one, notes = await self._answering.read(lambda connection: _with_log(connection, who, number))
        standings = (await self._standings()).of(one)
        told = await run_in_threadpool(self._told, one, standings)
        rivals = await run_in_threadpool(self._challenging.rivals, who, one, standings)
        other = await self._answering.read(lambda connection: another_plays(connection, number))
        page = submission_page(who, one, notes, self._ladder.now_ms(), told, other_plays=other, rivals=rivals)
        return self._answering.show(request, page)

    async def _submission_json(self, request: Request) -> Response:
        number, who = number_of(request, "no-submission"), await self._answering.demand(request)
        one, notes = await self._answering.read(lambda connection: _with_log(connection, who, number))
        told = await run_in_threadpool(self._told, one, (await self._standings()).of(one))
        return JSONResponse(submission_told(one, self._ladder.now_ms(), notes) | told, headers=FRESH)

    def _told(self, one: Submission, standings: list[Standing]) -> dict[str, Any]:
        """Returns a version's standings and challenges as JSON values."""
        return standings_told(standings, self._ladder.copies) | {"challenges": self._challenging.told(one)}

    async def _standings(self) -> Standings:
        return await run_in_threadpool(lambda: Standings(self._answering.leagues()))

    async def _archive(self, request: Request) -> Response:
        """Returns the response with the submitted archive; raises ArenaError [not-allowed] if the person is not its
        author.
        """
        number, who = number_of(request, "no-submission"), await self._answering.demand(request)
        one = await self._answering.read(lambda connection: find_submission(connection, who, number))
        if one.person_id != who.person_id:
            raise ArenaError(
                "not-allowed",
                "only the author of a bot can download the bot",
                "ask the author of the bot to send you the bot",
            )
        place = self._ladder.blobs.place(one.digest)
        return FileResponse(
            place,
            media_type="application/octet-stream",
            filename=f"submission-{number}{await run_in_threadpool(_ending_of, place)}",
            headers=FRESH,
        )

    async def _hand_in(self, request: Request) -> Response:
        key = request.path_params["key"]
        if not KEY.fullmatch(key):
            raise ArenaError(
                "bad-key",
                "the address to which a bot is sent must end in 32 hexadecimal digits (0 to 9, a to f)",
                "choose the digits at random, and choose new digits for each bot that you send",
            )
        who = await self._answering.demand(request)
        who.demand(Scope.HAND_IN)
        size = length_of(request)
        everybodys = self._drafts.beside(who.person_id, key)
        own = self._drafts.beside(who.person_id, key, own=True)
        with self._drafts.coming(who.person_id, key, size):
            await run_in_threadpool(self._allow_hand_in, who, key, size, everybodys, own)
            is_somebodys(request)
            with self._ladder.blobs.receiving() as receiving:
                digest = await read_into(receiving, request, size)
                receipt = await run_in_threadpool(self._receive, who, key, digest, receiving)
        self._service.wake()
        return JSONResponse(receipt_told(receipt), 201, headers=FRESH)

    def _acting(
        self, act: Callable[[Connection, Who, int, int], None], then: Callable[[Ladder, int], None] | None = None
    ) -> Callable[[Request], Awaitable[Response]]:
        """Returns a handler that changes the submission whose number is in the address.

        The handler calls `act` with a database connection, the person, the submission's number and the time in ms.
        After the commit, it calls `then` with the ladder and the number.
        """

        def done(who: Who, number: int) -> dict[str, Any]:
            now_ms = self._ladder.now_ms()
            self._answering.take(ACTS, who.token_id)
            with self._base.writing() as connection:
                act(connection, who, number, now_ms)
                told = submission_told(find_submission(connection, who, number), now_ms)
            if then:
                then(self._ladder, number)
            return told

        async def answer(request: Request) -> Response:
            number, who = number_of(request, "no-submission"), await self._answering.demand(request)
            told = await run_in_threadpool(done, who, number)
            self._service.wake()
            return JSONResponse(told, headers=FRESH)

        return answer

    def _allow_hand_in(self, who: Who, key: str, size: int, everybodys: Coming, own: Coming) -> None:
        """Raises ArenaError if an upload may not begin, because space is lacking or a limit is reached.

        `everybodys`: the other uploads in progress, of all people; `own`: the other uploads in progress of the person
        `who`.
        """
        self._warn()
        with self._base.reading() as connection:
            if not is_handed_in(connection, who, key):
                demand_fit(self._ladder, connection, everybodys)
        self._answering.take(HAND_INS, who.person_id)
        with self._base.reading() as connection:
            demand_room(connection, who, key, size, own)

    def _warn(self) -> None:
        """Logs warnings for the operator about limits that the ladder is about to reach, at most once in WARN_S
        seconds.
        """
        now_s = time.monotonic()
        if now_s < self._warn_s:
            return
        self._warn_s = now_s + WARN_S
        for sentence in warnings(status_of(self._ladder)):
            LOG.warning(sentence)

    def _receive(self, who: Who, key: str, digest: str, receiving: Receiving) -> Receipt:
        """Stores the archive and its submission; returns the receipt.

        The archive is stored before the submission is committed, so each submission has its archive. Raises ArenaError
        [no-room] if the disk is full or broken, and the errors of `receive`.
        """
        try:
            with self._base.writing() as connection:
                receipt = receive(connection, who, key, digest, receiving.size, self._ladder.now_ms())
                receiving.keep()
                return receipt
        except OSError as error:
            raise no_room() from error


def _ending_of(archive: Path) -> str:
    """Returns the file name ending for an archive's format, such as ".zip"; empty if the archive cannot be read."""
    try:
        with archive.open("rb") as file:
            beginning = file.read(2)
    except OSError:  # sending the file will report it
        return ""
    return {b"\x1f\x8b": ".tar.gz", b"PK": ".zip"}.get(beginning, ".tar")


def _with_log(connection: Connection, who: Who, number: int) -> Any:  # noqa: ANN401  # two values of different types
    return find_submission(connection, who, number), notes_of(connection, number)
