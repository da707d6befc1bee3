"""Checks that a game has `info` and all methods, and that its matches end."""

from itertools import count

from arena.testing.bench import Bench
from arena.testing.random_matches import Case, Unfinished, cases, play


def facts(bench: Bench) -> str:
    """Makes the game, so that its `info` is checked, and returns a sentence with its title, seats, editions, actions
    and rows.
    """
    subject = bench.subject()
    info = subject.info
    said = [
        info.title,
        f"{info.seat_numbers()} seats",
        f"editions {', '.join(info.editions)}",
        f"{info.action_space} actions",
    ]
    rows = [row.name for row in subject.schema()]
    return "; ".join([*said, f"rows {', '.join(rows)}"] if rows else said)


def matches(bench: Bench) -> str:
    """Plays random matches in every edition with every number of seats, and checks that they end.

    Returns a summary of the matches.
    """
    subject, limits = bench.subject(), bench.limits
    all_cases = cases(subject)
    tried: list[Case] = []
    facts_of_author = subject.facts()
    most = facts_of_author.longest + 1 if facts_of_author else limits.actions
    for deal in count():
        if deal == limits.matches:
            break
        for case in all_cases:
            if bench.played and not bench.clock.left():
                return _told(bench, [case for case in all_cases if case not in tried])
            try:
                bench.played.append(play(subject, case, deal, bench.clock, most, limits.states))
            except Unfinished as unfinished:
                if bench.played:
                    return _told(bench, [case for case in all_cases if case not in tried])
                seconds = f"{limits.seconds:g} s of processor time"
                sentence = f"returned no None within {unfinished.actions} actions, which took {seconds}; expected"
                raise subject.fault("actor", f"{sentence} a match to end") from unfinished
            tried.append(case)
    return _told(bench, [])


def _told(bench: Bench, left_out: list[Case]) -> str:
    """Returns a sentence with the number of matches played, and with the editions and numbers of seats for which the
    time was too short.
    """
    if not any(played.actions for played in bench.played):
        raise bench.subject().fault(
            "actor", "returned None after every deal; expected a seat, because somebody must act"
        )
    lengths = [len(played.actions) for played in bench.played]
    done = f"{len(lengths)} random matches of {min(lengths)} to {max(lengths)} actions"
    return f"{done}; no time for {', '.join(f'{case}' for case in left_out)}" if left_out else done
