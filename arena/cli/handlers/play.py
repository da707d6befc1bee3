"""`arena play`: plays one match, in the terminal or at a table in the browser."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.building.manifest import Manifest, demand_game, find_manifest, read_manifest
from arena.building.ready import ready
from arena.cli.confinement import box_at
from arena.cli.options.output import output_folder
from arena.cli.terminal.interrupts import run_interruptibly
from arena.cli.terminal.match_text import Teller, tell_result
from arena.cli.terminal.messages import tell
from arena.errors import ArenaError
from arena.games.chance import SEED_BYTES, Chance
from arena.games.contract import Game
from arena.games.outside.fault import GameFault
from arena.games.registry import create_game, find_game
from arena.match import Match, MatchSpec
from arena.match.trial import trial_deal, trial_id, trial_seeds
from arena.system.commands import joined
from arena.transport import Assignment, Clock, Finished, Host, Launch
from arena.transport.machine.watchdog import watch

if TYPE_CHECKING:
    from arena.match.document import ClockData
    from arena.tls.listen_address import Listening


def play(
    game: str,
    bots: tuple[str, ...],
    *,
    edition: str | None,
    seed: int | None,
    sandbox: str,
    output: Path | None,
    save: Path | None,
    serve: bool,
    bind: str,
    board: bool,
    me: bool,
) -> None:
    """Plays one match of a game, and prints the match action by action or, with `me`, opens a table for a person."""
    if me:
        if output or save or serve:
            raise click.UsageError(
                "--output, --save and --serve cannot be used with --me, because a table with people has its own page "
                "and record"
            )
        from arena.cli.handlers.play_in_browser import sit_down  # noqa: PLC0415  # the server's libraries take a moment to load

        sit_down(game, bots, edition, seed, sandbox)
        return
    info = find_game(game).info
    if len(bots) not in info.seats:
        numbers = info.seat_numbers()
        raise ArenaError(
            "bad-seats",
            f"{info.title} is played by {numbers} bots, but {len(bots)} were named",
            f"name {numbers} bots, one for each seat; the same bot may be named more than once",
        )
    if edition is not None and edition not in info.editions:
        raise ArenaError(
            "bad-edition",
            f"{info.title} does not have an edition named {edition!r}",
            f"give --edition one of: {', '.join(info.editions)}",
        )
    seed = secrets.randbits(32) if seed is None else seed
    manifests = [read_manifest(find_manifest(bot, Path(), game)) for bot in bots]
    for manifest in manifests:
        demand_game(manifest, game)
    manifests = _seated([ready(manifest, tell) for manifest in manifests])
    box, output = box_at(sandbox), output_folder(output, manifests)
    click.echo(f"{info.title}, edition {edition or info.editions[0]}, seed {seed}; shown with the secrets of all seats")
    spec = MatchSpec(
        id=trial_id(seed),
        game=game,
        rules_version=info.rules_version,
        edition=edition or info.editions[0],
        components=bytes(SEED_BYTES),
        deal=trial_deal(seed),
        entrants=tuple(manifest.entrant() for manifest in manifests),
    )
    seeds = trial_seeds(len(bots))
    launches = [manifest.launch(box, output) for manifest in manifests]
    listening = _listen(bind) if serve else None
    clock = Clock(keep_times=serve or save is not None)
    played = create_game(game)
    try:
        finished = run_interruptibly(_play(played, launches, Assignment(spec, seeds), clock, board=board))
    except GameFault as fault:
        raise fault.at(getattr(played, "written", played)) from fault
    tell_result(finished.record)
    if output:
        tell(f"what the bots printed: {output}")
    if save or listening:
        command = joined(["arena", "play", game, *bots, "--seed", str(seed), "--edition", spec.edition])
        _show_page(finished, clock, f"{info.title}, {spec.edition}, seed {seed}", command, save, listening)


def _seated(manifests: Sequence[Manifest]) -> list[Manifest]:
    """Returns the manifests with distinct names. If a bot takes several seats, the number of the seat is appended to
    its name in every seat but the first.
    """
    names = [manifest.name for manifest in manifests]
    return [
        manifest if names.index(manifest.name) == seat else replace(manifest, name=f"{manifest.name}-{seat}")
        for seat, manifest in enumerate(manifests)
    ]


def _listen(bind: str) -> "Listening":
    """Opens the socket on which the match will be served. Raises ArenaError [bad-bind] if this is not possible at the
    address `bind`.
    """
    from arena.tls.listen_address import listen  # noqa: PLC0415  # its libraries take a moment to load

    return listen(bind)


def _show_page(
    finished: Finished, clock: Clock, title: str, command: str, out: Path | None, listening: "Listening | None"
) -> None:
    """Makes a web page that replays the match. Writes the page to the file `out`, serves it until Ctrl-C, or both."""
    from leaderboards.pages.files.single import played_page, write_played  # noqa: PLC0415  # templates take a moment to load
    from leaderboards.store import StoredMatch  # noqa: PLC0415  # as above

    times = finished.thinking_us, finished.slowest_us, finished.choices_us
    match = StoredMatch(0, finished.record, *times, finished.notes)
    granted: ClockData = {"bank_ms": clock.bank_ms, "increment_ms": clock.increment_ms}
    if out:
        write_played(match, granted, title, command, out)
        tell(f"{out} opens in any browser")
    if listening:
        from arena.web.one_page import serve_page  # noqa: PLC0415  # the server's libraries take a moment to load

        serve_page(
            played_page(match, granted, title, command),
            listening,
            lambda address: tell(f"the match: {address} until Ctrl-C"),
        )


async def _play(
    game: Game[Any, Any], launches: Sequence[Launch], assignment: Assignment, clock: Clock, *, board: bool
) -> Finished:
    finished: list[Finished] = []
    watch(game)
    follower = _Follower(game, assignment.spec, board=board)
    async with Host(game, launches, clock, in_flight=1, on_progress=follower, ends_late=True) as host:
        await host.play([assignment], finished.append)
    return finished[0]


class _Follower:
    """Prints each action of a match as soon as it is taken. The host, which plays the match, calls this object with the
    match when it begins and after each action.
    """

    def __init__(self, game: Game[Any, Any], spec: MatchSpec, *, board: bool) -> None:
        self._teller = Teller(game, spec, game.deal(len(spec.entrants), spec.edition, Chance(spec.deal)), board=board)
        self._told = 0

    def __call__(self, match: Match) -> None:
        notes = dict(match.notes())
        for action in match.actions[self._told :]:
            self._teller.take(action, match.faults, note=notes.get(self._told, ""))
            self._told += 1
