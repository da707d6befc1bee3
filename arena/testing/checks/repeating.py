"""Checks that a match with the same deal and the same actions always goes the same way."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from arena.games.chance import Chance, Event
from arena.testing.bench import Bench
from arena.testing.portrait import difference
from arena.testing.random_matches import Case, Moment, Played, again, cases, chance_of, during
from arena.testing.subject import Subject

FOLLOWED = 200
"""The number of actions after which the comparison of matches with different deals stops."""
DEALS = 12


class Recording(Chance):
    """A source of random events (Chance) that records which events were drawn."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.drawn: list[tuple[str, int]] = []

    def event(self, name: str, number: int) -> Event:
        """Records the name and number of an event, and returns the event."""
        self.drawn.append((name, number))
        return super().event(name, number)


def replays(bench: Bench) -> str:
    """Plays the matches again, and checks that their states are the same as before; returns a summary.

    Two matches at a time are played alternately, so that a game which mixes up their states is found out.
    """
    subject, states = bench.subject(), 0
    for first in range(0, len(bench.played), 2):
        for moment in _by_turns(subject, bench.played[first : first + 2]):
            states += _compare(subject, moment)
        if not bench.clock.left():
            done = min(first + 2, len(bench.played))
            return f"{states} states of {done} matches were the same again; then time was up"
    return f"{states} states of {len(bench.played)} matches were the same again"


def luck(bench: Bench) -> str:
    """Checks that no match draws a random event (a name and a number) twice; returns a summary.

    If any events are drawn, also checks that not all deals lead to the same match. It is enough if matches differ in
    one edition with one number of seats.
    """
    subject = bench.subject()
    most, differ, tried = 0, 0, cases(subject)
    for number, case in enumerate(tried):
        if number and not bench.clock.left():
            break
        stories = []
        for deal in range(DEALS):
            chance = Recording(chance_of(deal).seed)
            stories.append(_story(subject, case, chance))
            most = max(most, len(chance.drawn))
        differ += any(story != stories[0] for story in stories)
    if not most:
        facts = subject.facts()
        if facts and facts.openings:
            return f"none is drawn; the first {facts.openings} actions of a match are, as info.openings says"
        return "none is drawn: bots without luck of their own play one match again and again; see info.openings"
    if not differ:
        raise subject.fault(
            "deal", f"and what follows is the same of {DEALS} deals; expected that the drawn luck changes something"
        )
    return f"at most {most} events of a match, each drawn once; deals differ"


def _by_turns(subject: Subject, matches: list[Played]) -> Iterator[Moment]:
    """Yields the states of several matches that are played again alternately, action by action."""
    running = [again(subject, played) for played in matches]
    while running:
        for one in list(running):
            moment = next(one, None)
            if moment is None:
                running.remove(one)
            else:
                yield moment


def _compare(subject: Subject, moment: Moment) -> int:
    """Checks that a state equals the stored state from the first time that the match was played.

    Returns the number of comparisons: 1, or 0 if that state was not stored.
    """
    first = next((one for one in moment.played.moments if one.taken == moment.taken), None)
    if first is None:
        return 0
    with during(moment):
        found = difference(subject.portrait(first.state), subject.portrait(moment.state))
        if found:
            method = "apply" if moment.taken else "deal"
            raise subject.fault(method, f"returned another state the second time: {found}; expected the same")
        one, other = (list(subject.game.legal_actions(state)) for state in (first.state, moment.state))
        if one != other:
            raise subject.fault(
                "legal_actions", f"returned {one[:9]} and the second time {other[:9]}; expected the same"
            )
    return 1


def _story(subject: Subject, case: Case, chance: Recording) -> list[object]:
    """Plays at most FOLLOWED actions of a match, and returns what an all-seeing viewer is shown of each state.

    The seats choose with the same random numbers in every deal, so that only the deal makes a difference. Raises Found
    if the match draws an event twice.
    """
    rng = Random(0)  # noqa: S311  # not for secrets
    played = Played(case, int.from_bytes(chance.seed, "big"), [], [])
    game, told = subject.game, []
    state = game.deal(case.seats, case.edition, chance)
    for _ in range(FOLLOWED):
        told.append(subject.everything(state))
        if game.actor(state) is None:
            break
        legal = game.legal_actions(state)
        played.actions.append(legal[int(rng.random() * len(legal))])
        state = subject.step(state, played.actions[-1])
    twice, _ = max(Counter(chance.drawn).items(), key=lambda counted: counted[1], default=("", 0))
    if len(chance.drawn) > len(set(chance.drawn)):
        with during(Moment(played, len(played.actions), state)):
            method = "apply" if played.actions else "deal"
            raise subject.fault(method, f"draws the event {twice} twice in a match; expected each once")
    return told
