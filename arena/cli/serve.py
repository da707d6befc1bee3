"""`arena serve`: the pages of results, and tables for people, in a browser."""

from pathlib import Path
from typing import Final

import click

from arena.cli.completion import complete_bots, complete_results
from arena.cli.confining import box_at, sandbox_option
from arena.cli.show import tell
from arena.errors import ArenaError

ADDRESS: Final = "127.0.0.1:8080"


@click.command()
@click.argument("results", nargs=-1, shell_complete=complete_results)
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Where to listen.")
@click.option(
    "--host", "hosts", metavar="NAME", multiple=True, help="Another name browsers may ask for, as of a proxy."
)
@click.option(
    "--tables",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tables"),
    show_default=True,
    help="Where the tables of people are kept.",
)
@click.option(
    "--bot",
    "bots",
    metavar="PATH",
    multiple=True,
    shell_complete=complete_bots,
    help="A bot that people may have at their tables, beside the house bots.",
)
@sandbox_option
def serve(
    results: tuple[str, ...],
    bind: str,
    hosts: tuple[str, ...],
    folder: Path,
    bots: tuple[str, ...],
    sandbox: str,
) -> None:
    """Show leagues in a browser, while they are played and afterwards; let people play at tables.

    RESULTS are folders of leagues, results files, or URLs of databases with #LEAGUE behind them; without any, it is
    what lies in results/. Of them nothing is written, and who plays notices nothing. House bots can be asked what they
    would choose in a match. Tables go on where they were when the server is started again. Only this machine can look
    and play, unless --bind says otherwise. Ctrl-C ends it.
    """
    from arena.tables.bots import Bots  # noqa: PLC0415
    from arena.tables.hall import Hall  # noqa: PLC0415
    from arena.web.serving import listen  # noqa: PLC0415
    from arena.web.serving import serve as run  # noqa: PLC0415  # the server's libraries take a moment to load
    from leaderboards.pages.shown.collection import Collection, demand_there  # noqa: PLC0415

    demand_there(results)
    listening = listen(bind)
    with listening.socket:
        box = box_at(sandbox)
        offered = Bots(bots, box, tell)
        try:
            hall = Hall(folder, offered)
        except ArenaError as error:
            tell(f"no tables here: {error.message}")  # leagues can be shown by many
            hall = None
        run(Collection(results), listening, hosts, lambda address: tell(f"{address}  (Ctrl-C ends it)"), hall, box)
