"""Measures the requests and bytes that a browser loads until the main content is visible, for every type of page.

`python -m benchmarks.servers.loading` measures the server of this checkout; `--tree FOLDER` measures that of another
checkout, with the same matches. The benchmark needs Chromium.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright

from benchmarks.servers.pages import free_port, running
from tests.tables.people import Person
from tests.web.leagues import write_city, write_cup, write_discs
from tests.web.playing.sitting import RIVALS
from tests.web.serving import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ARENA = (sys.executable, "-P", "-m", "arena.cli")
BOARD = ".viewer :is(.seats, .rows)"
TITLE = "main h1"
TABLE = "main table"
SEATS = {"verraeter": 3, "hetverraad": 3, "connect-four": 2}
PAGES = {
    "start page": ("/", TITLE),
    "lobby": ("/tables", TITLE),
    "replay, verraeter": ("/cup/matches/0.html", BOARD),
    "replay, hetverraad": ("/city/matches/0.html", BOARD),
    "replay, connect-four": ("/discs/matches/0.html", BOARD),
    "league": ("/cup/index.html", TABLE),
    "bot": ("/cup/bots/dot.html", TABLE),
    "block": ("/cup/blocks/3.html", TABLE),
    "wall, league": ("/cup/index.html?wall", TABLE),
    "wall, hetverraad": ("/city/matches/0.html?wall", BOARD),
}
"""The path of each page, and the selector of its main content, by the page's name."""


@click.command()
@click.option("--tree", type=click.Path(path_type=Path), default=Path(), help="A checkout whose server is measured.")
def main(tree: Path) -> None:
    """Loads each page with an empty browser cache, and prints its requests and bytes."""
    os.environ["PYTHONPATH"] = str(tree.resolve())
    with TemporaryDirectory() as place, sync_playwright() as started:
        folder = Path(place)
        results = folder / "results"
        for write, name in ((write_cup, "cup"), (write_city, "city"), (write_discs, "discs")):
            write(results / name)
        single, port, browser = (
            folder / "match.html",
            free_port(),
            started.chromium.launch(executable_path=str(CHROMIUM)),
        )
        subprocess.run(
            (*ARENA, "site", str(results / "cup"), str(single), "--match", "0"), check=True, stdout=sys.stderr
        )
        command = (*ARENA, "serve", str(results), "--tables", str(folder / "tables"), "--bind", f"127.0.0.1:{port}")
        with running(*command, port=port):
            address = f"http://127.0.0.1:{port}"
            pages = {name: (address + path, sought) for name, (path, sought) in PAGES.items()}
            pages |= {f"table, {game}": (seat(address, game), BOARD) for game in SEATS}
            for name, (page, sought) in pages.items():
                told(name, *loaded(browser, page, sought))
        told("match from disk", 1, single.stat().st_size)
        browser.close()


def told(name: str, requests: int, size: int) -> None:
    """Prints the requests and bytes of one page."""
    click.echo(f"{name:<22} {requests:3} requests {size / 1000:7.1f} kB")


def seat(address: str, game: str) -> str:
    """Opens a table for one person and bots, so that the match begins immediately; returns the URL of the person's
    seat.
    """
    seats = ["person", *[RIVALS.get(game, "random")] * (SEATS[game] - 1)]
    link: str = Person(address).open(game=game, seats=seats, seed=7)["seat"]
    return link


def loaded(browser: "Browser", address: str, sought: str) -> tuple[int, int]:
    """Returns the number of requests, and the bytes with headers, that a browser needs until the element `sought` is
    visible.
    """
    context = browser.new_context(locale="en")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    asked: list[str] = []
    came: list[int] = []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    page.goto(address)
    page.locator(sought).first.wait_for()
    found = len(asked), sum(came)
    context.close()
    return found


if __name__ == "__main__":
    main()
