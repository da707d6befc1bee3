"""Takes the pictures in docs/, which show pages of leagues played by the house bots: `python -m tests.web.pictures`.

A person must look at new pictures before they are committed. They are small PNG files with a palette.

`python -m tests.web.pictures FOLDER` takes pictures of every kind of page instead, in each window size, light and dark.
It also prints the board's share of each window.
"""

import struct
import sys
import tempfile
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.end_to_end.processes import start
from tests.league.leagues import UNCONFINED, bot_entries
from tests.tables.people import Person
from tests.web.kinds import KINDS, SHARE, SIZES, serving_all
from tests.web.playing.sitting import OPTIONS, Sitter
from tests.web.serving import CHROMIUM, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOURS: Final = 256
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LONGEST_S: Final = 1200
COMMON: Final = f'seats = 4\nschedule = "balanced"\nseed = 2026\nrecall = "process"\n{UNCONFINED}'
LEAGUES: Final = {
    "house": 'game = "verraeter"\nedition = "official"\nblocks = 45\n'
    + COMMON
    + bot_entries("random", "greedy", "banker", "montecarlo", "stdio/awk-random", "stdio/shell-first"),
    "city": 'game = "hetverraad"\nedition = "strategic"\nblocks = 6\n'
    + COMMON
    + bot_entries("random", "hetverraad-builder", "hetverraad-treason", "hetverraad-montecarlo"),
}
"""The league files, by name, of the leagues shown in the pictures."""
PIXELS: Final = """async (png) => {
    const image = new Image();
    image.src = "data:image/png;base64," + png;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 4096) text += String.fromCharCode(...data.subarray(at, at + 4096));
    return btoa(text);
}"""


class Picture(NamedTuple):
    """A picture of a league's page.

    `path`: the page's address below that of the league; `top`: the selector of the element at the top of the picture;
    `width` and `height`: the size of the window in pixels.
    """

    league: str
    path: str
    top: str
    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"


PICTURES: Final = {
    "table": Picture("house", "index.html", "body", 1040, 690),
    "replay-verraeter": Picture("house", "matches/6.html?step=46.2", "body", 1100, 880),
    "replay-hetverraad": Picture("city", "matches/0.html?step=184", "body", 1100, 926),
    "phone": Picture("house", "matches/6.html?step=46.2&eyes=1", ".viewer", 390, 844, "dark"),
    "block": Picture("house", "blocks/1.html", "body", 1000, 860),
}
"""The pictures of leagues, by the name of the file in docs/pictures without its ending."""


class Seated(NamedTuple):
    """A picture of a table as seen by the person at the table's first seat.

    The picture is taken when the match is in the phase `phase` and the page, as `now` says, either "asks" the person
    for a choice or "stays" until the person continues.
    """

    phase: str
    now: Literal["asks", "stays"]
    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"
    game: str = "verraeter"
    bots: tuple[str, ...] = ("greedy", "banker", "random")
    wanted: str = ""
    """A target on the board that the person chooses whenever possible before the picture is taken; empty for none."""


SEATED: Final = {
    "play-supply": Seated("supply", "asks", 1280, 860),
    "play-conflict": Seated("resolution", "stays", 390, 844, "dark", wanted="role:traitor"),
    "play-builder": Seated("building", "asks", 390, 844, wanted="role:builder"),
}
"""The pictures of tables at which people play, by the name of the file in docs/pictures without its ending."""
ALL: Final[dict[str, Picture | Seated]] = {**PICTURES, **SEATED}


def opened(browser: "Browser", picture: Picture, league: str) -> "Page":
    """Returns the page that a picture shows, scrolled to the picture's top; `league`: the address of the league."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height}, color_scheme=picture.scheme, locale="en"
    )
    page.goto(f"{league}/{picture.path}")
    if picture.path.startswith("matches"):
        page.locator(".viewer").wait_for()
    page.locator(picture.top).evaluate("top => top.scrollIntoView()")
    return page


def seated(browser: "Browser", picture: Seated, server: str) -> Sitter:
    """Returns a person at a new table, ready for the picture.

    If `picture.now` is "asks", the person has picked a choice but not confirmed it.
    """
    link = Person(server).open(game=picture.game, seats=["person", *picture.bots], seed=2026)["seat"]
    viewport = {"width": picture.width, "height": picture.height}
    sitter = Sitter(browser, link, picture.wanted, viewport=viewport, color_scheme=picture.scheme)
    sitter.play_until(picture.phase, picture.now)
    if picture.now == "asks":
        options = sitter.page.evaluate(OPTIONS)
        sitter.mean(max(options, key=lambda option: (len(option["targets"]), option["action"])))
    sitter.page.evaluate("scrollTo(0, 0)")
    return sitter


def size(png: bytes) -> tuple[int, int]:
    """Returns the width and the height of a PNG image in pixels."""
    assert png.startswith(SIGNATURE)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def with_palette(page: "Page", png: bytes) -> bytes:
    """Returns a PNG image reduced to its most frequent colours, at most 256; each other colour becomes the nearest of
    them.
    """
    width, height = size(png)
    page.goto("about:blank")
    pixels = np.frombuffer(b64decode(page.evaluate(PIXELS, b64encode(png).decode())), np.uint8).reshape(-1, 4)[:, :3]
    found, places, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    palette = found[np.argsort(-counts)[:COLOURS]]
    away = ((found[:, None].astype(int) - palette[None]) ** 2).sum(axis=2)
    rows = away.argmin(axis=1).astype(np.uint8)[places.reshape(height, width)]
    lines = np.insert(rows, 0, 0, axis=1).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def play(folder: Path) -> None:
    """Plays the leagues of the pictures; their results are stored below the folder."""
    for name, league in LEAGUES.items():
        (folder / f"{name}.toml").write_text(league)
        with start(folder, "run-league", f"{name}.toml") as process:
            _, said = process.communicate(timeout=LONGEST_S)
            assert process.returncode == 0, said


def take_all(browser: "Browser", out: Path, kinds: Iterable[str] = KINDS) -> None:
    """Takes pictures of every kind of page, in each window size, light and dark, and prints the board's share of the
    window.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, serving_all(Path(name)) as made:
        for kind in kinds:
            page = browser.new_context(locale="en").new_page()
            page.goto(made[kind])
            if KINDS[kind].board:
                page.locator(".viewer").wait_for()
            for size, window in SIZES.items():
                page.set_viewport_size(window)
                share = f"{page.evaluate(SHARE):.0%}" if KINDS[kind].board else "-"
                sys.stdout.write(f"{kind:18} {size:10} {share:>5}\n")
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=out / f"{kind}-{size}-{scheme}.png")
            page.context.close()


def main() -> None:
    """Takes the pictures that the arguments of the command select."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # tests also import this module without Playwright

    if sys.argv[1:]:
        with sync_playwright() as playwright:
            take_all(playwright.chromium.launch(executable_path=str(CHROMIUM)), Path(sys.argv[1]))
        return
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "arena"
        folder.mkdir()
        play(folder)
        with serving(folder / "results") as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM))
            for file, picture in PICTURES.items():
                page = opened(browser, picture, f"{address}/{picture.league}")
                if picture.path == "index.html":
                    page.get_by_text("Plackett-Luce").wait_for()
                (FOLDER / f"{file}.png").write_bytes(with_palette(page, page.screenshot()))
            with serving(table_service=TableService(folder / "tables", Bots())) as server:
                for file, place in SEATED.items():
                    page = seated(browser, place, server).page
                    (FOLDER / f"{file}.png").write_bytes(with_palette(page, page.screenshot()))
            browser.close()


if __name__ == "__main__":
    main()
