"""Tests of the parts of `arena compare` that do not play matches: errors, messages and exit status."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.cli.handlers import compare as handler
from arena.league.league import League
from arena.league.playing.progress import Progress
from arena.tournament.comparison_run import Compared
from leaderboards.reports.comparison_report import Outcome, Version
from leaderboards.stopping.pentanomial import ENDS
from leaderboards.stopping.sequential import Plan, weigh
from tests.cli.conftest import Arena
from tests.league.leagues import write_bot


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("greedy rondom", "bot-not-found", "the bot rondom was not found"),
        ("greedy random --against bankr", "bot-not-found", "the bot bankr was not found"),
        ("random greedy", "which-game", "the bot random plays any game"),
        ("greedy hetverraad-builder", "wrong-game", "hetverraad-builder plays hetverraad, not verraeter"),
        ("greedy banker --seats 5", "bad-seats", "is played by 3 to 4 bots, but 5 were requested"),
        ("greedy banker --edition second", "bad-edition", "does not have an edition named 'second'"),
    ],
)
def test_what_is_wrong_is_said_and_the_status_is_not_that_of_a_verdict(
    arena: Arena, arguments: str, code: str, message: str
) -> None:
    result = arena("compare", *arguments.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert f"  [{code}]\nHint: " in result.stderr


@pytest.mark.parametrize(
    "arguments",
    ["greedy", "greedy banker --blocks 1", "greedy banker --margin 100", "greedy banker --margin nan"],
)
def test_wrong_usage_has_the_same_status(arena: Arena, arguments: str) -> None:
    assert arena("compare", *arguments.split()).exit_code == 2


def test_a_bot_that_says_one_game_needs_no_option(arena: Arena, tmp_path: Path) -> None:
    write_bot(tmp_path, "mine", 'games = ["hetverraad"]\n')
    assert "mine plays" not in arena("compare", "mine", "greedy").stderr
    assert "greedy plays verraeter, not hetverraad" in arena("compare", "mine", "greedy").stderr


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that fixes the result of every comparison of the test, so that no match is played.

    The returned function takes five `counts`: how many pairs of matches have each result, from two losses of the new
    version to two wins. `repeats` is the number of further pairs, which do not count because they repeat other pairs.
    """

    def ends(*counts: int, repeats: int = 0) -> None:
        def play(league: League, plan: Plan, *_: Any) -> Compared:
            leads = [end for end, count in zip(ENDS, counts, strict=True) for _ in range(count)]
            new, old = (
                Version(bot.name, "1", "", 2 * len(leads), 0.5, 0.5, {}, pairs)
                for bot, pairs in zip(league.bots, (counts, counts[::-1]), strict=False)
            )
            progress = Progress.of(total=2, stored=2)
            return Compared(Outcome(league, weigh(plan, leads, repeats), new, old), progress)

        monkeypatch.setattr(handler, "play", play)

    return ends


TWO = ("compare", "random", "random", "--game", "connect-four", "--sandbox", "none")


def test_with_two_seats_the_versions_meet_and_the_five_ends_of_pairs_are_told(
    arena: Arena, ended: Callable[..., None]
) -> None:
    ended(31, 12, 150, 22, 55)
    result = arena(*TWO)
    assert result.exit_code == 0
    assert "random (new) and random (old) in 500 pairs of matches, each pair of one deal; seed " in result.stderr
    first, second, _, new, old = result.stdout.splitlines()
    assert first == "better: random (new) wins more of its matches against random (old) than it loses"
    assert second.startswith(
        "270 pairs (31 LL, 12 LD, 150 WL or DD, 22 WD, 55 WW): +10.7 % of matches, won less lost, "
    )
    assert second.endswith("log-likelihood ratio 3.20, decides at ±2.94")
    assert "pairs: 31 LL, 12 LD, 150 WL or DD, 22 WD, 55 WW  faults: none" in new
    assert "pairs: 55 LL, 22 LD, 150 WL or DD, 12 WD, 31 WW  faults: none" in old


def test_a_lead_so_large_that_it_decides_before_the_ratio_is_told_so(arena: Arena, ended: Callable[..., None]) -> None:
    ended(0, 0, 0, 0, 16)
    assert "log-likelihood ratio 0.78, short of ±2.94, but so large a lead decides by itself" in arena(*TWO).stdout


def test_a_lead_that_is_too_small_is_not_better(arena: Arena, ended: Callable[..., None]) -> None:
    ended(200, 0, 600, 0, 200)
    result = arena(*TWO)
    assert result.exit_code == 1
    assert result.stdout.startswith("not better: random (new) does not lead random (old) by 5 % of their matches\n")


@pytest.mark.parametrize(
    ("counts", "verdict"), [((30, 0, 10, 0, 0), "worse: "), ((1, 0, 1, 0, 1), "undecided: ")], ids=["worse", "open"]
)
def test_what_is_no_better_has_a_status_of_its_own(
    arena: Arena, ended: Callable[..., None], counts: tuple[int, ...], verdict: str
) -> None:
    ended(*counts)
    result = arena(*TWO, "--against", "random")
    assert result.exit_code == 1
    assert result.stdout.startswith(verdict)
    assert ("this estimate is too large on average" in result.stdout) == (verdict == "worse: ")


def test_pairs_that_repeat_others_are_told_and_more_of_them_are_not_asked_for(
    arena: Arena, ended: Callable[..., None]
) -> None:
    ended(0, 0, 2, 0, 0, repeats=498)
    result = arena(*TWO)
    assert result.exit_code == 1
    assert "undecided: random (new) and random (old) play the same matches again and again" in result.stdout
    assert "2 pairs (0 LL, 0 LD, 2 WL or DD, 0 WD, 0 WW, 498 more repeat others)" in result.stdout


def test_with_opponents_the_versions_do_not_meet(arena: Arena, ended: Callable[..., None]) -> None:
    ended(0, 0, 2, 0, 0)
    result = arena(*TWO, "--against", "random")
    assert "each against the same of 1 opponent: random; seed " in result.stderr
    assert "2 blocks (2 equal): +0.0 % of opponents beaten" in result.stdout
