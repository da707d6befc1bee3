"""`arena play --me`: opens a table on this machine, at which its user plays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from arena.cli.confinement import box_at
from arena.cli.messages import tell
from arena.games.game_option import game_option
from arena.tables.bots import Bots
from arena.tables.service import FOLDER, TableService
from arena.tables.table_settings import PERSON, read_terms
from arena.tls.listen_address import listen
from arena.web.serving import serve
from leaderboards.pages.shown.collection import Collection

BIND: Final = "127.0.0.1:0"
NAME: Final = "me"


def sit_down(game: str, others: Sequence[str], edition: str | None, seed: int | None, sandbox: str) -> None:
    """Opens a table at which the user of this machine has seat 0 and `others` have the next seats.

    It prints the link to the user's seat, and serves the table until Ctrl-C.
    """
    box = box_at(sandbox)
    bots = Bots((), box, tell)
    seats = [PERSON, *(other if other == PERSON else bots.add(other) for other in others)]
    terms = read_terms({"game": game, "edition": edition, "seats": seats, "seed": seed})
    table_service = TableService(Path(FOLDER), bots)
    opened = table_service.open(terms, 0, NAME)

    def show(address: str) -> None:
        link = f"{address}tables/{opened.table.facts.id}/link/"
        click.echo(f"{link}{opened.token}")
        if len(terms.people()) > 1:
            tell(f"others sit down with this link: {link}{opened.invitation}")
        tell(f"open the link to sit down; Ctrl-C ends it, and arena serve{game_option(game)} goes on with it")

    serve(Collection(()), listen(BIND), (), show, table_service)
