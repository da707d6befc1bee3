"""Tests which step of `arena check` finds the mistake of a miniature (a tiny test bot), and how it reports the mistake.

A few miniatures make no mistake, and must pass.
"""

from typing import Final, NamedTuple

import pytest

from arena.authoring.conformance.check import PREPARATIONS, STEPS, STUMBLED, Outcome, Verdict
from tests.authoring.conformance.checking import MINIATURES, check, copy_of, names
from tests.suite.proved import rests_on_proof
from tests.suite.sizes import sized
from tests.transport.hosting import left_running

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400), rests_on_proof("check")]

PASSES: Final = (
    "behaves",
    "keeps_books",
    "minds_being_asked",
    "one_match_at_a_time",
    "slow_to_answer",
    "slow_to_start",
    "tells_its_environment",
    "tells_its_match",
)
"""The miniatures that pass the check. `slow_to_answer` is slow only in its first turn, and within the time limit."""
FAILS: Final = {
    "acknowledges_nothing": "clock",
    "announces": "handshake",
    "announces_a_gigabyte": "decisions",
    "answers_all_at_once": "clock",
    "answers_empty_batches": "batches",
    "answers_late": "clock",
    "answers_twice": "decisions",
    "answers_unread": "decisions",
    "answers_unsent": "decisions",
    "cannot_start_twice": "restart",
    "chokes_on_many_actions": "huge",
    "chokes_on_unknown_fields": "unknown",
    "chooses_before_hello": "handshake",
    "closes_its_stream": "decisions",
    "crashes_in_second_match": "decisions",
    "crashes_in_turn": "decisions",
    "crashes_once": "decisions",
    "dies_by_signal": "decisions",
    "empty_choices": "decisions",
    "escapes_its_group": "decisions",
    "exits_at_once": "start",
    "fails_at_goodbye": "goodbye",
    "fails_to_build": "build",
    "floods_stderr": "decisions",
    "floods_stream": "decisions",
    "floods_stream_more": "decisions",
    "ignores_an_edition": "editions",
    "ignores_goodbye": "goodbye",
    "illegal_action": "decisions",
    "leaves_a_file": "leftovers",
    "leaves_a_process": "leftovers",
    "leaves_before_hello": "start",
    "mismatched_choices": "decisions",
    "mixes_matches": "batches",
    "never_connects": "start",
    "only_four_seats": "seats",
    "opens_a_second_stream": "decisions",
    "opens_many_connections": "start",
    "opens_many_streams": "handshake",
    "opens_one_stream_after_another": "decisions",
    "opens_two_streams": "handshake",
    "outlives_its_stream": "goodbye",
    "overruns_its_window": "decisions",
    "reads_nothing": "start",
    "reads_only_welcome": "clock",
    "says_hello_twice": "handshake",
    "sends_garbage": "decisions",
    "sends_nothing": "decisions",
    "slow_once": "clock",
    "spawns_a_child": "leftovers",
    "speaks_at_the_last_moment": "clock",
    "stalls": "clock",
    "times_out_now_and_then": "clock",
    "wrong_token": "handshake",
    "wrong_turn_id": "decisions",
    "wrong_version": "version",
}
"""The miniatures that fail, each with the first step that fails."""
ALONE: Final = (
    "answers_all_at_once",
    "answers_late",
    "cannot_start_twice",
    "chokes_on_unknown_fields",
    "crashes_once",
    "fails_at_goodbye",
    "leaves_a_file",
    "leaves_a_process",
    "mixes_matches",
    "outlives_its_stream",
    "slow_once",
    "spawns_a_child",
)
"""Miniatures whose mistake makes only one step fail. `cannot_start_twice` is an exception: its lock file also makes the
last step fail.
"""


TIMED: Final = ("answers_all_at_once", "answers_late", "never_connects", "slow_once", "stalls")
"""Miniatures that mostly wait. They are checked apart from the others, because other checks would slow the arena down,
and a slow arena excuses late answers.
"""


ALIKE: Final = (
    "announces_a_gigabyte", "answers_twice", "answers_unread", "answers_unsent", "closes_its_stream",
    "crashes_in_second_match", "dies_by_signal", "empty_choices", "floods_stderr", "floods_stream",
    "floods_stream_more", "mismatched_choices", "opens_a_second_stream", "opens_one_stream_after_another",
    "overruns_its_window", "sends_garbage", "sends_nothing", "wrong_turn_id",
)  # fmt: skip
"""Miniatures that fail the step with ordinary decisions. `make test` leaves them out here: other miniatures fail the
same step, and tests/transport also plays these.
"""
TRIED: Final = [name for name in (*PASSES, *FAILS) if name not in sized(ALIKE, ())]
FEW: Final = STEPS[: 1 + [step.name for step in STEPS].index("decisions")]
"""The steps of a check up to and including the step with ordinary decisions; these steps find most mistakes."""
WHOLE: Final = ("crashes_in_turn", "exits_at_once", "illegal_action")
"""Miniatures whose mistake the first steps find. They nevertheless run all steps, to test that the later steps report
nothing new.
"""
SHORT: Final = sized(
    [name for name in TRIED if FAILS.get(name) in {step.name for step in FEW} and name not in WHOLE], []
)
"""Miniatures that run only the first steps in `make test`. The later steps would report nothing new, as the miniatures
in WHOLE prove.
"""


class Checked(NamedTuple):
    """The results of all checks. `complaints` has what bots noted as wrong in the arena's messages."""

    outcomes: dict[str, list[Outcome]]
    complaints: list[str]
    left: list[int]
    """The ids of processes that still run after the checks."""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    home, bots = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("bots")
    for miniature in TRIED:
        copy_of(miniature, bots)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        outcomes = check([name for name in TIMED if name not in SHORT], bots)
        outcomes |= check([name for name in TRIED if name not in (*TIMED, *SHORT)], bots)
        patch.setattr("arena.authoring.conformance.check.STEPS", FEW)
        outcomes |= check(SHORT, bots)
    noted = home / "complaints"
    return Checked(outcomes, noted.read_text().splitlines() if noted.exists() else [], left_running(home))


def test_every_miniature_is_in_the_table() -> None:
    there = {path.parent.name for path in MINIATURES.glob("*/bot.py")}
    assert there == {*PASSES, *FAILS}


@pytest.mark.parametrize("miniature", PASSES)
def test_a_bot_that_does_no_wrong_passes(checked: Checked, miniature: str) -> None:
    assert names(checked.outcomes[miniature], Verdict.FAIL) == []


@pytest.mark.parametrize("miniature", [name for name in TRIED if name in FAILS])
def test_the_step_that_is_meant_for_it_fails_first(checked: Checked, miniature: str) -> None:
    assert names(checked.outcomes[miniature], Verdict.FAIL)[:1] == [FAILS[miniature]]


@pytest.mark.parametrize("miniature", ALONE)
def test_one_mistake_is_found_by_one_step(checked: Checked, miniature: str) -> None:
    failed = names(checked.outcomes[miniature], Verdict.FAIL)
    assert failed == [FAILS[miniature]] or (miniature == "cannot_start_twice" and failed == ["restart", "leftovers"])


@pytest.mark.parametrize("miniature", TRIED)
def test_every_step_is_told_in_order(checked: Checked, miniature: str) -> None:
    outcomes = checked.outcomes[miniature]
    prepared = [step.name for step in PREPARATIONS]
    steps = [step.name for step in (FEW if miniature in SHORT else STEPS)]
    assert [outcome.name for outcome in outcomes] == [*prepared, *steps]
    assert [outcome.number for outcome in outcomes] == list(range(1, len(outcomes) + 1))
    for outcome in outcomes:
        told = bool(outcome.expected and outcome.happened and outcome.advice)
        assert told == (outcome.verdict is Verdict.FAIL)
        assert bool(outcome.detail) >= (outcome.verdict is Verdict.SKIPPED)


@pytest.mark.parametrize(
    ("miniature", "happened", "printed"),
    [
        ("exits_at_once", "the process ended with exit status 3 before it said hello", "nothing to do here"),
        ("never_connects", "it did not say hello within 10 s", "I would rather not"),
        ("wrong_version", "the bot speaks protocol version 99, this arena speaks version 1", ""),
        ("crashes_in_turn", "the process ended with exit status 1", "ZeroDivisionError"),
        ("illegal_action", "it chose 99999 in verraeter, edition official, seat 0 of 4, phase set-up", ""),
        ("stalls", "it did not answer within 10 s", "in sleep_for_ever"),
        ("answers_all_at_once", " ms to say anything to a batch of 16 turns with 1000 ms left for each", ""),
        ("mixes_matches", "was another in a match of verraeter", ""),
        (
            "answers_empty_batches",
            "choices is empty; send choices only when there is a choice to send (the batch had no",
            "",
        ),
        ("fails_at_goodbye", "after Goodbye between matches the process ended with exit status 1", "already?"),
        ("outlives_its_stream", "2 s after the end of its stream without a Goodbye the process is still there", ""),
        ("cannot_start_twice", "killed and started again, the process ended with exit status 1", "running already"),
        ("leaves_a_file", "these files are new or changed: diary.txt, $TMPDIR/notes.txt", ""),
        ("leaves_a_process", "when it has ended, these processes that it started are still running: ", ""),
        ("fails_to_build", "there is no compiler", ""),
    ],
)
def test_what_happened_is_told_with_what_the_bot_printed(
    checked: Checked, miniature: str, happened: str, printed: str
) -> None:
    first = next(outcome for outcome in checked.outcomes[miniature] if outcome.verdict is Verdict.FAIL)
    assert happened in first.happened
    assert printed in first.output


@pytest.mark.parametrize("miniature", ["crashes_in_turn", "illegal_action"])
def test_a_failure_in_ordinary_decisions_is_told_once(checked: Checked, miniature: str) -> None:
    outcomes = checked.outcomes[miniature]
    assert names(outcomes, Verdict.FAIL) == ["decisions"]
    assert STUMBLED in {outcome.detail for outcome in outcomes if outcome.verdict is Verdict.SKIPPED}


def test_a_bot_that_plays_one_match_at_a_time_is_not_given_many(checked: Checked) -> None:
    assert names(checked.outcomes["one_match_at_a_time"], Verdict.SKIPPED) == ["build", "batches"]
    assert names(checked.outcomes["behaves"], Verdict.SKIPPED) == ["build"]


def test_a_bot_that_does_not_start_is_asked_no_more(checked: Checked) -> None:
    skipped = names(checked.outcomes["exits_at_once"], Verdict.SKIPPED)
    assert skipped == ["build", *(step.name for step in STEPS[1:])]


def test_the_check_itself_keeps_to_the_protocol(checked: Checked) -> None:
    """Tests that the check itself follows the protocol: the bots that watch the arena's messages complain only about a
    Goodbye in the middle of matches, which the check sends on purpose.
    """
    assert checked.complaints
    assert all(complaint.startswith("goodbye during match") for complaint in checked.complaints)


def test_nothing_is_left_running(checked: Checked) -> None:
    assert checked.left == []
