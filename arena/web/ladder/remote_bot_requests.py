"""Answers requests about remote bots, which run on their authors' computers: enter, list, withdraw and readmit."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from arena.errors import ArenaError
from arena.ladder.accounts.allowances import ACTS
from arena.ladder.accounts.rights import Who
from arena.ladder.keeping.base import Connection
from arena.ladder.ladder import Service
from arena.ladder.playing.files import gates
from arena.ladder.remotes import Remote, enter, find_remote, own_remotes, readmit, withdraw_remote
from arena.remote.gate_settings import demand_safe
from arena.tls.listen_address import EVERYWHERE
from arena.web.ladder.ladder_requests import FRESH, Answering, number_of
from arena.web.ladder.page_values import time_text
from arena.web.ladder.version_standings import Standings, standings_told


class Offering:
    """The routes for requests about remote bots."""

    def __init__(self, answering: Answering) -> None:
        self._answering, self._service = answering, answering.service
        self._ladder, self._base = answering.ladder, answering.base

    def routes(self) -> list[Route]:
        """Returns the routes for requests about remote bots."""
        told = self._answering.told
        return [
            Route("/ladder/remotes.json", told(self._list)),
            Route("/ladder/remotes/{ladder}/{name:path}", told(self._enter), methods=["PUT"]),
            Route("/ladder/remotes/{number}/withdraw", told(self._acting(withdraw_remote)), methods=["POST"]),
            Route("/ladder/remotes/{number}/readmit", told(self._acting(readmit)), methods=["POST"]),
        ]

    async def _list(self, request: Request) -> Response:
        who = await self._answering.demand(request)
        found = await self._answering.read(lambda connection: own_remotes(connection, who))
        told = await run_in_threadpool(lambda: remotes_told(self._service, found, Standings(self._answering.leagues())))
        return JSONResponse({"remotes": told}, headers=FRESH)

    async def _enter(self, request: Request) -> Response:
        """Enters a remote bot; returns the response with the bot's token, which the server never shows again."""
        who = await self._answering.demand(request)
        ladder, name = (request.path_params[word] for word in ("ladder", "name"))
        one, token, gate = await run_in_threadpool(self._entered, who, ladder, name)
        server = self._server(gate, urlsplit(f"//{request.headers.get('host', '')}").hostname or "")
        return JSONResponse(remote_told(self._service, one) | {"token": token, "server": server}, 201, headers=FRESH)

    def _acting(self, act: Callable[[Connection, Who, int, int], None]) -> Callable[[Request], Awaitable[Response]]:
        def done(who: Who, number: int) -> dict[str, Any]:
            self._answering.take(ACTS, who.token_id)
            with self._base.writing() as connection:
                act(connection, who, number, self._ladder.now_ms())
                return remote_told(self._service, find_remote(connection, who, number))

        async def answer(request: Request) -> Response:
            number, who = number_of(request, "no-remote-bot"), await self._answering.demand(request)
            return JSONResponse(await run_in_threadpool(done, who, number), headers=FRESH)

        return answer

    def _entered(self, who: Who, ladder: str, name: str) -> tuple[Remote, str, str]:
        self._answering.take(ACTS, who.token_id)
        places = gates(self._ladder.folder)
        if ladder in places:
            self._demand_played(ladder, places[ladder])
        with self._base.writing() as connection:
            one, token = enter(connection, who, ladder, name, places, self._ladder.now_ms())
        return one, token, places[ladder]

    def _demand_played(self, ladder: str, gate: str) -> None:
        """Raises ArenaError [no-gate] if `gate`, the address at which the ladder listens for bots, is bad or unsafe.

        It is unsafe if other machines can reach it and connections are not encrypted.
        """
        try:
            demand_safe(gate, self._service.tls, "gate")
        except ArenaError as error:
            raise ArenaError(
                "no-gate",
                f"the ladder {ladder} cannot be played: {error.message}",
                "ask whoever runs this server to correct the ladder's file",
            ) from error

    def _server(self, gate: str, asked: str) -> str:
        """Returns the address to which a remote bot connects.

        `gate`: the host and port at which the ladder listens for remote bots; `asked`: the host of the request, which
        replaces the host of `gate` if the ladder listens on all addresses.
        """
        host, _, port = gate.rpartition(":")
        host = host.removeprefix("[").removesuffix("]")
        host = asked if host in EVERYWHERE else host
        return f"{'https' if self._service.tls else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"


def remotes_told(service: Service, remotes: list[Remote], standings: Standings) -> list[dict[str, Any]]:
    """Returns remote bots as JSON values, with their standings and faults."""
    copies = service.ladder.copies
    return [remote_told(service, one) | standings_told(standings.of_remote(one), copies) for one in remotes]


def remote_told(service: Service, one: Remote) -> dict[str, Any]:
    """Returns a remote bot as JSON values, including whether it is connected and its round-trip time in ms."""
    there = service.there(one.ladder) if one.entered else {}
    return {
        "number": one.number,
        "author": one.author,
        "ladder_entered": one.ladder,
        "name": one.name,
        "made": time_text(one.made_ms),
        "entered": one.entered,
        "taken_out": one.taken_out,
        "connected": one.name in there,
        "round_trip_ms": there.get(one.name),
    }
