"""People at tables, for tests: each is an HTTP client in place of a browser, and makes random choices."""

import http.client
import json
import random
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

PATIENCE_S: Final = 120.0


class Answer(NamedTuple):
    """A server's response to a request."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The response's text, decoded from JSON."""
        return json.loads(self.text)


class Event(NamedTuple):
    """An event from a server's event stream."""

    id: str
    name: str
    data: Any


class Person:
    """A person with cookies, as an HTTP client; `table` is the id of the table that the person visits."""

    def __init__(self, server: str, table: str = "", host: str = "") -> None:
        """`host` is the host name in the person's requests; if it is empty, they have the host name of the server's
        address.
        """
        self.table = table
        self.move(server, host)
        self.cookies: dict[str, str] = {}
        self.received: list[bytes] = []
        """The received response bodies and stream events, without the heartbeats, which depend on the time."""

    def move(self, server: str, host: str = "") -> None:
        """Sends all later requests to this server, with `host` as their host name if it is given."""
        self.server = server
        self.host = host or urlsplit(server).netloc

    def ask(self, path: str, said: object = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Sends a request and returns the response: a GET request, or a POST request if `said` is given."""
        with closing(self._connection()) as connection:
            self._request(connection, path, said, headers or {})
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("set-cookie") or ():
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            data = answer.read()
            self.received.append(data)
            return Answer(answer.status, {key.lower(): value for key, value in answer.getheaders()}, data.decode())

    def post(self, act: str, **said: object) -> Answer:
        """Performs the action `act` at the table by a POST request with the values `said`."""
        return self.ask(f"/tables/{self.table}/{act}", said)

    def get(self, name: str) -> Any:
        """Returns the table's JSON document with this file name."""
        answer = self.ask(f"/tables/{self.table}/{name}")
        assert answer.status == 200, answer.text
        return answer.json

    def open(self, **terms: object) -> dict[str, Any]:
        """Opens a table with these terms; the person's later requests are for this table."""
        answer = self.ask("/tables", {"me": 0, "name": "Ann"} | terms)
        assert answer.status == 201, answer.text
        opened: dict[str, Any] = answer.json
        self.table = opened["id"]
        return opened

    def enter(self, link: str) -> Answer:
        """Follows a link to a table; the person's later requests are for this table."""
        path = urlsplit(link).path
        self.table = path.split("/")[2]
        return self.ask(path)

    def events(self, after: str = "") -> Generator[Event, None, None]:
        """Yields the events of the table's stream, except heartbeats, until the server ends the stream.

        `after` is the id of the last event that the person already knows.
        """
        with closing(self._connection()) as connection:
            self._request(connection, f"/tables/{self.table}/events?after={after}", None, {})
            answer = connection.getresponse()
            assert answer.status == 200, answer.read()
            fields: dict[str, str] = {}
            whole = b""
            while line := answer.readline():
                whole += line
                name, colon, value = line.decode().rstrip("\n").partition(": ")
                if not name and not colon:
                    if fields["event"] != "beat":
                        self.received.append(whole)
                        yield Event(fields.get("id", ""), fields["event"], json.loads(fields["data"]))
                    fields, whole = {}, b""
                elif name:
                    fields[name] = value

    def _connection(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.server)
        return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE_S)

    def _request(
        self, connection: http.client.HTTPConnection, path: str, said: object, headers: Mapping[str, str]
    ) -> None:
        found = {"Host": self.host}
        if self.cookies:
            found["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if said is None:
            connection.request("GET", path, headers=found | dict(headers))
        else:
            found |= {"Content-Type": "application/json", "Origin": f"http://{self.host}"}
            connection.request("POST", path, json.dumps(said), found | dict(headers))


class Seen:
    """The data that a person has received about a match: its frames and description, and the table's state."""

    def __init__(self) -> None:
        self.frames: list[Any] = []
        self.spec: Any = None
        self.table: Any = None
        self.last_id = ""
        self.answered: dict[int, int] = {}
        """The choices that the server has confirmed, by turn."""

    def take(self, event: Event) -> None:
        """Records an event; checks that each frame arrives once and in order."""
        self.last_id = event.id
        if event.name == "table":
            self.table = event.data
        elif event.name == "frames":
            self.spec = event.data["spec"]
            for frame in event.data["frames"]:
                assert frame["number"] == len(self.frames)
                self.frames.append(frame)


def settled(person: Person) -> Any:
    """Waits until the table's match is no longer being started; returns the table's state."""
    return next(event.data for event in person.events() if event.name == "table" and not event.data["starting"])


def play(person: Person, rng: random.Random, most: int | None = None, seen: Seen | None = None) -> Seen:
    """Makes a random choice whenever it is the person's turn, until the match is over; returns the data that the person
    has received.

    `most` is the number of choices after which to stop; `seen` is the data that the person has received before.
    """
    seen = seen or Seen()
    made = 0
    for event in person.events(seen.last_id):
        seen.take(event)
        if event.name == "turn" and event.data:
            if made == most:
                break
            choice = rng.choice(seen.frames[-1]["legal"])
            answer = person.post("choices", turn_id=event.data["turn_id"], action=choice["action"])
            assert answer.status == 200, answer.text
            seen.answered[event.data["turn_id"]] = choice["action"]
            made += 1
        if seen.table["state"] in ("finished", "closed") and (seen.table["state"] == "closed" or seen.spec["ranks"]):
            break
    return seen
