"""Checks that a game's methods return values of the right types in every state."""

from arena.games.outside.border import LONGEST_NAME
from arena.testing.bench import Bench
from arena.testing.random_matches import during


def scores(bench: Bench) -> str:
    """Checks that `scores` and `merits` return one integer for each seat; returns a summary."""
    game, states = bench.subject().game, 0
    for moment in bench.moments():
        with during(moment):
            for method in ("scores", "merits"):
                found = getattr(game, method)(moment.state)
                if len(found) != moment.played.case.seats or any(type(one) is not int for one in found):
                    raise bench.subject().fault(method, f"returned {found}; expected an integer for each seat")
        states += 1
    return f"{states} states"


def names(bench: Bench) -> str:
    """Checks that legal actions are in ascending order and have short, distinct names; returns a summary."""
    subject, states, most = bench.subject(), 0, 0
    for moment in bench.moments():
        with during(moment):
            legal = subject.game.legal_actions(moment.state)
            if list(legal) != sorted(set(legal)):
                raise subject.fault(
                    "legal_actions", f"returned {list(legal)[:9]}; expected them ascending, and each once"
                )
            known: dict[str, int] = {}
            for action in legal:
                subject.game.action_parts(moment.state, action)
                name = subject.game.action_name(moment.state, action)
                if name in known:
                    both = f"both {known[name]} and {action}, which are legal together"
                    raise subject.fault("action_name", f"returned {name!r} for {both}; expected names that differ")
                if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
                    raise subject.fault("action_name", f"returned {name!r}; expected 1 to {LONGEST_NAME} characters")
                known[name] = action
        states, most = states + 1, max(most, len(legal))
    return f"{states} states, at most {most} legal actions"


def rows(bench: Bench) -> str:
    """Checks that the game shows valid rows to each seat, and to a viewer who may see everything; returns a summary."""
    subject, states, largest = bench.subject(), 0, 0
    for moment in bench.moments():
        with during(moment):
            subject.everything(moment.state)
            views = [subject.game.view(moment.state, seat) for seat in range(moment.played.case.seats)]
        states += 1
        if subject.outside:
            largest = max(largest, *[sum(map(len, view.rows().values())) for view in views])
    return f"{states} states, at most {largest} values for a seat" if largest else f"{states} states"
