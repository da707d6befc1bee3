"""Whoever does not see the board of Het Verraad is told all of it: by its words, and by what a screen reader finds."""

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.games.matches import Case, spread, states_of
from tests.web.choosing import Desk, position

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CASE: Final = Case("hetverraad", "strategic", 3)


@pytest.mark.parametrize("language", ["en", "de", "fr", "nl"])
def test_the_board_is_told_whole(browser: "Browser", address: str, language: str) -> None:
    page = browser.new_page(locale=language)
    desk, game = Desk(page, address, CASE, language), CASE.game
    setup: Any = game.setup(game.view(CASE.deal(1), 0))
    for state, _ in spread(states_of(CASE, 5), 4):
        if game.actor(state) is None:
            continue
        board = position(CASE, state)["board"]
        desk.ask(state)
        read = page.locator(".hetverraad").aria_snapshot()
        for seat in board["seats"]:
            assert f"{seat['stones']} " in read
            assert all(_name(setup, card) in read for card in seat["hand"] if card)
        piles = (*[one["card"] for one in board["row"]], *board["pawnshop"], *board["market"], *board["discard"])
        assert all(_name(setup, card) in read for card in piles)
        told = page.evaluate("board => window.table.told(board)", board)
        for area, printed in zip(board["areas"], setup["areas"], strict=True):
            (line,) = [one for one in told if one.split(":")[0].strip() == area["id"]]
            assert str(printed["price"]) in line
            assert area["building"] is None or _name(setup, area["building"]) in line
            assert not isinstance(area["owner"], int) or ["ann", "ben", "cid"][area["owner"]] in line
        assert board["black_master"]["area"] is None or f" {board['black_master']['area']} " in told[1]
    page.close()


def _name(setup: Any, card: str) -> str:
    return str(next(one["name"] for one in setup["cards"] if one["id"] == card))
