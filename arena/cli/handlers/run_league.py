"""`arena run-league`: plays a league and prints the table."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.cli.compiled import PLAIN, is_compiled, is_installed
from arena.cli.confinement import tell_sandbox
from arena.cli.options.game import tell_game
from arena.cli.options.listen import tls_of
from arena.cli.options.output import output_folder
from arena.cli.terminal.errors import INTERRUPTED
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import ProgressLine, duration
from arena.errors import ArenaError
from arena.games.game_option import game_option
from arena.league.identity import commitment
from arena.league.league import League
from arena.league.league_file import find_league, read_league
from arena.league.playing.cluster_address import demand_address
from arena.league.schedule import processes
from arena.league.schedules.contract import counted
from arena.league.schedules.registry import LADDER
from arena.remote.gate_settings import Bind
from arena.remote.tokens import tokens_beside
from arena.sandbox.levels import Level
from arena.system.commands import quoted
from arena.system.signals import wait_for_interrupt
from arena.tournament.league_run import Played, Resources, play
from arena.tournament.league_run import found as found_league
from arena.tournament.outlook import Outlook, outlook
from arena.tournament.place import Place
from leaderboards.store.places.address import read_address, without_password

KNOWN_SEED: Final = (
    "the league file sets seed, so a bot may know the seed and thus every deal; "
    "leave seed out to let the arena draw a secret seed"
)
MOST_SHOWN: Final = 5
"""The maximum number of possible early ends of a league that are listed. Each is listed as the number of blocks (groups
of matches) before it.
"""


def run_league(
    *,
    league_file: Path | None,
    workers: int,
    in_flight: int | None,
    db: Path | None,
    store_url: str | None,
    cluster: str | None,
    remote: str | None,
    tls_certificate: Path | None,
    tls_key: Path | None,
    output: Path | None,
    force: bool,
    dry_run: bool,
    found: bool,
    as_json: bool,
    serve: bool,
    bind: str,
) -> None:
    """Plays a league and prints its table. With `dry_run`, only describes the league.

    With `found`, stores the league's seed, which is drawn if the league file has none, and describes the league.
    """
    _demand_addresses(store_url, cluster)
    league_file = find_league(league_file)
    league = read_league(league_file)
    tell_game(league.game)
    for sentence in (*league.left_out, *league.shown):
        tell(sentence)
    if league.seed is not None and league.sandbox != Level.NONE and not all(bot.in_house() for bot in league.bots):
        tell(KNOWN_SEED)
    place = Place.of(league, db, store_url)
    if found:
        found_league(league, place)
    if dry_run or found:
        _describe(outlook(league, place, 0 if cluster else workers), workers, place)
        return
    if remote is not None:
        league = _with_gate(league, Bind(remote, tls_of(tls_certificate, tls_key)), league_file)
    league = replace(league, output=_output(output, league, cluster))
    if is_installed() and not is_compiled():
        tell(PLAIN)
    listening = league.gate.listening.socket if league.gate else nullcontext()
    with listening, _served(league, place, bind) if serve else nullcontext():
        with ProgressLine() as line:
            played = play(league, place, Resources(workers, in_flight, cluster, force), LeagueTeller(line))
        _show(league, played, place, as_json)
        if serve and played.progress.finished():
            tell("the pages are served until you interrupt this command (Ctrl-C)")
            _wait_for_interrupt()
    if not played.progress.finished():
        raise SystemExit(INTERRUPTED)
    if not serve:
        tell(f"in a browser: arena serve {_quoted(place.reference(league))}{game_option(league.game)}")


def _demand_addresses(store_url: str | None, cluster: str | None) -> None:
    """Raises ArenaError if the address of a store or a cluster is malformed."""
    if store_url is not None:
        read_address(store_url)
    if cluster is not None:
        demand_address(cluster)


def _output(output: Path | None, league: League, cluster: str | None) -> Path | None:
    """Returns the folder for the output of bots, or None if `output` is None. Creates the folder if it does not exist.

    Raises click.UsageError if `output` and `cluster` are both given, and ArenaError if the folder cannot be used.
    """
    if output and cluster:
        raise click.UsageError(
            "--output cannot be used with --cluster, because the output of bots stays on the machines of the cluster"
        )
    return output_folder(output, league.players())


@contextmanager
def _served(league: League, place: Place, bind: str) -> Iterator[None]:
    """Serves the league's pages to browsers during a `with` block, and prints their address."""
    from arena.web.league_server import served_beside  # noqa: PLC0415  # the server's libraries take a moment to load

    with served_beside([place.reference(league)], bind, league.bring_game) as address:
        tell(f"in a browser: {address}")
        yield


def _with_gate(league: League, bind: Bind, league_file: Path) -> League:
    """Opens a gate, the server to which remote bots connect, and returns the league with the gate. Prints its address.

    Raises ArenaError [remote] if the league has no remote bots, and the errors of `Bind.terms`.
    """
    remotes = league.remotes()
    if not remotes:
        problem = f"--remote was given, but the league file {league_file} does not list a remote bot"
        raise ArenaError(
            "remote", problem, 'leave --remote out, or add the lines [[bots]] and remote = "NAME" to the file'
        )
    terms = bind.terms(remotes, tokens_beside(league_file))
    tell(f"waiting at {terms.listening.address()} for the remote bots {', '.join(remotes)}")
    return replace(league, gate=terms)


def _wait_for_interrupt() -> None:
    with suppress(KeyboardInterrupt):
        wait_for_interrupt()


def _quoted(reference: str) -> str:
    """Returns a reference to results, quoted for a shell. If the reference is a URL, its password is left out."""
    return quoted(without_password(reference))


class LeagueTeller:
    """Prints the progress of a league on standard error."""

    def __init__(self, line: ProgressLine) -> None:
        self.told, self.confined = line.say, tell_sandbox
        self.progressed, self.ended = line, line.finish

    def founded(self, league: League) -> None:
        """Prints the league's commitment, a hash for organisers to publish, before any match is played."""
        click.echo(_commitment(league), err=True)


def _describe(found: Outlook, workers: int, place: Place) -> None:
    """Prints the size of a league, how many matches are left, how long they will take, and where the results are."""
    league, left = found.league, found.total - found.played
    click.echo(
        f"{league.name}: {league.game}, edition {league.edition}, {league.seats} seats, {len(league.players())} bots\n"
        f"{found.schedule.sentence()}, each deal played in {found.seatings} seatings: "
        f"{found.total} matches, {left} of them to play\n"
        f"{_early_end(league, found)}"
        f"{_processes(league)}"
        f"{_time(league, found, workers) if left else ''}"
        f"results: {place.folder}{'' if found.played else ', none yet'}\n"
        f"{_commitment(league)}"
    )


def _processes(league: League) -> str:
    """Returns a line with the maximum number of bot processes in a worker; an empty text if no bot may have several
    processes in a worker.
    """
    each = processes(league)
    return f"recall none: up to {each * len(league.players())} processes of bots in each worker\n" if each > 1 else ""


def _time(league: League, found: Outlook, workers: int) -> str:
    """Returns a line with the estimated time for the remaining matches, judged by the speed of earlier runs. Without
    earlier runs, the line says that the time is unknown.
    """
    if found.left_s is None:
        return "time: unknown until a part of it is played here; interrupt it after a while, and ask again\n"
    time = f"{'at most ' if league.until else ''}about {duration(found.left_s)}"
    return f"time: {time} with {counted(workers, 'worker')}, at the pace of its earlier runs\n"


def _early_end(league: League, found: Outlook) -> str:
    """Returns a line that lists the numbers of blocks (groups of matches) after which the league may end early. The
    line is empty if the league has no goal that would end it early.
    """
    if league.until is None:
        return ""
    if not found.looks:
        return f"too short to end early, {league.until.sentence()}: play more\n"
    shown = ", ".join(map(str, found.looks[:MOST_SHOWN])) + (", …" if len(found.looks) > MOST_SHOWN else "")
    return f"ends early with the {league.until.sentence()}; looks after {shown} blocks\n"


def _commitment(league: League) -> str:
    """Returns a line with the league's commitment, a hash over its seed and other data. If the league has no seed yet,
    the line says that there is no commitment.
    """
    if league.seed is None:
        return "commitment: none before --found or play draws the seed"
    return f"commitment: {commitment(league).hex()}"


def _show(league: League, played: Played, place: Place, as_json: bool) -> None:
    table, progress = played.standings, played.progress
    if as_json:
        from leaderboards.reports.formats import to_json  # noqa: PLC0415  # loaded after the last match

        click.echo(to_json(table), nl=False)
    else:
        from arena.cli.terminal.sheets import show_standings  # noqa: PLC0415  # loaded after the last match

        show_standings(table, place.name, played.league.game)
    for bot, reason in sorted(progress.withdrawn.items()):
        tell(f"{bot} was {reason}")
    for bot, took_ms in sorted(progress.round_trips_ms.items()):
        tell(f"{bot}: round trip {took_ms:.1f} ms")
    for level in sorted({sandbox.partition(",")[0] for sandbox in progress.sandboxes}):
        tell(f"sandbox on the cluster: {level}")
    if league.until:
        tell(table.sentence())
    if progress.lost_workers:
        whose = "its" if progress.lost_workers == 1 else "their"
        why = f" ({progress.failure.message})" if progress.failure else ""
        tell(f"{progress.lost_workers} of the workers died{why}; {whose} matches were played again")
    click.echo(f"results: {place.folder}\nseal: {played.seal}", err=True)
    if not played.progress.finished():
        click.echo(f"{progress.total - progress.stored} matches are left; run the same command to play them", err=True)
    elif league.seed is None and league.schedule != LADDER:  # a ladder continues, so its seed stays secret
        click.echo(f"seed: {played.league.seed}", err=True)
