"""`arena serve`: serves leagues and tables to browsers."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from arena.building.builds.build_limits import NETWORKS, NO_NETWORK
from arena.cli.confinement import box_at
from arena.cli.options.completion import complete_bots, complete_results
from arena.cli.options.game import game_files_option
from arena.cli.options.listen import ADDRESS, tls_of
from arena.cli.options.one_of import OneOf
from arena.cli.options.sandbox import sandbox_option
from arena.cli.terminal.messages import tell, tell_to
from arena.errors import ArenaError
from arena.sandbox.box import Box
from arena.sandbox.levels import AUTO, BOXES, Level
from arena.system.commands import quoted
from arena.system.kinds import demand_linux
from arena.tls.listen_address import listen

if TYPE_CHECKING:
    from arena.ladder.ladder import Ladder


@click.command()
@click.argument("results", nargs=-1, shell_complete=complete_results)
@click.option(
    "--bind",
    metavar="HOST:PORT",
    default=ADDRESS,
    show_default=True,
    help="Address at which the server listens, HOST:PORT; with the HOST 0.0.0.0, other machines can connect, too; with "
    "the PORT 0, the server takes any free port.",
)
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="Another host name under which browsers reach the server, such as the name of a proxy; repeat the option for "
    "more names. Without this option, browsers can use IP addresses, localhost, this machine's name and the HOST of "
    "--bind; the server refuses requests for any other name.",
)
@click.option(
    "--tls-certificate",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with a certificate chain, to serve pages over HTTPS; needs --tls-key; default: pages are served "
    "over HTTP.",
)
@click.option(
    "--tls-key",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with the private key of the certificate in --tls-certificate; give both options or neither.",
)
@click.option(
    "--tables",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("tables"),
    show_default=True,
    help="Folder that stores the tables (matches with people); it is made if it is missing.",
)
@click.option(
    "--bot",
    "bots",
    metavar="PATH",
    multiple=True,
    shell_complete=complete_bots,
    help="Bot that people can play against, in addition to the house bots (bots that come with the arena): the path of "
    "its folder or of its bot.toml; repeat the option for more bots.",
)
@click.option(
    "--ladder",
    "ladder_folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the ladders that the server runs; a ladder named LADDER has the file ladders/LADDER.toml in it. "
    "People submit bots. This machine plays the matches of the bots and, unless --cluster is given, also builds and "
    "checks the bots. Needs Linux. In a new folder, the server makes the ladders verraeter and hetverraad. Default: no "
    "ladders. To add the person NAME: arena admin --ladder FOLDER person add NAME",
)
@click.option(
    "--database",
    metavar="URL",
    help="With --ladder: PostgreSQL database for a new folder of ladders, postgresql://USER@HOST/DATABASE; default: a "
    "file in the folder. For an existing folder, leave out this option: the folder keeps its database.",
)
@click.option(
    "--build-network",
    type=OneOf(NETWORKS[::-1]),
    default=NO_NETWORK,
    show_default=True,
    help="With --ladder: what the builds of submitted bots can reach; none: no network; registries: package "
    "registries, but also every other address that the machine on which the builds run can reach.",
)
@click.option(
    "--examiners",
    metavar="N",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="With --ladder: number of submissions that are built and checked at the same time. Each uses about one "
    "processor: of this machine or, with --cluster, of a worker.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="With --ladder: build and check submissions on the workers of the Dask scheduler at this address, "
    "tcp://HOST:PORT or tls://HOST:PORT; default: on this machine.",
)
@click.option(
    "--health",
    metavar="HOST:PORT",
    help="Second address, HOST:PORT, at which the server offers the paths /live, /ready and /metrics to programs that "
    "monitor it. Only your own machines should reach this address. Default: the server does not offer these paths.",
)
@click.option(
    "--log",
    "form",
    type=OneOf(("text", "json")),
    help="Form of the server's log on standard error, which has a line for each response and for each step of the work "
    "on a submission; text: each line is text; json: each line is a JSON object; default: no such lines, but only "
    "warnings and errors, as sentences.",
)
@sandbox_option
@game_files_option
def serve(
    results: tuple[str, ...],
    bind: str,
    hosts: tuple[str, ...],
    *,
    tls_certificate: Path | None,
    tls_key: Path | None,
    folder: Path,
    bots: tuple[str, ...],
    ladder_folder: Path | None,
    database: str | None,
    build_network: str,
    examiners: int,
    cluster: str | None,
    health: str | None,
    form: str | None,
    sandbox: str,
) -> None:
    """Serve leagues, and tables for people, to browsers.

    RESULTS are the leagues to show. Each is a results file (league.db), a folder with such a file, a folder of such
    folders, or the URL of a league in a database, postgresql://USER@HOST/DATABASE#LEAGUE. Without RESULTS, the server
    shows all leagues in the folder results/.

    Leagues are shown while they are played and afterwards. The server reads their results, and does not slow down
    play. Next to the results, it stores only estimates of who will win, for matches that people look at. Viewers can
    ask house bots, the bots that come with the arena, what they would choose in a match.

    Tables are matches in which people play. They continue after a restart of the server.

    Only browsers on this machine can connect, unless --bind gives another address. The address to open is printed at
    the start. Stop the server with Ctrl-C.
    """
    from arena.ladder.ladder import Service  # noqa: PLC0415
    from arena.ladder.playing.files import CHALLENGES, RESULTS  # noqa: PLC0415
    from arena.tables.bots import Bots  # noqa: PLC0415
    from arena.tables.service import TableService  # noqa: PLC0415
    from arena.web.serving import serve as run  # noqa: PLC0415  # the server's libraries take a moment to load
    from leaderboards.pages.shown.collection import Collection, demand_there  # noqa: PLC0415

    if not ladder_folder:
        _refuse_what_is_for_ladders()
    if cluster is not None:
        _demand_cluster(cluster)
    _log(form or "")
    demand_there(results)
    listening = listen(bind, tls_of(tls_certificate, tls_key))
    with listening.socket:
        healthy = listen(health, option="--health") if health else None
        box = box_at(sandbox)
        offered = Bots(bots, box, tell)
        try:
            table_service = TableService(folder, offered)
        except ArenaError as error:  # for example, another server uses this folder
            tell(f"this server has no tables: {error.message}; --tables FOLDER keeps tables in another folder")
            table_service = None
        service = None
        strangers: tuple[Path, ...] = ()
        if ladder_folder:
            ladder = _ladder(ladder_folder, database, box, sandbox)
            service = Service(ladder, box, build_network, examiners, cluster, listening.tls)
            strangers = (ladder.folder / RESULTS, ladder.folder / CHALLENGES)
        if healthy:
            tell(f"{healthy.address()}metrics has the state of the server")
        run(
            Collection(results, *strangers),
            listening,
            hosts,
            lambda address: tell(f"{address}  (Ctrl-C ends it)"),
            table_service,
            box,
            service,
            healthy,
        )


def _log(form: str) -> None:
    """Starts the log of the server, on standard error.

    `form`: "text" or "json"; the messages of `tell` then go to the log, too. If `form` is empty, the log has only
    warnings and errors, and `tell` prints as usual.
    """
    from arena.web.logs import log_as  # noqa: PLC0415  # as above

    log_as(form)
    if form:
        tell_to(logging.getLogger("arena.serve").info)


def _refuse_what_is_for_ladders() -> None:
    """Raises click.UsageError if an option was given that has no effect without a ladder."""
    context = click.get_current_context()
    for name in ("database", "build_network", "examiners", "cluster"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name.replace('_', '-')} needs --ladder")


def _demand_cluster(address: str) -> None:
    """Raises ArenaError [no-cluster] if no Dask scheduler answers at the address, or [no-dask] if Dask is not
    installed.
    """
    from arena.league.playing.cluster_address import demand_address, dialled  # noqa: PLC0415  # as above

    demand_address(address)
    with dialled(address):
        pass


def _ladder(folder: Path, database: str | None, box: Box, sandbox: str) -> "Ladder":
    """Opens the ladder in a folder; a missing ladder is created.

    `sandbox`: the level that the user named, or "auto"; a named level is accepted even if it is low. Raises ArenaError
    [needs-linux] if this system is not Linux, [no-sandbox] if `sandbox` is "auto" and the level of `box` is too low for
    bots of strangers.
    """
    demand_linux("a ladder")
    from arena.ladder.accounts.people import people  # noqa: PLC0415
    from arena.ladder.ladder import Ladder  # noqa: PLC0415  # as above

    if sandbox == AUTO and box.level not in BOXES:
        raise ArenaError(
            "no-sandbox",
            f"a ladder runs programs of strangers, so it needs the sandbox level {' or '.join(BOXES)}, but neither "
            "works on this machine",
            f"run arena sandbox to see why; if you trust all authors of bots, choose the level {Level.CONFINED} or "
            f"{Level.NONE} with --sandbox",
        )
    ladder = Ladder(folder, database=database)
    if ladder.copy:
        tell(f"the database of the ladder was upgraded to this release; a copy of the old database is in {ladder.copy}")
    with ladder.base.reading() as connection:
        if not people(connection):
            tell(f"nobody can sign in yet; add a person: arena admin --ladder {quoted(str(folder))} person add NAME")
    return ladder
