"""Every kind of page, shown by one server, for tests that check all kinds."""

import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.ladder.ladder import Ladder
from arena.tables.table_settings import LONGEST_NAME
from leaderboards.pages.files.single import write_match
from tests.tables.people import Person, play
from tests.web.ladder.authors import Idle, link_for
from tests.web.leagues import write_city, write_cup, write_discs
from tests.web.playing.begun import CIRCLE, CITY, Midway, beginning_midway, state_in

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

PHONE: "Final[ViewportSize]" = {"width": 390, "height": 844}
LAPTOP: "Final[ViewportSize]" = {"width": 1366, "height": 768}
PROJECTOR: "Final[ViewportSize]" = {"width": 1920, "height": 1080}
SIZES: "Final[Mapping[str, ViewportSize]]" = {"phone": PHONE, "laptop": LAPTOP, "projector": PROJECTOR}
WIDER: Final = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""A JavaScript expression for the number of pixels by which a page is wider than its window."""
SHARE: Final = """() => {
    const box = document.querySelector(".board-area").getBoundingClientRect();
    return (box.width * box.height) / (innerWidth * innerHeight);
}"""
"""A JavaScript function that returns the board's share of the window's area."""
LONG: Final = "m" * LONGEST_NAME
"""The widest possible name, which cannot be broken into lines."""
DISCS: Final = {"game": "connect-four", "seats": ["person", "person"], "seed": 7}


class Kind(NamedTuple):
    """A kind of page. `address` is the path of an example page. It may begin with a name in braces, which stands for an
    address that is known only after `serving_all` has created the example.
    """

    address: str
    board: bool = False
    """Whether the page's main content is a board."""
    wall: bool = False
    again: bool = False
    """Whether only `make test-all` runs the accessibility checker axe on this page, because another kind has the same
    elements or another test runs axe on it.
    """


KINDS: Final = {
    "start": Kind("/", again=True),
    "lobby": Kind("/tables", again=True),
    "gathering": Kind("{gathering}"),
    "table-verraeter": Kind("{verraeter}", board=True),
    "table-hetverraad": Kind("{hetverraad}", board=True),
    "table-rows": Kind("{discs}", board=True),
    "table-over": Kind("{over}", board=True, again=True),
    "table-replay": Kind("{over}/replay?step=9", board=True, again=True),
    "replay-verraeter": Kind("/cup/matches/5.html?step=30", board=True),
    "replay-hetverraad": Kind("/city/matches/0.html?step=40", board=True),
    "replay-rows": Kind("/discs/matches/0.html?step=9", board=True),
    "replay-over": Kind("/cup/matches/5.html?step=999", board=True, again=True),
    "replay-disk": Kind("{disk}?step=30", board=True, again=True),
    "league": Kind("/cup/"),
    "bot": Kind("/cup/bots/dot.html"),
    "pairs": Kind("/cup/pairs.html"),
    "pair": Kind("/cup/pairs/ann/dot.html"),
    "fairness": Kind("/cup/fairness.html"),
    "faults": Kind("/cup/faults.html"),
    "blocks": Kind("/cup/blocks.html"),
    "block": Kind("/cup/blocks/3.html"),
    "verify": Kind("/cup/verify.html"),
    "numbers": Kind("/cup/numbers.html"),
    "rules": Kind("/rules/verraeter.html"),
    "rules-hetverraad": Kind("/rules/hetverraad.html"),
    "ladder": Kind("/ladder", again=True),
    "sign-in": Kind("{sign-in}", again=True),
    "error": Kind("/nothing"),
    "wall-league": Kind("/cup/?wall", wall=True),
    "wall-verraeter": Kind("/cup/matches/5.html?wall", board=True, wall=True, again=True),
    "wall-hetverraad": Kind("/city/matches/0.html?wall", board=True, wall=True, again=True),
    "wall-rows": Kind("/discs/matches/0.html?wall", board=True, wall=True, again=True),
    "wall-table": Kind("{watched}?wall", board=True, wall=True, again=True),
    "wall-over": Kind("{over}?wall", board=True, wall=True, again=True),
}


@contextmanager
def serving_all(folder: Path) -> Iterator[dict[str, str]]:
    """Creates an example of each kind of page in a folder, and serves the examples; yields the addresses by the kinds'
    names.
    """
    write_cup(folder / "results" / "cup")
    write_city(folder / "results" / "city")
    write_discs(folder / "results" / "discs")
    write_match([str(folder / "results" / "cup")], 5, folder / "match.html", "en")
    ladder = Ladder(folder / "ladder")
    with beginning_midway(folder / "tables", folder / "results", ladder=Idle(ladder)) as midway:
        made = {
            **_tables(midway),
            "disk": (folder / "match.html").as_uri(),
            "sign-in": f"{midway.address}/ladder/sign-in/{link_for(ladder, 'Ann')}",
        }
        yield {name: _address(midway.address, kind.address, made) for name, kind in KINDS.items()}


def _address(server: str, address: str, made: Mapping[str, str]) -> str:
    return address.format(**made) if address.startswith("{") else server + address


def _tables(midway: Midway) -> dict[str, str]:
    """Creates tables, at which people play matches, in different states; returns an address for each, by name.

    KINDS contains the names in braces. The names "over" and "watched" give the address of a table, the others the link
    to a person's seat at a table.
    """
    server = midway.address
    over, gathering = (Person(server) for _ in range(2))
    _discs(over, play_on=True)
    gathering.open(game="verraeter", seats=["person", "person", "greedy"])
    discs = _discs(Person(server), play_on=False)
    made = {"over": f"{server}/tables/{over.table}", "gathering": gathering.get("links.json")["seat"], "discs": discs}
    for name, case, phase in (("verraeter", CIRCLE, "building"), ("hetverraad", CITY, "action")):
        person, made[name] = midway.open(case, state_in(phase, case), LONG)
        made["watched"] = f"{server}/tables/{person.table}"
    return made


def _discs(ann: Person, *, play_on: bool) -> str:
    """Starts a match of Connect Four between two people, and plays it to its end if `play_on`; returns the link to the
    first seat.
    """
    ben = Person(ann.server)
    told = ann.open(**DISCS)
    ben.enter(told["invitation"])
    assert ben.post("sit", seat=1, name="Ben").status == 200
    for person in (ann, ben):
        assert person.post("ready").status == 200
    if play_on:
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda person: play(person, random.Random(1)), (ann, ben)))
    link: str = told["seat"]
    return link
