"""Tests of the estimates of who will win: their values, the process that makes them, and their storage."""

import asyncio
import json
import os
import re
import signal
import subprocess
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.asking.estimates import estimate_cache
from arena.asking.estimates.estimate_cache import FOLDER, MOST_OPEN, NONE, Estimated, Wanted
from arena.asking.estimates.playouts import MOST_POINTS, Point, estimate, steps_of
from arena.asking.estimates.program import RUN, answer, command
from arena.errors import ArenaError
from arena.files.text_files import MOST_BYTES
from arena.games.registry import create_game, shipped_components
from arena.match import Fault, FaultKind, MatchRecord, replay
from arena.match.match import ranks_of
from tests.asking.bots import match_after
from tests.end_to_end.processes import until


@cache
def played(seed: int = 1) -> MatchRecord:
    """Returns the record of a match of Verräter with random choices."""
    match, rng = match_after(0), Random(seed)
    while match.actor is not None:
        match.choose(rng.choice(match.legal))
    return match.record()


@cache
def alone() -> str:
    """Returns the estimates of the match `played()`, made directly in this process."""
    return answer(played(), shipped_components("verraeter"))


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the estimating process run at normal priority, because at low priority these tests would wait for all other
    tests.
    """
    hurried = RUN.replace("main()", "program.take_what_is_left = lambda _: None; main()")
    hurried = hurried.replace("import main", "import main; from arena.asking.estimates import program")
    monkeypatch.setattr("arena.asking.estimates.program.RUN", hurried)


def wanted(record: MatchRecord, folder: Path | None) -> Wanted:
    return Wanted(record, shipped_components(record.spec.game), folder)


async def told(made: Estimated, asked: Wanted) -> str:
    """Requests estimates, waits until they have been made, and returns them as JSON, or NONE if there are none."""
    text = await made.ask(asked)
    await asyncio.gather(*made._open.values())
    return text or await made.ask(asked) or ""


def test_each_step_has_its_shares_and_the_last_ones_are_how_the_match_ended() -> None:
    record = played()
    points = [Point(step, tuple(shares)) for step, shares in json.loads(alone())["points"]]
    assert [point.step for point in points] == list(range(len(record.actions) + 1))
    assert all(abs(sum(point.shares) - 1) < 0.001 for point in points)
    assert points[-1].shares == tuple((rank == 1) / record.ranks.count(1) for rank in record.ranks)
    assert 0.05 < min(points[0].shares) < max(points[0].shares) < 0.6


def test_a_share_is_how_often_a_seat_wins_by_chance() -> None:
    """Tests that an estimated share is how often a seat wins if all seats choose at random from a step on.

    The test counts each seat's wins in 400 such random matches. The share of wins may differ from the estimate by four
    standard errors.
    """
    record, game, rng = played(), create_game("verraeter"), Random(99)
    step = len(record.actions) // 2
    state = list(replay(record, game))[step].state
    wins = [0.0] * len(record.ranks)
    for _ in range(400):
        now = state
        while game.actor(now) is not None:
            now = game.apply(now, rng.choice(game.legal_actions(now)))
        ranks = ranks_of(game.merits(now), frozenset())
        wins = [won + (rank == 1) / ranks.count(1) for won, rank in zip(wins, ranks, strict=True)]
    for share, won in zip(estimate(record, game, step, state).shares, wins, strict=True):
        assert abs(share - won / 400) < 4 * (0.25 / 64 + 0.25 / 400) ** 0.5


def test_of_a_long_match_as_many_steps_at_even_distances_are_estimated() -> None:
    assert steps_of(3) == [0, 1, 2, 3]
    many = steps_of(10 * MOST_POINTS)
    assert (len(many), many[0], many[-1]) == (MOST_POINTS, 0, 10 * MOST_POINTS)
    assert len({after - before for before, after in pairwise(many)}) <= 2


@pytest.mark.usefixtures("eager")
def test_what_is_kept_is_what_the_estimator_says_alone_and_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = wanted(played(), tmp_path)

    async def asks() -> None:
        made = Estimated()
        assert await told(made, asked) == alone()
        await made.close()
        with monkeypatch.context() as patch:
            patch.setattr(estimate_cache, "command", lambda: ["false"])
            assert await told(Estimated(), asked) == alone()  # from the disk, because the estimator cannot start
            assert await told(Estimated(), wanted(played(seed=2), tmp_path)) == NONE

    asyncio.run(asks())
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [asked.name()]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text[:-9],
        lambda text: text.replace('"version":1', '"version":2'),
        lambda text: text.replace("[0,[", "[1,["),
        lambda text: text.replace("[0,[", '[0,["x",'),
        lambda text: json.dumps(json.loads(text) | {"more": "<script>"}),
        lambda text: json.dumps(json.loads(text) | {"points": json.loads(text)["points"][1:]}),
        lambda text: "[" * 100_000,
        lambda text: text + " " * MOST_BYTES,
        lambda text: re.sub(r"0\.\d+", "NaN", text, count=1),
        lambda text: re.sub(r"0\.\d+", "1.5", text, count=1),
    ],
)
def test_what_is_not_as_it_was_kept_is_made_again(tmp_path: Path, change: Any) -> None:
    asked = wanted(played(), tmp_path)
    file = tmp_path / FOLDER / asked.name()
    file.parent.mkdir()
    file.write_text(alone())
    assert estimate_cache._read(asked) == alone()
    file.write_text(change(alone()))
    assert estimate_cache._read(asked) == ""


@pytest.mark.usefixtures("eager")
def test_it_is_kept_where_nothing_can_be_written_only_as_long_as_the_server_lives(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("somebody else's")
    asked = wanted(played(), tmp_path)

    async def asks() -> None:
        made = Estimated()
        text = await told(made, asked)
        assert text == await told(made, asked) != NONE
        await made.close()

    asyncio.run(asks())


def test_few_matches_wait_and_all_end_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def hanging() -> list[str]:
        started.append(1)
        return ["sleep", "1000"]

    monkeypatch.setattr(estimate_cache, "command", hanging)
    record = played()

    async def asks() -> None:
        made = Estimated()
        for number in range(MOST_OPEN):
            spec = replace(record.spec, id=bytes([number]) * 16)
            assert await made.ask(wanted(replace(record, spec=spec), None)) is None
        with pytest.raises(ArenaError, match="because 8 other matches are waiting for their estimates, which is"):
            await made.ask(wanted(record, None))
        await made.close()

    asyncio.run(asks())
    assert len(started) == 1


@pytest.mark.usefixtures("eager")
def test_a_match_of_other_rules_has_no_estimates() -> None:
    record = played()
    other = replace(record, spec=replace(record.spec, rules_version=99))
    assert asyncio.run(told(Estimated(), wanted(other, None))) == NONE


def test_it_takes_only_what_nobody_else_wants_of_the_processors() -> None:
    with subprocess.Popen(
        command(), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        until(lambda: os.sched_getscheduler(process.pid) == os.SCHED_IDLE, "it stands back")
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
        group = Path(f"/proc/{process.pid}/autogroup")
        until(lambda: not group.exists() or "nice 19" in group.read_text(), "its session does, too")
        process.send_signal(signal.SIGKILL)


def test_who_has_forfeited_wins_no_more() -> None:
    record, game = played(), create_game("verraeter")
    early = replace(record, faults=(Fault(0, FaultKind.TIMEOUT, 5, "its time was up"),))
    state = list(replay(record, game))[4].state
    assert estimate(early, game, 4, state) == estimate(record, game, 4, state)
    assert estimate(early, game, 5, state).shares[0] == 0
