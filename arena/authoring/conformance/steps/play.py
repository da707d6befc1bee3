"""The steps of a bot's conformance check that play matches, one at a time and many at once."""

import time
from collections.abc import Iterable
from functools import cache
from itertools import count
from random import Random
from typing import Any, Final

from arena.asking.harness.instance import Instance, Silence, Trouble
from arena.authoring.conformance.bench import Bench, Failed, Skipped
from arena.authoring.conformance.rehearsal import Case, Rehearsal, answers, begin, finish, play
from arena.games.contract import Game
from arena.games.registry import create_game

LEAST_MATCHES: Final = 3
MOST_MATCHES: Final = 40
LEAST_CHOICES: Final = 3
MOST_CHOICES: Final = 1_000
"""The most choices of the bot that a step plans for one match, however quick the bot is."""
BUDGET_S: Final = 3.0
"""The seconds planned for a group of matches, such as the matches of one game in the step `decisions`. A slow bot plays
fewer or shorter matches.
"""
QUIET_S: Final = 0.3
TOGETHER: Final = 32
"""The maximum number of matches that are played twice: first one after the other, then several at the same time."""
LEAST_TOGETHER: Final = 4
TOGETHER_S: Final = 15.0
"""The seconds planned for the matches of the step `batches`, played one after the other with LEAST_CHOICES choices of
the bot in each. They set the number of matches, from LEAST_TOGETHER to TOGETHER.
"""
AT_ONCE: Final = 24
MOST_LONGER: Final = 7
"""The number of different limits on the bot's choices in the matches of the step `batches`. Match `n` allows
`n % MOST_LONGER` more choices than match 0, so that matches do not all end together.
"""

SEATS_DEALS, EDITION_DEALS, BATCH_DEALS = 100, 200, 300
"""The numbers of the first deals in the steps `seats`, `editions` and `batches`. Each step counts on from its own
number, so that no two steps play the same deals.
"""


async def decisions(bench: Bench) -> str:
    """Plays matches of each game until the bot has had a decision in every phase of the game, or until the time for the
    game is up.
    """
    if bench.early:
        raise bench.early
    instance = await bench.present()
    began, choices, told = time.monotonic(), 0, []
    try:
        if bench.first and bench.first.instance is instance:
            await answers(instance, bench.first.turns, bench.limit_s())
            finish(instance, [bench.first.rehearsal])
        for game in bench.games:
            made, met, kinds = await _meet_all(bench, instance, game)
            choices += made
            told.append(f"{made} decisions of {met} of the {kinds} kinds in {game.info.key}")
    except Silence as silence:
        bench.silence = silence.sentence
        raise Skipped(f"{silence.sentence}: see the step clock") from silence
    bench.pace_s = (time.monotonic() - began) / choices
    return "; ".join(told)


async def _meet_all(bench: Bench, instance: Instance, game: Game[Any, Any]) -> tuple[int, int, int]:
    """Plays matches of a game until the bot has had a decision in every phase of the game.

    It plays LEAST_MATCHES to MOST_MATCHES matches. After BUDGET_S seconds it stops, even if it has played fewer.

    Returns the number of the bot's choices, the number of phases in which it had a decision, and the number of all
    phases.
    """
    info, kinds = game.info, _kinds(game.info.key)
    seats, until = info.seats[-1], time.monotonic() + BUDGET_S
    met: set[object] = set()
    choices = 0
    for number in range(MOST_MATCHES):
        rehearsal = Rehearsal(game, Case(info.key, info.editions[0], seats, number % seats, number))
        await play(instance, [rehearsal], bench.limit_s(), until)
        met |= rehearsal.kinds
        choices += len(rehearsal.choices)
        if time.monotonic() > until or (number + 1 >= LEAST_MATCHES and kinds <= met):
            break
    return choices, len(met), len(kinds | met)


@cache
def _kinds(key: str) -> frozenset[object]:
    """Returns the phases of a game in which a seat has decisions, found by playing matches in which all seats choose at
    random.
    """
    game = create_game(key)
    info = game.info
    kinds: set[object] = set()
    for deal in range(MOST_MATCHES):
        rng = Random(deal)  # noqa: S311  # not for secrets
        rehearsal = Rehearsal(game, Case(info.key, info.editions[0], info.seats[-1], 0, deal))
        while rehearsal.waits():
            kinds.add(rehearsal.kind())
            rehearsal.choose(rng.choice(rehearsal.match.legal))
    return frozenset(kinds)


async def seats(bench: Bench) -> str:
    """Plays each game with every number of seats that it allows: one match with the bot in the first seat, and one with
    the bot in the last seat.
    """
    cases = [
        (game, Case(game.info.key, game.info.editions[0], seats, seat, SEATS_DEALS + seats))
        for game in bench.games
        for seats in game.info.seats
        for seat in (0, seats - 1)
    ]
    await _play_each(bench, cases)
    return "; ".join(f"{', '.join(map(str, game.info.seats))} in {game.info.key}" for game in bench.games)


async def editions(bench: Bench) -> str:
    """Plays every edition (variant) of each game twice, with the bot in seat 0 and in seat 1."""
    cases = [
        (game, Case(game.info.key, edition, game.info.seats[-1], seat, EDITION_DEALS))
        for game in bench.games
        for edition in game.info.editions
        for seat in (0, 1)
    ]
    await _play_each(bench, cases)
    return "; ".join(f"{', '.join(game.info.editions)} in {game.info.key}" for game in bench.games)


async def _play_each(bench: Bench, cases: Iterable[tuple[Game[Any, Any], Case]]) -> None:
    cases = list(cases)
    instance = await bench.present()
    most = bench.turns_in(BUDGET_S / len(cases), LEAST_CHOICES, MOST_CHOICES)
    for game, case in cases:
        await play(instance, [Rehearsal(game, case, most)], bench.limit_s())


async def batches(bench: Bench) -> str:
    """Checks that the bot makes the same choices whether it plays matches one after the other or several at a time.

    A bot whose choices vary even when it plays the matches one after the other passes too. The step first checks that
    the bot does not answer a batch without turns.
    """
    instance = await bench.present()
    await _send_no_turn(bench, instance)
    at_once = min(AT_ONCE, instance.max_matches())
    if at_once == 1:
        raise Skipped("the bot plays one match at a time, because its max_matches is 1")
    apart, together = _rehearsals(bench), _rehearsals(bench)
    await play(instance, apart, bench.limit_s())
    await play(instance, together, bench.limit_s(at_once), at_once=at_once, rng=Random(at_once))  # noqa: S311  # not for secrets
    told = f"{sum(len(one.choices) for one in together)} choices in {len(together)} matches, {at_once} at once"
    if (differing := _difference(apart, together)) is None:
        return f"{told}, the same as one after the other"
    again = _rehearsals(bench)
    await play(instance, again, bench.limit_s())
    if _difference(apart, again) is not None:
        return f"{told}, all legal; not compared, because it plays the same match in different ways"
    raise Failed(
        f"{differing}, when {at_once} matches were played at once; one after the other it plays every match the same "
        "way each time",
        "keep the data of each match under the match's number, and none in global variables; or set max_matches to 1",
    )


async def _send_no_turn(bench: Bench, instance: Instance) -> None:
    """Sends a batch that contains only the start of a match, then a batch that contains only the end of this match;
    raises Failed if the bot answers either.
    """
    [rehearsal] = _rehearsals(bench)[:1]
    for tell in (begin, finish):
        tell(instance, [rehearsal])
        instance.flush()
        try:
            await instance.quiet(QUIET_S)
        except Trouble as trouble:
            part = "start" if tell is begin else "end"
            raise Failed(
                f"{trouble.sentence} (the batch had no turn, only the {part} of a match)",
                "do not answer a batch without turns, not even with an empty message",
            ) from trouble


def _rehearsals(bench: Bench) -> list[Rehearsal]:
    """Returns new matches for the step on batches; long matches are broken off.

    From match to match, the game, the edition, the number of seats and the seat of the bot vary.
    """
    most = bench.turns_in(BUDGET_S / TOGETHER, LEAST_CHOICES, MOST_CHOICES)
    rehearsals = []
    together = bench.turns_in(TOGETHER_S / LEAST_CHOICES, LEAST_TOGETHER, TOGETHER)
    for number, deal in zip(range(together), count(BATCH_DEALS), strict=False):
        game = bench.games[number % len(bench.games)]
        info, turn = game.info, number // len(bench.games)
        seats = info.seats[turn % len(info.seats)]
        case = Case(info.key, info.editions[turn % len(info.editions)], seats, turn % seats, deal)
        rehearsals.append(Rehearsal(game, case, most + number % MOST_LONGER))
    return rehearsals


def _difference(apart: list[Rehearsal], together: list[Rehearsal]) -> str | None:
    """Returns a sentence about the first match in which the bot's choices differ between two runs of the same matches;
    None if all choices are equal.
    """
    for one, other in zip(apart, together, strict=True):
        if one.choices != other.choices:
            pairs = zip(one.choices, other.choices, strict=False)
            number = next((at for at, (left, right) in enumerate(pairs, 1) if left != right), len(one.choices))
            case = one.case
            return (
                f"its choice number {number} was another in a match of {case.game}, edition {case.edition}, "
                f"seat {case.seat} of {case.seats}"
            )
    return None
