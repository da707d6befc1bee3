"""Checks that a state sampled from a seat's view looks the same to this seat as the real state."""

from random import Random

from arena.testing.bench import Bench, Skipped
from arena.testing.portrait import difference, portray
from arena.testing.random_matches import Moment, during
from arena.testing.subject import Subject


def sample(bench: Bench) -> str:
    """Samples states for each seat, and checks that each looks the same to the seat as the real state; returns a
    summary.
    """
    subject, drawn, other = bench.subject(), 0, 0
    if not subject.samples():
        raise Skipped("it has no method sample: bots cannot search in it")
    rng = Random(0)  # noqa: S311  # not for secrets
    for moment in bench.moments(bench.limits.states // 2):
        before = subject.everything(moment.state)
        for seat in range(moment.played.case.seats):
            with during(moment):
                other += before != _draw(subject, moment, seat, rng)
            drawn += 1
    hides = any(row.hides for row in subject.schema())
    if hides and not other:
        return f"{drawn} states drawn; all of them were the true ones, as if nothing had been hidden"
    return f"{drawn} states drawn, {other} of them other than the true ones; none tells the seat a difference"


def _draw(subject: Subject, moment: Moment, seat: int, rng: Random) -> object:
    """Samples a state for the seat and checks it; returns all that an all-seeing viewer is shown of the new state."""
    game, state = subject.game, moment.state
    view = game.view(state, seat)
    sampled = game.sample(view, rng)
    now = game.view(sampled, seat)
    names = ("rows", view.rows(), now.rows()) if subject.outside else ("view", view, now)
    if found := difference(portray(names[1], names[0]), portray(names[2], names[0])):
        raise subject.fault(
            "sample", f"returned a state that shows seat {seat} something else: {found}; expected the same"
        )
    actor = game.actor(state)
    if actor == seat:
        if game.actor(sampled) != actor:
            gave = f"in which {game.actor(sampled)} must act and not seat {seat}, whose turn it is"
            raise subject.fault("sample", f"returned a state {gave}; expected the same actor")
        one, other = list(game.legal_actions(state)), list(game.legal_actions(sampled))
        if one != other:
            raise subject.fault("sample", f"returned a state with the legal actions {other[:9]}; expected {one[:9]}")
        subject.step(sampled, one[int(rng.random() * len(one))])
    return subject.everything(sampled)
