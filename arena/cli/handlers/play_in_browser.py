"""`arena play --me`: opens a table on this machine, at which the person who runs the command plays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from arena.cli.confinement import box_at
from arena.cli.terminal.messages import tell
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
    """Opens a table in the browser, prints the link for the person in seat 0, and serves the table until Ctrl-C.

    `others`: the bots or people in the seats from 1 on.
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
            tell(f"other players sit down with this link: {link}{opened.invitation}")
        tell(
            f"open the link to sit down; Ctrl-C ends the server, and arena serve{game_option(game)} continues the table"
        )

    serve(Collection(()), listen(BIND), (), show, table_service)
