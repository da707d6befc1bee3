"""`arena serve`: the pages of results, in a browser."""

from typing import Final

import click

from arena.cli.completion import complete_results
from arena.cli.show import tell

ADDRESS: Final = "127.0.0.1:8080"


@click.command()
@click.argument("results", nargs=-1, shell_complete=complete_results)
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Where to listen.")
@click.option(
    "--host", "hosts", metavar="NAME", multiple=True, help="Another name browsers may ask for, as of a proxy."
)
def serve(results: tuple[str, ...], bind: str, hosts: tuple[str, ...]) -> None:
    """Show leagues in a browser, while they are played and afterwards.

    RESULTS are folders of leagues, results files, or URLs of databases with #LEAGUE behind them; without any, it is
    what lies in results/. Nothing is written, and who plays notices nothing. Only this machine can look, unless --bind
    says otherwise. Ctrl-C ends it.
    """
    from arena.web.serving import serve as run  # noqa: PLC0415  # the server's libraries take a moment to load
    from leaderboards.pages.shown.collection import Collection, demand_there  # noqa: PLC0415

    demand_there(results)
    run(Collection(results), bind, hosts, lambda address: tell(f"{address}  (Ctrl-C ends it)"))
