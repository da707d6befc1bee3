"""`arena serve`: the pages of results, and tables for people, in a browser."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from arena.cli.completion import complete_bots, complete_results
from arena.cli.confining import box_at, sandbox_option
from arena.cli.show import tell
from arena.errors import ArenaError
from arena.league.builds.terms import NETWORKS, NO_NETWORK
from arena.sandbox.box import Box
from arena.sandbox.levels import BOXES
from arena.sandbox.proving import AUTO

if TYPE_CHECKING:
    from arena.ladder.ladder import Service

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
@click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep a ladder in FOLDER: people hand bots in, which are built and checked here.",
)
@click.option(
    "--build-network",
    type=click.Choice(NETWORKS[::-1]),
    default=NO_NETWORK,
    show_default=True,
    help="What the builds of bots that are handed in may reach; registries is all this machine can reach.",
)
@sandbox_option
def serve(
    results: tuple[str, ...],
    bind: str,
    hosts: tuple[str, ...],
    folder: Path,
    bots: tuple[str, ...],
    ladder_folder: Path | None,
    build_network: str,
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
        service = _service(ladder_folder, box, sandbox, build_network) if ladder_folder else None
        run(
            Collection(results),
            listening,
            hosts,
            lambda address: tell(f"{address}  (Ctrl-C ends it)"),
            hall,
            box,
            service,
        )


def _service(folder: Path, box: Box, sandbox: str, network: str) -> "Service":
    """The ladder in a folder; raises ArenaError [no-sandbox] where strangers' bots are confined by no box."""
    from arena.ladder.ladder import Ladder, Service  # noqa: PLC0415  # as above
    from arena.ladder.people import people  # noqa: PLC0415

    if sandbox == AUTO and box.level not in BOXES:
        raise ArenaError(
            "no-sandbox",
            "a ladder builds and starts what strangers hand in, and no box holds on this machine",
            "arena sandbox says why; or name a lower level with --sandbox, if you know everybody who hands in",
        )
    ladder = Ladder(folder)
    if ladder.copy:
        tell(f"the database of the ladder was brought to this release; a copy from before is {ladder.copy}")
    with ladder.base.reading() as connection:
        if not people(connection):
            tell(f"nobody can sign in yet: arena admin --ladder {shlex.quote(str(folder))} person add NAME")
    return Service(ladder, box, network)
