"""A test of a game that is not built in and fails at a table: the page says that the match cannot continue, and the
server does not try again.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.games import finding
from arena.tables.bots import Bots
from arena.tables.service import TableService
from tests.games.outside import pig
from tests.games.outside.known import forget_games
from tests.tables.people import Person
from tests.web.playing.sitting import Sitter
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["forget_games"]


@pytest.mark.usefixtures("forget_games")
def test_who_sits_is_told_and_the_log_has_it_once(
    browser: "Browser", tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "pig.py"
    file.write_text(Path(pig.__file__).read_text("utf-8").replace("die = 1 +", "die = 1 // 0 +"), "utf-8")
    finding.add_file(file)
    with serving(table_service=TableService(tmp_path / "tables", Bots())) as server:
        ann = Person(server)
        sitter = Sitter(browser, ann.open(game="pig", seats=["person", "random"])["seat"], locale="de")
        assert sitter.now() == "asks"
        page = sitter.page
        page.locator(".chooser .confirm").click()
        said = page.get_by_role("alert").filter(has_text="Das Spiel ist gescheitert; wer diesen Server betreibt")
        said.wait_for()
        assert page.locator(".turn").inner_text() == "Die Partie geht nicht weiter."
        assert not page.locator(".chooser").is_visible()
        again = ann.post("choices", turn_id=0, action=1)
        assert (again.status, again.json["code"], again.json["hint"]) == (409, "halted", "")
        page.reload()
        said.wait_for()
        sitter.close()
    [told] = [record.getMessage() for record in caplog.records]
    assert told.startswith(
        f"the game Pig: apply raised ZeroDivisionError: integer division or modulo by zero ({file}, "
    )
