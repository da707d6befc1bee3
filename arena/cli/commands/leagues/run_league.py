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
    help="Number of processes on this machine that play matches; default: one for each processor. If the league has "
    "remote bots, only one process plays, whatever the number. With --cluster, this option has no effect.",
)
@click.option(
    "--in-flight",
    type=click.IntRange(1, 100_000),
    help="Greatest number of matches that each worker process plays at once. If the league file has timing = "
    '"strict", only 1 is allowed, and is the default. Otherwise, the default is 1024 if the league\'s recall is '
    '"process". If recall is "none", the default is 1024 times the number of matches with the same deal, but at most '
    "4096.",
)
@click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File in which to store the results; the standings are written to the same folder; default: "
    "results/NAME/league.db, where NAME is the league's name. Not with --store.",
)
@click.option(
    "--store",
    "store_url",
    metavar="URL",
    help="Store the results in this PostgreSQL database instead of a file: postgresql+psycopg://USER@HOST/DATABASE. "
    "The standings are still written to files in results/NAME/, where NAME is the league's name. Not with --db.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play the matches on the workers of the Dask scheduler at this address, tcp://HOST:PORT or "
    "tls://HOST:PORT. Without this option, the matches are played on this machine. Not allowed with --output, or if "
    "the league has remote bots.",
)
@click.option(
    "--remote",
    metavar="HOST:PORT",
    help="Address on this machine at which the command waits for remote bots, which run on their authors' machines; "
    "needed if the league file lists remote bots, and otherwise not allowed; port 0: any free port.",
)
@click.option(
    "--tls-certificate",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with a TLS certificate for the address of --remote, so that remote bots connect over TLS; needs "
    "--tls-key. Without a certificate, --remote must be an address that only this machine can reach, such as "
    "127.0.0.1:0.",
)
@click.option(
    "--tls-key",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="PEM file with the private key of the certificate in --tls-certificate; needs --tls-certificate.",
)
@output_option
@click.option(
    "--force",
    is_flag=True,
    help='Only matters if the league file has timing = "strict": play even if a machine has fewer processors than '
    "workers; thinking times are then measured less exactly. Without --force, the command fails in this case.",
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print how many matches would be played, and where their results go, without playing any.",
)
@click.option(
    "--found",
    is_flag=True,
    help="Draw a secret seed for the league, and store this seed with the results; if LEAGUE.toml sets a seed, that "
    "seed is stored instead. Print the league's commitment, a hash that fixes the deals; you can publish this hash "
    "before play. No match is played; to play, run the command again without --found.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the standings as JSON instead of a table. With --dry-run or --found, this has no effect.",
)
@click.option(
    "--serve",
    is_flag=True,
    help="Serve pages of the league to browsers during play, and after the last match until you press Ctrl-C. If you "
    "press Ctrl-C during play, serving ends together with play.",
)
@click.option(
    "--bind",
    metavar="HOST:PORT",
    default=ADDRESS,
    show_default=True,
    help="Address at which --serve serves the pages; without --serve, it has no effect.",
)
@handled_in("run_league")
def run_league() -> None:
    """Play a league and print its table.

    LEAGUE.toml is the path of a league file, the path of a folder with a file league.toml, or the name of a league that
    comes with the arena: house, languages, hetverraad, connect-four, liars-dice or tron. Without LEAGUE.toml, the
    command plays the league named house.

    The results are stored in results/NAME/ in the current folder, where NAME is the league's name, unless --db or
    --store names another place. To continue a league, run the same command again: it plays only the matches whose
    results are not stored yet. Press Ctrl-C to finish the matches under way and stop; press Ctrl-C twice to stop at
    once.
    """
