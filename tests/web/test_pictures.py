"""Tests of the screenshots in docs/: pages show all of them, their files are small, and they can be retaken."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.suite.sizes import sized
from tests.web.kinds import SIZES
from tests.web.pictures import ALL, FOLDER, PICTURES, SEATED, opened, seated, size, take_all, with_palette
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TREE = Path(__file__).parents[2]
LEAST_BYTES, MOST_BYTES = 20_000, 150_000
"""The limits on the size of a picture's file. A picture in which the board is missing is smaller than LEAST_BYTES."""


def test_pages_name_the_pictures_there_are_and_say_what_is_on_them() -> None:
    named = set()
    for page in (TREE / "README.md", *TREE.glob("docs/**/*.md")):
        for words, target in re.findall(r"!\[([^]]*)]\(([^)]+)\)", page.read_text("utf-8")):
            assert len(words) > 20, f"{page}: {target} is not described for people who cannot see it"
            named.add((page.parent / target).resolve())
    assert named == set(FOLDER.iterdir()) == {FOLDER / f"{name}.png" for name in ALL}


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_small_and_as_large_as_its_window(name: str) -> None:
    png, picture = (FOLDER / f"{name}.png").read_bytes(), ALL[name]
    assert LEAST_BYTES < len(png) < MOST_BYTES
    assert size(png) == (picture.width, picture.height)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_can_be_taken_anew(browser: "Browser", address: str, city: str, name: str) -> None:
    picture = PICTURES[name]
    page = opened(browser, picture, f"{city}/city" if picture.league == "city" else f"{address}/cup")
    top = page.locator(picture.top)
    assert top.is_visible()
    box = top.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < picture.height / 4
    png = page.screenshot()
    assert size(with_palette(page, png) if sized(name == "phone", all_of_it=True) else png) == size(
        (FOLDER / f"{name}.png").read_bytes()
    )
    page.close()


def test_a_picture_of_a_table_can_be_taken_anew(browser: "Browser", tmp_path: Path) -> None:
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        sitter = seated(browser, SEATED["play-supply"], server)
        assert sitter.page.locator(".chooser .confirm").is_visible()
        sitter.close()


def test_every_kind_of_page_can_be_looked_at(
    browser: "Browser", tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    take_all(browser, tmp_path, ["wall-rows"])
    assert capsys.readouterr().out.count("%") == len(SIZES)
    assert len({*tmp_path.iterdir()}) == 2 * len(SIZES)
