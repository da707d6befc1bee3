"""Checks that no method of a game changes the state that it is called with."""

from contextlib import suppress
from itertools import groupby
from operator import attrgetter

from arena.testing.bench import Bench, spread
from arena.testing.portrait import difference
from arena.testing.random_matches import Moment, again, during
from arena.testing.subject import Subject


def purity(bench: Bench) -> str:
    """Plays the matches again, and checks that calls of the game's methods leave each state unchanged; returns a
    summary.
    """
    subject, states, asked = bench.subject(), 0, 0
    for played in bench.played:
        looked_at = {moment.taken for moment in spread(played.moments, bench.limits.states // 2)}
        for moment in again(subject, played):
            if moment.taken not in looked_at:
                continue
            asked += _ask(subject, moment)
            states += 1
            if not bench.clock.left():
                return f"{states} states as they were after {asked} questions; then time was up"
    return f"{states} states as they were after {asked} questions"


def _ask(subject: Subject, moment: Moment) -> int:
    """Calls the game's methods on a state, and returns the number of calls; raises GameFault if one
    changes the state.
    """
    legal = subject.game.legal_actions(moment.state)
    before = subject.portrait(moment.state)
    questions = subject.questions(moment.state, moment.played.case.seats, legal)
    asked = 0
    for method, same in groupby(questions, key=attrgetter("method")):
        for _, arguments in same:
            asked += 1
            with suppress(Exception, SystemExit):
                answer = getattr(subject.written, method)(*arguments)
                if method in ("legal_actions", "scores", "merits"):
                    list(answer)  # it may be an iterator
        if found := difference(before, subject.portrait(moment.state)):
            with during(moment):
                raise subject.fault(method, f"changed the state it was given: {found}; expected it unchanged")
    return asked
