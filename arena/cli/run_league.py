"""`arena run-league`: plays what has no record yet, and shows the table."""

import os
from contextlib import closing
from pathlib import Path

import click

from arena.cli.main import INTERRUPTED
from arena.cli.show import ProgressLine, printable, show_standings
from arena.league.cluster import run_on_cluster
from arena.league.league import League, house_league, read_league
from arena.league.progress import Progress
from arena.league.running import run_league as run
from arena.league.schedule import blocks_per_round, count_matches, seatings
from leaderboards.databases import is_url
from leaderboards.formats import to_json, write_standings
from leaderboards.standings import Standings
from leaderboards.standings import standings as compute_standings
from leaderboards.store import Store


@click.command("run-league")
@click.argument("league_file", metavar="[LEAGUE.toml]", required=False, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 256), default=lambda: os.cpu_count() or 1, help="Arena processes.")
@click.option("--in-flight", type=click.IntRange(1, 100_000), default=1024, show_default=True, help="Matches per worker.")
@click.option("--db", type=click.Path(path_type=Path, dir_okay=False), help="Results file; others go beside it.")
@click.option("--store", "store_url", metavar="URL", help="Keep records in PostgreSQL: postgresql+psycopg://HOST/DB.")
@click.option("--cluster", metavar="ADDRESS", help="Play on the workers of a Dask scheduler, tcp://HOST:PORT.")
@click.option("--dry-run", is_flag=True, help="Say what would be played.")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def run_league(
    league_file: Path | None,
    workers: int,
    in_flight: int,
    db: Path | None,
    store_url: str | None,
    cluster: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play a league and print its table.

    Without a file it is the house league. Results are kept in results/NAME/. Run it again, and it plays only what has
    no record yet. Interrupt it (Ctrl-C) to let the matches in flight end; interrupt it again to stop at once.
    """
    league = read_league(league_file or house_league())
    folder = db.parent if db else Path("results") / league.name
    place = store_url or str(db or folder / "league.db")
    if dry_run:
        _describe(league, place)
        return
    with closing(Store.create(place, league)) as store:
        progress_line = ProgressLine()
        if cluster:
            progress = run_on_cluster(league, store, cluster, in_flight, progress_line)
        else:
            progress = run(league, store, workers, in_flight, progress_line)
        progress_line.finish(progress)
        table = compute_standings(store.matches())
    write_standings(table, folder)
    _show(table, progress, folder, as_json)
    if progress.stored < progress.total:
        raise SystemExit(INTERRUPTED)


def _describe(league: League, place: str) -> None:
    """Prints the size of the league, and how much of it has been played."""
    total = count_matches(league)
    played = 0
    if is_url(place) or Path(place).is_file():
        with closing(Store.open(place, league)) as store:
            played = sum(store.played(total))
    click.echo(
        f"{league.name}: {league.game}, edition {league.edition}, {league.seats} seats, {len(league.bots)} bots\n"
        f"{league.rounds} rounds of {blocks_per_round(league)} tables, each deal played in {len(seatings(league))} "
        f"seatings: {total} matches, {total - played} of them to play"
    )


def _show(table: Standings, progress: Progress, folder: Path, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(table), nl=False)
    else:
        show_standings(table)
    for bot, reason in sorted(progress.withdrawn.items()):
        click.echo(printable(f"{bot} was {reason}"), err=True)
    if progress.lost_workers:
        whose = "its" if progress.lost_workers == 1 else "their"
        click.echo(f"{progress.lost_workers} of the workers died; {whose} matches were played again", err=True)
    click.echo(f"results: {folder}", err=True)
    if progress.stored < progress.total:
        click.echo(f"{progress.total - progress.stored} matches are left; run the same command to play them", err=True)
