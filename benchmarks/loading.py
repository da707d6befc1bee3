"""What a browser loads until the first board is in view: requests and bytes, for a replay of each game and for tables.

`python -m benchmarks.loading`; it needs Chromium, as the tests of pages do.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from playwright.sync_api import sync_playwright

from tests.web.leagues import write_city, write_cup
from tests.web.playing.conftest import hall
from tests.web.playing.sitting import RIVALS, opened
from tests.web.serving import CHROMIUM, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOARD = ".viewer .seats"


@click.command()
def main() -> None:
    """Loads each page with nothing kept from before, and prints what came."""
    with TemporaryDirectory() as place, sync_playwright() as started:
        folder = Path(place)
        write_cup(folder / "results" / "cup")
        write_city(folder / "results" / "city")
        browser = started.chromium.launch(executable_path=str(CHROMIUM))
        with serving(folder / "results", hall=hall(folder / "tables")) as address:
            pages = {"replay verraeter": f"{address}/cup/matches/0.html"}
            pages["replay hetverraad"] = f"{address}/city/matches/0.html"
            pages |= {f"table {game}": opened(address, game)[1] for game in RIVALS}
            for name, page in pages.items():
                requests, size = loaded(browser, page)
                click.echo(f"{name:<20} {requests:3} requests {size / 1000:7.1f} kB")
        browser.close()


def loaded(browser: "Browser", address: str) -> tuple[int, int]:
    """Requests and bytes, headers among them, until the board is in view."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    asked: list[str] = []
    came: list[int] = []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: came.append(int(event["encodedDataLength"])))
    page.goto(address)
    page.locator(BOARD).first.wait_for()
    found = len(asked), sum(came)
    context.close()
    return found


if __name__ == "__main__":
    main()
