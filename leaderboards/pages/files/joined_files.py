"""Joins the files of a page with a board: modules and their texts into one file, styles into another.

Rule: the joined modules also remain separate files, unchanged. Published folders use the separate files, and modules
that are not joined import them.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Final

from arena.games.registry import GAMES
from leaderboards.pages.assets import OUTSIDE, asset, asset_names, room_of
from leaderboards.pages.files.bundle import ROOT, modules
from leaderboards.pages.texts import languages

REPLAY: Final = "match/browser/replay.js"
ASKING: Final = "match/browser/asking/asking.js"
ENTRIES: Final[Mapping[str, tuple[str, ...]]] = {
    "replay": (REPLAY, ASKING), "table": ("web/tables/browser/table.js",),
}  # fmt: skip
BEFORE: Final = ("match/browser/replay.css", "games/browser/seats.css")
"""The styles that a page loads before the styles of its board."""
BEHIND: Final[Mapping[str, tuple[str, ...]]] = {
    "replay": (), "table": ("web/tables/browser/table.css", "web/tables/browser/guide/guide.css"),
}  # fmt: skip
PRELUDE: Final = """\
const root = new URL("../", import.meta.url).href;
const modules = {};
const at = (address) => String(address).replace(/^inline:\\//, root);
const imported = async (address) => modules[address] ?? import(at(address));
const fetch = async (address, ...how) => {
  const file = files[String(address)];
  return file === undefined ? globalThis.fetch(at(address), ...how) : new Response(file);
};
"""


@cache
def together_names() -> dict[str, tuple[str, str, str]]:
    """Returns three facts for each joined file, by the file's name: the page that loads it (a key of ENTRIES), the
    board's folder, and the language. The language is empty for styles.
    """
    rooms = sorted({OUTSIDE, *map(room_of, GAMES)})
    pairs = [(f"together/{page}-{room.split('/')[1]}", page, room) for page in ENTRIES for room in rooms]
    styles = {f"{name}.css": (page, room, "") for name, page, room in pairs}
    return styles | {f"{name}-{one}.js": (page, room, one) for name, page, room in pairs for one in languages()}


def together(name: str) -> bytes:
    """Returns the content of the joined file with this name."""
    page, room, language = together_names()[name]
    return (_script(page, room, language) if language else _style(page, room)).encode()


def _script(page: str, room: str, language: str) -> str:
    names = asset_names()
    board = [f"{room}/board.js"] if f"{room}/board.js" in names else []
    carried = tuple(f"{one}/" for one in ("match/browser", "web/tables/browser", room))
    ends = (f"/texts/{language}.json", "/guide/rules.json")
    files = {ROOT + name: asset(name).decode() for name in names if name.startswith(carried) and name.endswith(ends)}
    if page == "replay":
        files = {name: text for name, text in files.items() if "/tables/" not in name and "/guide/" not in name}
    return f"const files = {json.dumps(files, ensure_ascii=False)};\n{PRELUDE}{modules([*board, *ENTRIES[page]])}"


def _style(page: str, room: str) -> str:
    wanted = (*BEFORE, f"{room}/board.css", *BEHIND[page], ASKING.replace(".js", ".css"))
    names = asset_names()
    return "\n".join(asset(name).decode() for name in wanted if name in names)
