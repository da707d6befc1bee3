"""Checks that a seat cannot work out hidden values from the values that it sees.

Rule 1: a value is checked only if the author hides it from the seat: the row contains None for the seat, but a value
for a viewer who may see everything.
Rule 2: by the rules of a game, an action may reveal something, such as a hit or a miss. The arena cannot distinguish
this from a leak. So the check only names the rows in which an action has revealed something, and does not treat this as
a fault.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from math import log
from random import Random
from typing import Any, Final, NamedTuple

from arena.games.outside.fault import GameFault
from arena.games.outside.view import Place
from arena.testing.bench import Bench, Skipped
from arena.testing.random_matches import Case, Moment, Played, cases, chance_of, during
from arena.testing.subject import MOST_ASKED, Subject

FOLLOWED: Final = 8
"""The maximum number of random actions that the check takes after a deal, or from a pair of states."""
UNLIKELY: Final = log(1e-9)
"""The limit, as a logarithm, on the probability that a relation between two values arises by chance. A relation with a
lower probability counts as a leak.
"""
PAIRS: Final = 40
"""The maximum number of compared pairs of states that look the same to a seat.

It holds for each edition and number of seats; for a game without a method `sample`, also for each seat.
"""

Boards = dict[str, list[Place]]
SCORES: Final = "scores, which are no row"
"""The key of the scores in `Boards`, where they are stored like a row. No row can have this name."""


class Seen(NamedTuple):
    """A state with the values of all its rows: as they are, and as each seat sees them."""

    moment: Moment
    whole: Boards
    seats: list[Boards]


def secrets(bench: Bench) -> str:
    """Checks over many deals that no value a seat sees reveals a value that is hidden from the seat;
    returns a summary.
    """
    subject = bench.subject()
    hiding = [row.name for row in subject.schema() if row.hides]
    if not subject.outside:
        raise Skipped("the game has views of its own; the check `sample` looks for leaks in them")
    if not hiding:
        raise Skipped(_unhidden(bench))
    _demand_hidden(bench, hiding)
    deals, alike, opened = 0, 0, Counter[str]()
    for number, case in enumerate(cases(subject)):
        if number and not bench.clock.left():
            break
        layers = _layers(bench, case)
        deals += len(layers[0])
        for layer in layers:
            if len(layer) > 1:
                _demand_untold(subject, layer, hiding)
        for one, other, seat in _sampled(subject, layers) if subject.samples() else _alike(layers[0]):
            if not bench.clock.left():
                break
            alike += 1
            opened.update(_follow(subject, one, other, seat))
    told = f"{deals} deals: no row tells what another one hides"
    if not alike:
        return f"{told}; not proved: no two of them look alike to a seat, so what actions open was not tried"
    rows = f"what they opened is in {', '.join(sorted(opened))}" if opened else "and they opened nothing"
    return f"{told}; {alike} pairs that look alike to a seat went on with the same actions: {rows}"


def _unhidden(bench: Bench) -> str:
    """Returns the reason to skip the check for a game in which no row is declared to hide values.

    The reason says that all seats see the same values, or names a row in which they see different values.
    """
    subject = bench.subject()
    for moment in bench.moments():
        views = [subject.game.view(moment.state, seat).rows() for seat in range(moment.played.case.seats)]
        for name in views[0]:
            if any(view[name] != views[0][name] for view in views):
                return f"not proved: the seats see other values of {name!r}, but no Row(..., hides=True) says so"
    return "no row hides anything: every seat sees the same"


def _demand_hidden(bench: Bench, hiding: Sequence[str]) -> None:
    """Raises GameFault if a row is declared to hide values, but hides no value from any seat in any of the tested
    states.
    """
    subject, states = bench.subject(), 0
    hidden: set[str] = set()
    for moment in bench.moments():
        for seat in range(moment.played.case.seats):
            shown = subject.game.view(moment.state, seat).shown()
            hidden.update(name for name in hiding if None in shown[name])
        states += 1
    if shows := [name for name in hiding if name not in hidden]:
        saw = f"hid nothing from any seat in {states} states; expected None for what a seat cannot know"
        raise subject.fault("rows", f"shows all of the row {shows[0]!r}, and {saw}, or a Row without hides=True")


def _layers(bench: Bench, case: Case) -> list[list[Seen]]:
    """Returns the states of many deals after 0, 1, ... FOLLOWED random actions: one list for each number of actions."""
    subject = bench.subject()
    layers: list[list[Seen]] = [[] for _ in range(1 + FOLLOWED)]
    for deal in range(bench.limits.deals):
        if deal > 1 and not bench.clock.left():
            break
        rng, played = Random(deal), Played(case, deal, [], [])  # noqa: S311  # not for secrets
        state = subject.game.deal(case.seats, case.edition, chance_of(deal))
        for layer in layers:
            moment = Moment(played, len(played.actions), state)
            with during(moment):
                if subject.game.actor(state) is None:
                    break
                layer.append(_seen(subject, moment))
                legal = subject.game.legal_actions(state)
                action = legal[int(rng.random() * len(legal))]
                state = subject.step(state, action)
            played.actions.append(action)
    return layers


def _seen(subject: Subject, moment: Moment) -> Seen:
    game = subject.game
    told: Boards = {SCORES: list(game.scores(moment.state))}
    views = [game.view(moment.state, seat).shown() | told for seat in range(moment.played.case.seats)]
    assert subject.outside
    return Seen(moment, subject.outside.seen(moment.state), views)


def _demand_untold(subject: Subject, layer: list[Seen], hiding: Sequence[str]) -> None:
    """Raises Found if a score or a value in an open row determines a value that is hidden from the same seat.

    `layer`: states of different deals. `hiding`: the names of the rows that hide values; all other rows are open.
    """
    for seat in range(len(layer[0].seats)):
        views = [seen.seats[seat] for seen in layer]
        open_places = list(_varied(views, [name for name in views[0] if name not in hiding]))
        for name, place, values in _varied([seen.whole for seen in layer], hiding):
            if any(len(view[name]) <= place or view[name][place] is not None for view in views):
                continue
            for other, at, told in open_places:
                if _tells(told, values):
                    with during(layer[-1].moment):
                        hidden = f"{name!r}, place {place}, is hidden from seat {seat}"
                        what = f"the score of seat {at}" if other == SCORES else f"the row {other!r}, place {at},"
                        seen = f"{what} tells its value in {len(layer)} deals"
                        expected = "nothing that is hidden" if other == SCORES else "None there, too"
                        method = "scores" if other == SCORES else "rows"
                        raise subject.fault(method, f"shows too much: {hidden}, but {seen}; expected {expected}")


def _varied(boards: list[Boards], names: Sequence[str]) -> Iterator[tuple[str, int, list[Place]]]:
    """Yields each place in the named rows whose value is not the same on all boards.

    A place is yielded as its row's name, its index in the row, and its value on each board. Places that a board lacks
    are left out.
    """
    for name in names:
        for place in range(min(len(board[name]) for board in boards)):
            values = [board[name][place] for board in boards]
            if len(set(values)) > 1:
                yield name, place, values


def _tells(told: list[Place], values: list[Place]) -> bool:
    """Returns whether each value in `told` determines the value of the same deal in `values`, and not by chance.

    Both lists have one value for each deal. UNLIKELY is the limit for chance.
    """
    goes_with: dict[Place, Place] = {}
    for one, value in zip(told, values, strict=True):
        if goes_with.setdefault(one, value) != value:
            return False
    commonest = Counter(values).most_common(1)[0][1] / len(values)
    return (len(values) - len(goes_with)) * log(commonest) < UNLIKELY


def _sampled(subject: Subject, layers: list[list[Seen]]) -> Iterator[tuple[Moment, Moment, int]]:
    """Yields pairs of different states, each pair with a seat to which both states look the same.

    The second state is sampled from the seat's view of the first state.
    """
    rng, found = Random(0), 0  # noqa: S311  # not for secrets
    for one, whole, views in [seen for layer in layers for seen in layer[:PAIRS]]:
        for seat in range(len(views)):
            with suppress(GameFault):  # the check of `sample` reports this fault
                state = subject.game.sample(subject.game.view(one.state, seat), rng)
                other = _seen(subject, one._replace(state=state))
                if other.whole != whole and other.seats[seat] == views[seat] and found < PAIRS:
                    found += 1
                    yield one, other.moment, seat


def _alike(deals: list[Seen]) -> Iterator[tuple[Moment, Moment, int]]:
    """Yields pairs of different states, from different deals, each pair with a seat to which both look the same."""
    for seat in range(len(deals[0].seats)):
        found = 0
        by_view: defaultdict[str, list[Seen]] = defaultdict(list)
        for seen in deals:
            by_view[repr(seen.seats[seat])].append(seen)
        for group in by_view.values():
            for one, other in pairwise(group):
                if one.whole != other.whole and found < PAIRS:
                    found += 1
                    yield one.moment, other.moment, seat


def _demand_same_names(subject: Subject, states: Sequence[Any], legal: Sequence[int], seat: int) -> None:
    """Raises GameFault if an action has different names or targets in two states that look the same to `seat`.

    Targets are the places that a person clicks to choose an action.
    """
    if found := subject.named_apart(states, legal, MOST_ASKED):
        method, gave = found
        alike = f"in two states that look alike to seat {seat}, which chooses"
        raise subject.fault(method, f"reveals what is hidden: it {gave} {alike}; expected the same")


def _follow(subject: Subject, one: Moment, other: Moment, seat: int) -> list[str]:
    """Takes the same actions in two states that look the same to a seat, until the seat sees a difference.

    Returns the names of the rows in which the seat then sees different values; empty if it sees no difference. Raises
    Found if the seat's legal actions differ.
    """
    rng, game = Random(one.played.deal), subject.game  # noqa: S311  # not for secrets
    states: list[Any] = [one.state, other.state]
    played = Played(one.played.case, one.played.deal, one.played.actions[: one.taken], [])
    for _ in range(FOLLOWED):
        actors = [game.actor(state) for state in states]
        if actors[0] is None or actors[0] != actors[1]:
            return []
        legal, others = (game.legal_actions(state) for state in states)
        if actors[0] == seat and legal != others:
            with during(Moment(played, len(played.actions), states[0])):
                gave = f"returned {list(legal)[:9]} and {list(others)[:9]} in two states that look alike to seat {seat}"
                raise subject.fault("legal_actions", f"reveals what is hidden: it {gave}; expected the same")
        if actors[0] == seat:
            with during(Moment(played, len(played.actions), states[0])):
                _demand_same_names(subject, states, legal, seat)
        common = [action for action in legal if action in others]
        if not common:
            return []
        played.actions.append(common[int(rng.random() * len(common))])
        states = [subject.step(state, played.actions[-1]) for state in states]
        views = [game.view(state, seat).rows() for state in states]
        if views[0] != views[1]:
            return [name for name in views[0] if views[0][name] != views[1][name]]
    return []
