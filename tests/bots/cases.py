"""The recorded turns in bots/cases, which the tests of all languages read; `python -m tests.bots.cases` writes the
files.

A line is `start HEX`, a MatchStart message, or `turn HEX`, a Turn of the match that started last; both are protobuf in
hexadecimal. A file named after a bot also has the action that this bot chooses: `turn HEX ACTION`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from arena.authoring.sampled_turns import hexadecimal, sample_turns
from arena.bot import MatchStart, Turn
from tests.bots.playing import BOTS, CASES, load_bot, new_match, random_turns, start_for

FOLDER: Final = BOTS.parent / "cases"
TURNS_A_PHASE: Final = 12
DEALS: Final = range(1, 6)

Recorded = tuple[MatchStart, list[Turn]]


def greedy_cases() -> str:
    """Returns the file of turns in all phases, editions and seat counts, with the action that the greedy bot chooses in
    each.
    """
    bot = load_bot("greedy")
    lines = ["# What greedy chooses. start MATCH_START_IN_HEX, then: turn TURN_IN_HEX ACTION"]
    for edition, seats in CASES:
        for start, turns in _seats(edition, seats):
            lines.append(f"start {hexadecimal(start)}")
            lines.extend(f"turn {hexadecimal(turn)} {bot(start).choose(turn)}" for turn in turns)
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Returns the content of each file in bots/cases, by the file's name."""
    return {
        "greedy.txt": greedy_cases(),
        "verraeter.txt": sample_turns("verraeter", 4, "official"),
        "hetverraad.txt": sample_turns("hetverraad", 3, "strategic"),
    }


def _seats(edition: str, seats: int) -> Iterator[Recorded]:
    """Yields pairs for recorded seats of several matches: the start of the match, and some turns of this seat. All
    pairs together have at most TURNS_A_PHASE turns in each phase of the game.
    """
    by_phase: dict[int, list[tuple[int, Turn]]] = {}
    for deal in DEALS:
        for _, turn in random_turns(seats, edition, deal):
            by_phase.setdefault(turn.verraeter.phase, []).append((deal, turn))
    rng = Random(seats)
    chosen = [played for turns in by_phase.values() for played in rng.sample(turns, min(len(turns), TURNS_A_PHASE))]
    for deal in DEALS:
        match = new_match(seats, edition, deal)
        for seat in range(seats):
            if turns := [turn for at, turn in chosen if (at, turn.seat) == (deal, seat)]:
                yield start_for(match, seat, seat), turns


def _write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        Path(FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    _write()
