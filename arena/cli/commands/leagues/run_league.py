"""`arena run-league`: plays a league and prints the table."""

from pathlib import Path

import click

from arena.cli.lazy_handlers import handled_in
from arena.cli.options.listen import ADDRESS
from arena.cli.options.output import output_option
from arena.system.processes.cores import available_cores


@click.command("run-league")
@click.argument("league_file", metavar="[LEAGUE.toml]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=available_cores,
    help="Number of processes that play matches; default: one for each processor.",
)
@click.option(
    "--in-flight",
    type=click.IntRange(1, 100_000),
    help="Number of matches that each worker process plays at once; default: with strict timing 1, else 1024 for "
    "each process that a bot has in a worker, at most 4096.",
)
@click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File in which to store the results; the standings are written to the same folder; default: "
    "results/NAME/league.db.",
)
@click.option(
    "--store",
    "store_url",
    metavar="URL",
    help="Store the results in this PostgreSQL database instead of a file: postgresql+psycopg://USER@HOST/DATABASE.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play the matches on the workers of the Dask scheduler at this address, tcp://HOST:PORT or tls://HOST:PORT; "
    "default: on this machine.",
)
@click.option(
    "--remote",
    metavar="HOST:PORT",
    help="Address of this machine to which remote bots connect, needed if the league has remote bots; port 0: any free "
    "port.",
)
@click.option(
    "--tls-certificate",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with a TLS certificate for the address of --remote, so that remote bots connect over TLS.",
)
@click.option(
    "--tls-key",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with the private key of the certificate in --tls-certificate.",
)
@output_option
@click.option(
    "--force",
    is_flag=True,
    help="Play with strict timing even if the machine has fewer processors than workers; thinking times are then "
    "less exact.",
)
@click.option("--dry-run", is_flag=True, help="Print which matches would be played, without playing any.")
@click.option(
    "--found",
    is_flag=True,
    help="Draw the secret seed and print its commitment, which you can publish before play; do not play yet.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
@click.option(
    "--serve", is_flag=True, help="Serve pages of the league to browsers during and after play, until you press Ctrl-C."
)
@click.option(
    "--bind", metavar="HOST:PORT", default=ADDRESS, show_default=True, help="Address at which --serve serves the pages."
)
@handled_in("run_league")
def run_league() -> None:
    """Play a league and print its table.

    Without a file, the house league is played; the names languages and hetverraad stand for two more leagues that come
    with the arena. Results go to results/NAME/ in the current folder. Run the command again to continue: it plays only
    matches that have no record yet. Press Ctrl-C to finish the matches under way; press it again to stop at once.
    """
