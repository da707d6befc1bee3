"""Runs the checks of a game one after the other."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.games.outside.fault import GameFault, line_of
from arena.testing.bench import Bench, Skipped
from arena.testing.checks import answers, at_once, matches, purity, repeating, sampling, secrets
from arena.testing.limits import Clock, TooLong, interrupted_after, where
from arena.testing.random_matches import Found


class Verdict(Enum):
    """The result of a check: passed, failed or skipped."""

    PASS = "pass"  # noqa: S105  # not a password
    FAIL = "fail"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The full result of one check, as it is reported."""

    number: int
    """The number of the check, from 1."""
    name: str
    verdict: Verdict
    seconds: float
    """The seconds of processor time that the check took."""
    detail: str = ""
    """A summary of the states and matches that were checked, or the reason why the check was skipped."""
    expected: str = ""
    happened: str = ""
    advice: str = ""


class Check(NamedTuple):
    """The check of one rule that every game must keep."""

    name: str
    expected: str
    """The rule, as a sentence."""
    advice: str
    """The advice to the game's author if a method returned a wrong value."""
    run: Callable[[Bench], str]
    """Performs the check and returns a summary of its work; raises GameFault, Found or Skipped."""
    needs: Sequence[str] = ()
    """The names of checks that must pass first. If one of them fails, this check is skipped, because it would only find
    the same fault again.
    """
    about: Sequence[str] = ()
    """The names of the methods that the advice is about; empty means all methods."""


PLAYS: Final = ("facts", "matches", "purity")
CHECKS: Final = (
    Check(
        "facts",
        "the game can be loaded, and has `info` and all methods",
        "",
        matches.facts,
    ),
    Check(
        "matches",
        "in every edition and number of seats random matches end, and until then a seat has legal actions",
        "let `actor` return the seat that must act, and None when the match is over; if matches are longer, "
        "raise info.longest",
        matches.matches,
        PLAYS[:1],
        ("actor",),
    ),
    Check(
        "purity",
        "no method changes the state it is given",
        "let `apply` make a new state, and copy every list and dict that it changes: the arena keeps states and asks "
        "them again",
        purity.purity,
        PLAYS[:2],
    ),
    Check(
        "scores",
        "in every state, each seat has a score that is a whole number",
        "return one whole number for each seat; if scores have fractions, count in the smallest unit",
        answers.scores,
        PLAYS,
    ),
    Check(
        "names",
        "each legal action has a short name of its own, and all its targets are places in rows",
        "put into the name what distinguishes the action from others that are legal at the same time",
        answers.names,
        PLAYS,
        ("action_name",),
    ),
    Check(
        "rows",
        "each seat, and a viewer who sees everything, is shown the rows that `info` names",
        "return, for each Row of info.rows, its values under its name, as many as its width",
        answers.rows,
        PLAYS,
    ),
    Check(
        "replays",
        "the same deal and the same actions give the same states",
        "take all luck from the `chance` of the deal, and keep nothing of a match in the game itself",
        repeating.replays,
        PLAYS,
    ),
    Check(
        "luck",
        "each event of chance is drawn once in a match, and deals differ",
        "number the events, for example by a count that is in the state; keep what is drawn in the state",
        repeating.luck,
        (*PLAYS, "rows", "replays"),
    ),
    Check(
        "secrets",
        "nothing that a seat sees reveals what is hidden from it",
        "look at what `rows` returns for that seat: it must have None for hidden values, and nothing that depends on "
        "them",
        secrets.secrets,
        (*PLAYS, "rows", "replays"),
    ),
    Check(
        "at-once",
        "in some states several seats are asked at once, and what each sees and may do does not depend on the "
        "others' choices",
        "keep choices in the state, and use them only when the last seat has chosen; "
        "leave info.at_once out if seats only ever choose in turn",
        at_once.at_once,
        (*PLAYS, "rows"),
    ),
    Check(
        "sample",
        "in a state that `sample` gives, the seat sees the same rows and has the same legal actions",
        "copy all values that the rows show into the state, and draw only the hidden values",
        sampling.sample,
        (*PLAYS, "rows", "secrets"),
    ),
)
NAMES: Final = [check.name for check in CHECKS]
TOO_LARGE: Final = "its states or rows are too large to be looked at"


class Checking:
    """Runs the checks of one game. A check runs only once: when its result is requested, or when another check needs
    it.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._outcomes: dict[str, Outcome] = {}
        self._left_out: set[str] = set()
        """The names of checks that were not run because a check that they need failed."""

    def outcome(self, name: str) -> Outcome:
        """Returns the result of the check with this name, and runs the check first if it has not run yet."""
        if name not in self._outcomes:
            number = NAMES.index(name)
            check = CHECKS[number]
            missing = [
                need for need in check.needs if self.outcome(need).verdict is Verdict.FAIL or need in self._left_out
            ]
            began = time.process_time()
            if missing:
                self._left_out.add(name)
                outcome = Outcome(number + 1, name, Verdict.SKIPPED, 0, f"{missing[0]} must be passed first")
            else:
                outcome = _make(self._bench, number + 1, check)
            self._outcomes[name] = replace(outcome, seconds=time.process_time() - began)
        return self._outcomes[name]


def _make(bench: Bench, number: int, check: Check) -> Outcome:
    """Runs one check within the time limits, and returns its result."""
    limits = bench.limits
    bench.clock = Clock(limits.seconds)
    advice = check.advice
    try:
        with interrupted_after(limits.seconds + limits.call_seconds):
            return Outcome(number, check.name, Verdict.PASS, 0, check.run(bench))
    except Skipped as skipped:
        return Outcome(number, check.name, Verdict.SKIPPED, 0, str(skipped))
    except Found as found:
        happened, advice = _told(bench, found.fault, f"; {found.moment}"), _advice(check, found.fault)
    except GameFault as fault:
        happened, advice = _told(bench, fault, ""), _advice(check, fault)
    except ArenaError as error:
        happened, advice = error.message, error.hint or advice
    except TooLong as error:
        method, line = where(error.__traceback__)
        does = f"{method} did not end within {limits.call_seconds:g} s of processor time ({line})"
        happened, advice = (
            f"{bench.title()}: {does if method else TOO_LARGE}",
            "look for a loop that does not end there",
        )
    return Outcome(number, check.name, Verdict.FAIL, 0, expected=check.expected, happened=happened, advice=advice)


def _advice(check: Check, fault: GameFault) -> str:
    """Returns the check's advice for the author; empty if the advice does not fit the fault.

    The advice fits the faults of the methods in `about`, or of all methods if `about` is empty. It never fits an error
    that the game's code has raised; `fault.method` is empty then.
    """
    return check.advice if fault.method and (not check.about or fault.method in check.about) else ""


def _told(bench: Bench, fault: GameFault, moment: str) -> str:
    """Returns a fault's message, followed by the file and line of the faulty method, if known, and by `moment`.

    `moment`: a text that begins with "; " and names the match and its actions up to the fault, or an empty text.
    """
    line = line_of(bench.subject().written, fault.method) if fault.method and bench.made else ""
    place = f"{line}{moment}" if line else moment.removeprefix("; ")
    return f"{fault.message} ({place})" if place else fault.message
