"""`arena run-league`: plays what has no record yet, and shows the table."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.cli.confining import tell_sandbox
from arena.cli.main import INTERRUPTED
from arena.cli.show import ProgressLine, duration, show_standings, tell
from arena.errors import ArenaError
from arena.league.building import built, demand_tools
from arena.league.cluster import demand_address, run_on_cluster
from arena.league.confinement import confined
from arena.league.identity import commitment
from arena.league.league import League, house_league, read_league
from arena.league.overload import available_cores, demand_cores, demand_one_match
from arena.league.progress import Progress
from arena.league.running import run_league as run
from arena.league.schedule import count_matches, create_schedule, seatings
from arena.league.schedules.contract import Schedule, counted
from arena.league.until import league_looks
from leaderboards.reports.formats import make_folder, remove_standings, to_json, write_standings
from leaderboards.reports.pace import seconds_for
from leaderboards.reports.standings import Standings, stored_standings
from leaderboards.run_keeping import RunKeeper
from leaderboards.stopping.top_apart import TopApart
from leaderboards.store import Store
from leaderboards.store.extent import Extent
from leaderboards.store.places.address import read_address
from leaderboards.store.runs import Run

IN_FLIGHT: Final = 1_024
MOST_SHOWN: Final = 5
"""How many of the places where a league may end are told."""


def _checked(check: Callable[[str], object]) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """Complains of an address before anything else is done."""

    def checked(_context: click.Context, _option: click.Parameter, address: str | None) -> str | None:
        if address is not None:
            check(address)
        return address

    return checked


@click.command("run-league")
@click.argument("league_file", metavar="[LEAGUE.toml]", required=False, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 256), default=available_cores, help="Arena processes.")
@click.option(
    "--in-flight", type=click.IntRange(1, 100_000), help="Matches a worker; default 1024, with strict timing 1."
)
@click.option("--db", type=click.Path(path_type=Path, dir_okay=False), help="Results file; others go beside it.")
@click.option(
    "--store",
    "store_url",
    metavar="URL",
    callback=_checked(read_address),
    help="Keep records in PostgreSQL: postgresql+psycopg://HOST/DB.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    callback=_checked(demand_address),
    help="Play on the workers of a Dask scheduler, tcp://HOST:PORT.",
)
@click.option("--force", is_flag=True, help="Play with strict timing even on too few processors.")
@click.option("--dry-run", is_flag=True, help="Say what would be played.")
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def run_league(
    league_file: Path | None,
    workers: int,
    in_flight: int | None,
    db: Path | None,
    store_url: str | None,
    cluster: str | None,
    force: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play a league and print its table.

    Without a file it is the house league. Results are kept in results/NAME/, in the folder you are in, wherever
    LEAGUE.toml is. Run it again, and it plays only what has no record yet. Interrupt it (Ctrl-C) to let the matches in
    flight end; interrupt it again to stop at once.
    """
    league = read_league(league_file or house_league())
    for sentence in league.left_out:
        tell(sentence)
    folder, place = _place(league, db, store_url)
    if dry_run:
        _describe(league, place, folder, 0 if cluster else workers)
        return
    demand_one_match(league.clock, in_flight)
    in_flight = in_flight or (1 if league.clock.strict() else IN_FLIGHT)
    if not (cluster or force):
        demand_cores(league.clock, workers, available_cores())
    league, sandbox = (league, "") if cluster else _ready(league)
    with closing(Store.create(place, league)) as store:
        make_folder(folder)
        extent = _extent(league, store)
        store.keep_extent(extent)
        click.echo(_commitment(league), err=True)
        progress_line = ProgressLine()
        cores = 0 if cluster else available_cores()
        keeper = RunKeeper(store, 0 if cluster else workers, in_flight, cores, sandbox)
        judge = TopApart(store, league) if league.until else None

        def on_progress(progress: Progress) -> None:
            progress_line(progress)
            keeper(progress)
            _take_away_old_standings(progress, folder)

        try:
            if cluster:
                progress = run_on_cluster(league, store, cluster, in_flight, on_progress, judge, force=force)
            else:
                league = built(league, tell)
                progress = run(league, store, workers, in_flight, on_progress, judge)
        finally:
            keeper.finish()
        progress_line.finish(progress)
        if progress.stored >= progress.total:
            store.keep_extent(replace(extent, reached=progress.decided))
        table = stored_standings(store)
        seal = store.seal().text()
        write_standings(table, folder)
    _show(league, table, progress, folder, store_url or str(db or folder), seal, as_json)
    if progress.stored < progress.total:
        raise SystemExit(INTERRUPTED)


def _ready(league: League) -> tuple[League, str]:
    """The league as it can be played on this machine, and how its bots are confined; raises ArenaError."""
    for bot in league.bots:
        demand_tools(bot)
    league, sandbox = confined(league)
    tell_sandbox(sandbox, league.sandbox)
    return league, sandbox.sentence()


def _place(league: League, db: Path | None, store_url: str | None) -> tuple[Path, str]:
    """The folder for standings, and where records are kept."""
    if db and store_url:
        raise ArenaError("bad-store", "--db and --store are two places for the results", "give one of them")
    folder = db.parent if db else Path("results") / league.name
    return folder, store_url or str(db or folder / "league.db")


def _take_away_old_standings(progress: Progress, folder: Path) -> None:
    """Those of an earlier run tell of fewer matches than are stored."""
    if progress.played() > 0:
        remove_standings(folder)


def _demand_no_fewer(league: League, store: Store) -> None:
    """Complains of a league file that asks for less than has been played: ArenaError [fewer-matches]."""
    total, stored = count_matches(league), store.count()
    if stored > sum(store.played(total)):
        key = "blocks" if league.blocks else "rounds"
        raise ArenaError(
            "fewer-matches",
            f"{league.name}: {key} is {league.blocks or league.rounds}, which makes {total} matches; "
            f"expected no fewer than the {stored} that were played",
            f"raise {key}, or give the league another name; a table of some of its matches would not be the league's",
        )


def _extent(league: League, store: Store) -> Extent:
    """How much there is to play; what was reached earlier still is, unless something else is asked for now."""
    _demand_no_fewer(league, store)
    until, before = league.until.sentence() if league.until else "", store.extent()
    return Extent(count_matches(league), until, bool(before and before.reached and before.until == until))


def _describe(league: League, place: str, folder: Path, workers: int) -> None:
    """Prints the size of the league, how much of it has been played and where, and how long the rest takes."""
    schedule, total = create_schedule(league), count_matches(league)
    played, runs = _stored(league, place)
    click.echo(
        f"{league.name}: {league.game}, edition {league.edition}, {league.seats} seats, {len(league.bots)} bots\n"
        f"{schedule.sentence()}, each deal played in {len(seatings(league))} seatings: "
        f"{total} matches, {total - played} of them to play\n"
        f"{_early_end(league, schedule)}"
        f"{_time(league, total - played, runs, workers) if played < total else ''}"
        f"results: {folder}{'' if played else ', none yet'}\n"
        f"{_commitment(league)}"
    )


def _stored(league: League, place: str) -> tuple[int, tuple[Run, ...]]:
    """How many matches of the league have a record, and the runs that played them."""
    try:
        with closing(Store.open(place, league)) as store:
            _demand_no_fewer(league, store)
            return sum(store.played(count_matches(league))), store.runs()
    except ArenaError as error:
        if error.code == "no-store":
            return 0, ()
        raise


def _time(league: League, left: int, runs: Sequence[Run], workers: int) -> str:
    """How long the rest takes, from what was played; nobody knows how long a bot thinks before it has."""
    seconds = seconds_for(left, runs, workers, available_cores()) if workers else None
    if seconds is None:
        return "time: cannot be known before some of it is played here; interrupt it after a while, and ask again\n"
    most = "at most " if league.until else ""
    return f"time: {most}about {duration(seconds)} with {counted(workers, 'worker')}, at the pace of its earlier runs\n"


def _early_end(league: League, schedule: Schedule) -> str:
    """When the league may end before its schedule does."""
    if league.until is None:
        return ""
    looks = league_looks(len(league.bots), league.seats, schedule.even())
    places = [str(place) for place in looks if place < schedule.total()]
    if not places:
        return f"too short to end early, {league.until.sentence()}: play more\n"
    shown = ", ".join(places[:MOST_SHOWN]) + (", …" if len(places) > MOST_SHOWN else "")
    return f"ends early with the {league.until.sentence()}; looks after {shown} blocks\n"


def _commitment(league: League) -> str:
    """What an organiser publishes before play."""
    return f"commitment: {commitment(league).hex()}"


def _show(
    league: League, table: Standings, progress: Progress, folder: Path, place: str, seal: str, as_json: bool
) -> None:
    if as_json:
        click.echo(to_json(table), nl=False)
    else:
        show_standings(table, place)
    for bot, reason in sorted(progress.withdrawn.items()):
        tell(f"{bot} was {reason}")
    if league.until:
        tell(table.sentence())
    if progress.lost_workers:
        whose = "its" if progress.lost_workers == 1 else "their"
        why = f" ({progress.failure.message})" if progress.failure else ""
        tell(f"{progress.lost_workers} of the workers died{why}; {whose} matches were played again")
    click.echo(f"results: {folder}\nseal: {seal}", err=True)
    if progress.stored < progress.total:
        click.echo(f"{progress.total - progress.stored} matches are left; run the same command to play them", err=True)
