"""The command for a preliminary table of an assignment."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from arena.cli.commands.servers.course.options import HERE, WORKERS
from arena.cli.confinement import box_at
from arena.cli.handlers.run_league import LeagueTeller
from arena.cli.terminal.errors import INTERRUPTED
from arena.cli.terminal.messages import tell
from arena.cli.terminal.progress import ProgressLine
from arena.cli.terminal.sheets import show_sheet
from arena.course.closing.trials import demand_aliases
from arena.course.folder import changing
from arena.course.plan.plan import LEAST_BLOCKS
from arena.course.previews.early_trials import try_all
from arena.course.previews.standings import play_standings
from arena.league.league import League
from arena.sandbox.level_proof import Sandbox
from arena.text import one_line
from leaderboards.reports.formats import cells, headings
from leaderboards.reports.sheets import Sheet


@click.command()
@click.argument("assignment")
@click.option(
    "--blocks-each",
    type=click.IntRange(LEAST_BLOCKS, 10_000),
    default=LEAST_BLOCKS,
    show_default=True,
    help="Number of blocks that each bot plays, at least; a block is one deal, played from all seats; with more "
    "blocks, the table can tell apart bots of more similar strength, but play takes longer.",
)
@WORKERS
@HERE
def standings(assignment: str, blocks_each: int, workers: int, folder: Path) -> None:
    """Play a league of the hand-ins that count now.

    ASSIGNMENT is the name of an assignment in course.toml. First, the command tries hand-ins, as `arena course try`
    does. Then the last hand-in of each author that works and is not too late plays. Each author is a student or a
    group; an author without such a hand-in is left out. Nothing is locked or graded, and authors can still hand in.

    The bots play under aliases, against each other and the baselines (the bots in course.toml that students should
    beat), on deals that no final uses. The table is printed, and written to public/ASSIGNMENT-standings/standings.md in
    place of the last table. Each run plays all matches again. If you stop it with Ctrl-C, there is no new table.
    """
    now = datetime.now(UTC)
    with changing(folder) as opened, ProgressLine() as line:
        demand_aliases(opened)
        of = opened.plan.assignment(assignment)
        tried = try_all(opened, of, box_at(opened.plan.keys.sandbox, opened.plan.keys.limits), line.say, now=now)
        for sentence in tried.hindrances:
            line.say(one_line(sentence))
        night = play_standings(tried, replace(of, blocks_each=blocks_each), workers, _Teller(line), now=now)
    if night.left:
        tell(f"{night.left} matches are left, so there is no new table; the same command plays all matches again")
        raise SystemExit(INTERRUPTED)
    show_sheet(Sheet(headings(night.standings), tuple(cells(one) for one in night.standings.lines)))
    if without := len(tried.choices) - len(tried.working()):
        tell(
            f"{without} of {len(tried.choices)} authors are not in this table: arena course try {assignment} shows why"
        )
    tell(f"publish {night.table}; the records are in {night.results}")


class _Teller(LeagueTeller):
    """A reporter that prints the progress of play, but not how bots are confined, because the command has already
    printed this.
    """

    def __init__(self, line: ProgressLine) -> None:
        super().__init__(line)
        self.confined = _say_nothing

    def founded(self, league: League) -> None:
        """Prints nothing, because readers could mistake this league's commitment for the commitment of the final."""


def _say_nothing(sandbox: Sandbox, wanted: str) -> None:
    pass
