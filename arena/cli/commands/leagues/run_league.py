"""`arena run-league`: plays what has no record yet, and shows the table."""

from pathlib import Path

import click

from arena.cli.listening import ADDRESS
from arena.cli.loading import handled_in
from arena.cli.output_option import output_option
from arena.system.processes.cores import available_cores


@click.command("run-league")
@click.argument("league_file", metavar="[LEAGUE.toml]", required=False, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 256), default=available_cores, help="Arena processes.")
@click.option(
    "--in-flight", type=click.IntRange(1, 100_000), help="Matches a worker; default 1024 to 4096, with strict timing 1."
)
@click.option("--db", type=click.Path(path_type=Path, dir_okay=False), help="Results file; others go beside it.")
@click.option(
    "--store",
    "store_url",
    metavar="URL",
    help="Keep records in PostgreSQL: postgresql+psycopg://HOST/DB.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, tcp://HOST:PORT or tls://HOST:PORT.",
)
@click.option("--remote", metavar="HOST:PORT", help="Where remote bots come in; port 0 is any that is free.")
@click.option("--tls-certificate", metavar="FILE", type=click.Path(path_type=Path), help="What --remote shows.")
@click.option("--tls-key", metavar="FILE", type=click.Path(path_type=Path), help="The key of that certificate.")
@output_option
@click.option("--force", is_flag=True, help="Play with strict timing even on too few processors.")
@click.option("--dry-run", is_flag=True, help="Say what would be played.")
@click.option("--found", is_flag=True, help="Draw the seed and say the commitment; play nothing yet.")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
@click.option("--serve", is_flag=True, help="Show it in a browser meanwhile, and afterwards until Ctrl-C.")
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Where, with --serve.")
@handled_in("run_league")
def run_league() -> None:
    """Play a league and print its table.

    Without a file it is the house league; the names languages and hetverraad stand for two more that come with the
    arena. Results are kept in results/NAME/, in the folder you are in, wherever LEAGUE.toml is. Run it again, and it
    plays only what has no record yet. Interrupt it (Ctrl-C) to let the matches in flight end; interrupt it again to
    stop at once.
    """
