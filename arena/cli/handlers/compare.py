"""`arena compare`: whether one version of a bot is better than another."""

import secrets
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.building.manifest import Manifest
from arena.building.ready import ready
from arena.cli.confining import box_at
from arena.cli.main import INTERRUPTED, complaining
from arena.cli.output_option import output_folder
from arena.cli.progress import ProgressLine
from arena.cli.saying import tell
from arena.errors import ArenaError
from arena.games.contract import GameInfo
from arena.games.registry import GAMES, find_game
from arena.league.league import League
from arena.league.schedule import create_schedule
from arena.league.versions import comparison_league, find_bots, opponents_for
from arena.text import json_text, printable
from arena.tournament.comparing import compare as play
from leaderboards.reports.comparing import Outcome
from leaderboards.stopping.sequential import Evidence, Plan, Verdict

SEED_BITS: Final = 53
"""As many as a number of JSON has: a bot does not find the seed by trial."""
NOT_BETTER: Final = 1
FAILED: Final = 2
SENTENCES: Final = {
    Verdict.BETTER: "better: {new} beats more of its opponents than {old}",
    Verdict.WORSE: "worse: {new} beats fewer of its opponents than {old}",
    Verdict.NO_DIFFERENCE: "no difference: {new} and {old} beat the same share of opponents, give or take {margin:g} %",
    Verdict.NONE: "undecided: {new} and {old} are too close for so few blocks; more may tell them apart (--blocks)",
}
STOPPED: Final = (
    "The comparison stopped when the difference looked large, so this estimate is too large on average; "
    "the interval allows for that."
)


def compare(
    new: str,
    old: str,
    *,
    against: tuple[str, ...],
    game: str | None,
    edition: str | None,
    seats: int | None,
    blocks: int,
    margin: float,
    seed: int | None,
    workers: int,
    in_flight: int,
    sandbox: str,
    output: Path | None,
    recall: str,
    as_json: bool,
) -> None:
    """Say whether NEW is better than OLD."""
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    with complaining(FAILED):
        league = _league((new, old), against, (game, edition, seats), blocks, seed)
        bots = tuple(ready(bot, tell) for bot in league.bots)
        league = replace(league, bots=bots, box=box_at(sandbox), recall=recall, output=output_folder(output, bots))
        opponents = ", ".join(bot.name for bot in league.bots[2:])
        tell(f"{create_schedule(league).sentence()}: {opponents}; seed {seed}")
        with ProgressLine() as line:
            compared = play(league, Plan(margin / 100), workers, in_flight, _Teller(line))
        if not compared.progress.finished():
            sys.exit(INTERRUPTED)
        found = compared.outcome
        if as_json:
            click.echo(json_text(found.values() | {"seed": seed}, indent=2))
        else:
            _show(found, margin)
    sys.exit(0 if found.evidence.verdict() is Verdict.BETTER else NOT_BETTER)


def _league(
    versions: tuple[str, str],
    against: tuple[str, ...],
    rules: tuple[str | None, str | None, int | None],
    blocks: int,
    seed: int,
) -> League:
    """The comparison as a league; raises ArenaError."""
    game, edition, seats = rules
    game = game or _only_game(find_bots(versions[:1], None)[0])
    new, old, *named = find_bots((*versions, *against), game)
    info = find_game(game).info
    seats = seats or info.seats[-1]
    _demand(info, edition, seats)
    opponents = opponents_for(game, named, seats)
    return comparison_league(game, edition or info.editions[0], seats, new, old, opponents, blocks, seed)


def _only_game(bot: Manifest) -> str:
    if len(bot.games) != 1:
        plays = " and ".join(bot.games) or "any game"
        raise ArenaError("which-game", f"{bot.name} plays {plays}", f"add --game, one of {', '.join(GAMES)}")
    return bot.games[0]


def _demand(info: GameInfo, edition: str | None, seats: int) -> None:
    if seats not in info.seats:
        between = f"{info.seats[0]} to {info.seats[-1]}"
        raise ArenaError("bad-seats", f"{info.title} is played by {between} bots, not {seats}", "give other --seats")
    if edition is not None and edition not in info.editions:
        raise ArenaError(
            "bad-edition", f"{info.title} has no edition {edition!r}", f"it has {', '.join(info.editions)}"
        )


class _Teller:
    """Says on standard error how a comparison goes on."""

    def __init__(self, line: ProgressLine) -> None:
        self._line = line
        self.progressed, self.ended = line, line.finish

    def looked(self, evidence: Evidence) -> None:
        verdict = evidence.verdict()
        self._line.say(f"{_interval(evidence)}: {'no verdict yet' if verdict is Verdict.NONE else verdict.value}")


def _interval(evidence: Evidence) -> str:
    low, high = (100 * end for end in evidence.interval())
    beaten = f"{100 * evidence.mean():+.1f} % of opponents beaten"
    return f"{evidence.blocks()} blocks ({evidence.equal()} equal): {beaten}, 95 % interval {low:+.1f} to {high:+.1f}"


def _show(found: Outcome, margin: float) -> None:
    names, verdict = {"new": found.new.name, "old": found.old.name}, found.evidence.verdict()
    click.echo(printable(SENTENCES[verdict].format(**names, margin=margin)))
    click.echo(_interval(found.evidence))
    if verdict in (Verdict.BETTER, Verdict.WORSE):
        click.echo(STOPPED)
    width = max(map(len, names.values()))
    for version in (found.new, found.old):
        faults = ", ".join(f"{times} {kind}" for kind, times in sorted(version.faults.items())) or "none"
        click.echo(
            printable(
                f"{version.name:<{width}}  version {version.version}  {version.matches} matches  "
                f"mean score {version.mean_score:.2f}  win share {100 * version.win_share:.1f} %  faults: {faults}"
            )
        )
