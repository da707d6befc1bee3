"""Authors who use a ladder in tests, by HTTP requests like those of a browser or of a command."""

import http.client
import json
import secrets
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from arena.ladder.accounts.people import add_person
from arena.ladder.accounts.rights import Role
from arena.ladder.accounts.tokens import make_link
from arena.ladder.ladder import Ladder, Service

PATIENCE_S: Final = 120.0


class Idle(Service):
    """A ladder service whose worker never starts, so submissions stay in the state "received"."""

    def start(self) -> None:
        """Does nothing, where the real service would start its worker."""


class Answer(NamedTuple):
    """A server's response to a request."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.data)

    @property
    def code(self) -> str:
        """The code of the error with which the server refused the request."""
        return str(self.json["code"])


class Author:
    """An author who sends requests to a server: with a cookie like a browser, or with a token like a command."""

    def __init__(self, server: str) -> None:
        self.server, self.host = server, urlsplit(server).netloc
        self.cookie = self.token = ""

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Sends a request and returns the response. `headers` are added to the author's usual headers or replace them;
        an empty value removes a header.
        """
        sent = {"Host": self.host}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        elif self.cookie:
            sent["Cookie"] = f"arena-ladder={self.cookie}"
        if method != "GET" and not self.token:
            sent |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        sent |= headers or {}
        parts = urlsplit(self.server)
        with closing(http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, body, {name: value for name, value in sent.items() if value})
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("set-cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                if name == "arena-ladder":
                    self.cookie = value.strip('"')
            return Answer(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str) -> Answer:
        return self.ask("POST", path, b"{}")

    def hand_in(self, content: bytes, key: str = "") -> Answer:
        return self.ask("PUT", f"/ladder/hand-ins/{key or secrets.token_hex(16)}", content)

    def sign_in(self, link: str, *, command: bool = False) -> Answer:
        """Signs in with a link. `link`: the address, or only the token at its end. `command`: whether to sign in like a
        command and keep the new token, instead of a cookie like a browser.
        """
        path = f"/ladder/sign-in/{link.rpartition('/')[2]}"
        if not command:
            return self.post(path)
        answer = self.ask("POST", path, b"{}", {"Origin": "", "Content-Type": ""})
        self.token = answer.json.get("token", "")
        return answer


def link_for(ladder: Ladder, name: str, role: Role = Role.AUTHOR) -> str:
    """Adds a person to the ladder; returns the token of the person's sign-in link."""
    with ladder.base.writing() as connection:
        person = add_person(connection, name, role, ladder.now_ms(), "test")
        return make_link(connection, person, 7, ladder.now_ms(), "test")


def author(server: str, ladder: Ladder, name: str, role: Role = Role.AUTHOR, *, command: bool = False) -> Author:
    """Adds a person with this role to the ladder; returns an Author that has signed in as this person.

    `command`: whether the person signs in like a command, with a token, or like a browser, with a cookie.
    """
    one = Author(server)
    assert one.sign_in(link_for(ladder, name, role), command=command).status == 200
    return one
