"""`arena compare`: tests whether one version of a bot is better than another."""

import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from arena.building.manifest import Manifest
from arena.building.ready import ready
from arena.cli.confinement import box_at
from arena.cli.options.output import output_folder
from arena.cli.terminal.errors import INTERRUPTED, complaining
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import ProgressLine
from arena.errors import ArenaError
from arena.games.contract import GameInfo
from arena.games.registry import GAMES, find_game
from arena.league.league import League
from arena.league.schedule import create_schedule
from arena.league.schedules.comparison import VERSIONS
from arena.league.schedules.contract import counted
from arena.league.versions import comparison_league, find_bots, opponents_for
from arena.text import json_text, printable
from arena.tournament.comparison_run import compare as play
from leaderboards.reports.comparison_report import Outcome
from leaderboards.reports.standings import TWO_SEATS
from leaderboards.stopping.pentanomial import NAMES, bound
from leaderboards.stopping.sequential import Evidence, Plan, Verdict

SEED_BITS: Final = 53
"""The number of bits of a randomly drawn seed: as many as a JSON number holds exactly, and too many for a bot to find
the seed by trial.
"""
NOT_BETTER: Final = 1
FAILED: Final = 2
SENTENCES: Final = {
    Verdict.BETTER: "better: {new} beats more of its opponents than {old}",
    Verdict.WORSE: "worse: {new} beats fewer of its opponents than {old}",
    Verdict.NO_DIFFERENCE: "no difference: {new} and {old} beat the same share of opponents, give or take {margin:g} %",
    Verdict.NONE: "undecided: {new} and {old} are too close for so few blocks; more may tell them apart (--blocks)",
}
SENTENCES_OF_PAIRS: Final = SENTENCES | {
    Verdict.BETTER: "better: {new} wins more of its matches against {old} than it loses",
    Verdict.WORSE: "worse: {new} loses more of its matches against {old} than it wins",
    Verdict.NOT_BETTER: "not better: {new} does not lead {old} by {margin:g} % of their matches",
}
REPEATED: Final = (
    "undecided: {new} and {old} play the same matches again and again, which gives no new information; "
    "name opponents that draw random numbers with --against"
)
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
    """Tests whether the version `new` of a bot is better than the version `old`, and prints the verdict."""
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    with complaining(FAILED):
        league = _league((new, old), against, (game, edition, seats), blocks, seed)
        bots = tuple(ready(bot, tell) for bot in league.bots)
        league = replace(league, bots=bots, box=box_at(sandbox), recall=recall, output=output_folder(output, bots))
        tell(f"{_plan_sentence(league)}; seed {seed}")
        plan = Plan(margin / 100, pairs=len(league.bots) == VERSIONS)
        with ProgressLine() as line:
            compared = play(league, plan, workers, in_flight, _Teller(line))
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
    """Returns the league that plays the comparison.

    `versions`: the new and the old version.
    `rules`: the game (None: the only game of the new version), the edition (None: the first), and the number of seats
    (None: the highest).

    Raises ArenaError if a bot is not found or does not play the game. Also raises [bad-seats], [bad-edition], and, if
    the new version does not play exactly one game and none is named, [which-game].
    """
    game, edition, seats = rules
    game = game or _only_game(find_bots(versions[:1], None)[0])
    new, old, *named = find_bots((*versions, *against), game)
    info = find_game(game).info
    seats = seats or info.seats[-1]
    _demand(info, edition, seats)
    opponents = opponents_for(game, named, seats) if named or seats > TWO_SEATS else []
    return comparison_league(game, edition or info.editions[0], seats, new, old, opponents, blocks, seed)


def _plan_sentence(league: League) -> str:
    new, old, *opponents = (bot.name for bot in league.bots)
    if opponents:
        return f"{create_schedule(league).sentence()}: {', '.join(opponents)}"
    return f"{new} and {old} in {counted(league.rounds, 'pair')} of matches, each pair of one deal"


def _only_game(bot: Manifest) -> str:
    if len(bot.games) != 1:
        plays = " and ".join(bot.games) or "any game"
        problem = f"the game to compare in is unclear, because the bot {bot.name} plays {plays}"
        raise ArenaError("which-game", problem, f"name the game with --game; the games are {', '.join(GAMES)}")
    return bot.games[0]


def _demand(info: GameInfo, edition: str | None, seats: int) -> None:
    if seats not in info.seats:
        numbers = info.seat_numbers()
        raise ArenaError(
            "bad-seats",
            f"{info.title} is played by {numbers} bots, but {seats} were requested",
            f"give --seats a number that the game allows: {numbers}",
        )
    if edition is not None and edition not in info.editions:
        raise ArenaError(
            "bad-edition",
            f"{info.title} does not have an edition named {edition!r}",
            f"give --edition one of: {', '.join(info.editions)}",
        )


class _Teller:
    """Prints the progress of a comparison on standard error."""

    def __init__(self, line: ProgressLine) -> None:
        self._line = line
        self.progressed, self.ended = line, line.finish

    def looked(self, evidence: Evidence) -> None:
        verdict = evidence.verdict()
        self._line.say(f"{_interval(evidence)}: {'no verdict yet' if verdict is Verdict.NONE else verdict.value}")


def _interval(evidence: Evidence) -> str:
    low, high = (100 * end for end in evidence.interval())
    repeats = f", {evidence.repeats} more repeat others" if evidence.repeats else ""
    if not evidence.plan.pairs:
        counts, of = f"{evidence.blocks()} blocks ({evidence.equal()} equal{repeats})", "opponents beaten"
    else:
        counts, of = f"{evidence.blocks()} pairs ({_pairs_text(evidence.pairs())}{repeats})", "matches, won less lost"
    interval = f"{100 * evidence.mean():+.1f} % of {of}, 95 % interval {low:+.1f} to {high:+.1f}"
    if not (evidence.plan.pairs and evidence.plan.margin):
        return f"{counts}: {interval}"
    ratio, far = evidence.log_ratio(), bound(evidence.plan.alpha)
    how = f"decides at ±{far:.2f}"
    if abs(ratio) < far and evidence.verdict() is not Verdict.NONE:
        how = f"short of ±{far:.2f}, but so large a lead decides by itself"
    return f"{counts}: {interval}; log-likelihood ratio {ratio:.2f}, {how}"


def _pairs_text(pairs: Sequence[int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in zip(NAMES, pairs, strict=True))


def _show(found: Outcome, margin: float) -> None:
    names, verdict = {"new": found.new.name, "old": found.old.name}, found.evidence.verdict()
    sentences = SENTENCES_OF_PAIRS if found.evidence.plan.pairs else SENTENCES
    repeated = verdict is Verdict.NONE and found.evidence.repeats > found.evidence.blocks()
    click.echo(printable((REPEATED if repeated else sentences[verdict]).format(**names, margin=margin)))
    click.echo(_interval(found.evidence))
    if verdict in (Verdict.BETTER, Verdict.WORSE):
        click.echo(STOPPED)
    width = max(map(len, names.values()))
    for version in (found.new, found.old):
        faults = ", ".join(f"{times} {kind}" for kind, times in sorted(version.faults.items())) or "none"
        share = f"win share {100 * version.win_share:.1f} %"
        if version.pairs:
            share += f"  pairs: {_pairs_text(version.pairs)}"
        click.echo(
            printable(
                f"{version.name:<{width}}  version {version.version}  {version.matches} matches  "
                f"mean score {version.mean_score:.2f}  {share}  faults: {faults}"
            )
        )
