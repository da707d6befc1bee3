"""`arena run-league`: plays a league and prints the table."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.listen import ADDRESS
from arena.cli.options.output import output_option
from arena.system.processes.cores import available_cores


@click.command("run-league")
@click.argument("league_file", metavar="[LEAGUE.toml]", required=False, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 256), default=available_cores, help="Number of arena processes.")
@click.option(
    "--in-flight",
    type=click.IntRange(1, 100_000),
    help="Matches at a time in each worker; default: 1024 to 4096, by processes of a bot; strict timing: 1.",
)
@click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The results file; the standings are written next to it.",
)
@click.option(
    "--store",
    "store_url",
    metavar="URL",
    help="Store records in PostgreSQL: postgresql+psycopg://HOST/DB.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, tcp://HOST:PORT or tls://HOST:PORT.",
)
@click.option("--remote", metavar="HOST:PORT", help="Address for remote bots to connect to; port 0: any free port.")
@click.option(
    "--tls-certificate",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Certificate for the address of --remote.",
)
@click.option("--tls-key", metavar="FILE", type=click.Path(path_type=Path), help="Private key of that certificate.")
@output_option
@click.option("--force", is_flag=True, help="Allow strict timing on too few processors.")
@click.option("--dry-run", is_flag=True, help="Print which matches would be played, and play none.")
@click.option("--found", is_flag=True, help="Draw the seed and print the commitment; play nothing yet.")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
@click.option(
    "--serve", is_flag=True, help="Serve the league to browsers while it is played and afterwards, until Ctrl-C."
)
@click.option("--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Address for --serve.")
@handled_in("run_league")
def run_league() -> None:
    """Play a league and print its table.

    Without a file, the house league is played; the names languages and hetverraad stand for two more leagues that come
    with the arena. Results go to results/NAME/ in the current folder. Run the command again to continue: it plays only
    matches that have no record yet. Press Ctrl-C to finish the matches under way; press it again to stop at once.
    """
