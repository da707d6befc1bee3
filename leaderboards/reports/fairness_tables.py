"""Shows the fairness of a league as text for people, and as values for scripts."""

from dataclasses import asdict
from typing import Final

from leaderboards.reports.fairness import Fairness, Treatment
from leaderboards.reports.seats import SeatTallies, SeatTally
from leaderboards.reports.sheets import Sheet
from leaderboards.reports.standings import US_PER_S, peak_mb
from leaderboards.store.rows.runs import Run

SURE: Final = 0.01
LIKELY: Final = 0.05
HEADINGS: Final = (
    "bot", "matches", "time-outs", "p50 ms", "p90 ms", "p99 ms", "slowest ms", "thinking s", "CPU s", "CPU %",
    "peak MB", "faults",
)  # fmt: skip
NOTE: Final = (
    "ms: time charged for a choice, percentiles accurate to 1/32 of their value; thinking s: all of that time;\n"
    "CPU s: processor time of the bot's processes since their start, also while others think;\n"
    "peak MB: the most memory they had together"
)


def seat_sentences(found: Fairness) -> list[str]:
    """Returns sentences on the advantage of each seat, and on whether chance could explain the differences."""
    seats = found.seats
    if not seats.blocks:
        return ["seats: no block is complete, so nothing can be said of them"]
    effects = ", ".join(f"{effect:+z.2f}" for effect in seats.effects)
    if seats.p < SURE:
        verdict = "the seat matters"
    elif seats.p < LIKELY:
        verdict = "the seat may matter"
    else:
        verdict = "nothing shows that the seat matters"
    share = f"{100 * seats.p:.2g} % of leagues have seats as far apart"
    return [
        f"seats: points a match by seat, minus the mean of all: {effects}; {verdict}:",
        f"  if it does not, {share} (p = {seats.p:.4f}, {seats.blocks} complete blocks)",
    ]


def balance_sentences(found: Fairness) -> list[str]:
    """Returns sentences on whether all bots had the same seats, opponents and number of matches."""
    said = []
    counts = [one.matches for one in found.treatments]
    if counts:
        said.append(_spread("matches: every bot played", "matches: a bot played", min(counts), max(counts)))
        imbalance = found.seat_imbalance()
        said.append(
            f"places: a bot had one seat up to {imbalance} times more often than another"
            if imbalance
            else "places: every bot had every seat equally often"
        )
    if found.pairs:
        most, least = found.pairs[0], found.pairs[-1]
        sentence = _spread("opponents: every two bots met", "opponents: two bots met", least.meetings, most.meetings)
        if found.meeting_imbalance():
            sentence += (
                f" times; most often {most.first} and {most.second}, least often {least.first} and {least.second}"
            )
        else:
            sentence += " times"
        said.append(sentence)
    return said


def run_sentences(found: Fairness) -> list[str]:
    """Returns sentences on the runs: their workers and processors, void matches, and changed or withdrawn bots."""
    said = []
    for run in found.runs:
        said.append(f"run {run.number}: {run.matches} matches, {_place(run)}")
        if run.sandbox:
            said.append(f"  sandbox {run.sandbox}")
        if run.lost_workers:
            void = f"{run.void_matches} matches they had claimed, begun or not, are void and were played elsewhere"
            said.append(f"  {run.lost_workers} of its workers died; {void}")
        if run.workers > run.cores:
            said.append("  more workers than processors: times of thinking depend more on the machine than on the bots")
        said += [f"  the copy {bot} played from was changed meanwhile" for bot in run.changed]
        said += [f"  {bot} was {reason}" for bot, reason in sorted(run.withdrawn.items())]
    if not found.void_matches():
        said.append("no match is void")
    return said


def treatment_sheet(found: Fairness) -> Sheet:
    """Returns the table of treatments, with a row of seats, faults, times and memory for each bot."""
    return Sheet(HEADINGS, tuple(_row(one) for one in found.treatments))


def seats_sheet(tallies: SeatTallies) -> Sheet:
    """Returns the table of seats, with a row for each bot: its mean score and its share of first places in
    each seat.
    """
    seats = max((len(by_seat) for by_seat in tallies.values()), default=0)
    headings = [f"seat {seat} {what}" for seat in range(seats) for what in ("score", "wins")]
    rows = (
        (bot, *(cell for tally in by_seat for cell in (_number(tally.mean_score()), _share(tally))))
        for bot, by_seat in tallies.items()
    )
    return Sheet(("bot", *headings), tuple(rows))


def to_values(found: Fairness) -> dict[str, object]:
    """Returns the whole fairness report as values for JSON."""
    return {
        "matches": found.matches,
        "seats": asdict(found.seats),
        "seat_imbalance": found.seat_imbalance(),
        "meeting_imbalance": found.meeting_imbalance(),
        "void_matches": found.void_matches(),
        "bots": [asdict(one) | {"timeouts": one.timeouts()} for one in found.treatments],
        "pairs": [asdict(pair) for pair in found.pairs],
        "runs": [_run_values(run) for run in found.runs],
    }


def seats_to_values(tallies: SeatTallies) -> dict[str, object]:
    """Returns the results of each bot in each seat, as values for JSON."""
    return {
        bot: [
            {"matches": tally.matches, "mean_score": tally.mean_score(), "win_share": tally.win_share()}
            for tally in by_seat
        ]
        for bot, by_seat in tallies.items()
    }


def _run_values(run: Run) -> dict[str, object]:
    values = asdict(run)
    values["usage"] = {
        bot: {
            "cpu_s": usage.cpu_us / US_PER_S,
            "peak_mb": peak_mb(usage),
            "choices": sum(usage.latencies.values()),
        }
        for bot, usage in run.usage.items()
    }
    return values


def _row(one: Treatment) -> tuple[str, ...]:
    busy = 100 * one.cpu_s / one.thinking_s if one.cpu_s is not None and one.thinking_s else None
    faults = ", ".join(f"{count} {kind}" for kind, count in one.faults.items()) or "-"
    return (
        one.bot,
        str(one.matches),
        str(one.timeouts()),
        *(_number(time_ms) for time_ms in (one.p50_ms, one.p90_ms, one.p99_ms, one.slowest_ms)),
        _number(one.thinking_s),
        _number(one.cpu_s),
        *("-" if value is None else f"{value:.0f}" for value in (busy, one.peak_mb)),
        faults,
    )


def _place(run: Run) -> str:
    if not run.workers:
        return "on a cluster"
    workers = "1 worker" if run.workers == 1 else f"{run.workers} workers"
    cores = "1 processor" if run.cores == 1 else f"{run.cores} processors"
    matches = "one match at a time" if run.in_flight == 1 else f"up to {run.in_flight} matches at a time"
    return f"{workers} with {matches} on {cores}"


def _spread(equal: str, unequal: str, least: int, most: int) -> str:
    return f"{equal} {most}" if least == most else f"{unequal} {least} to {most}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _share(tally: SeatTally) -> str:
    share = tally.win_share()
    return "-" if share is None else f"{100 * share:.1f} %"
