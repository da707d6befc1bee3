"""The recorded turns in the folder bots/cases, which the tests of bots in all languages read; `python -m
tests.bots.cases` writes the files.

Each line of a file is `start HEX`, which contains a MatchStart message, or `turn HEX`, which contains a Turn message of
the match that the last `start` line began. The messages are protobuf in hexadecimal. A file named after a bot also has
the action that this bot chooses in each turn: `turn HEX ACTION`.
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
    """Returns the content of the file greedy.txt: turns in all phases, editions and seat counts, with the action that
    the bot greedy chooses in each turn.
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
    """Yields the MatchStart and the recorded turns of each seat, in several random matches; leaves out seats without
    recorded turns. In all matches together, at most TURNS_A_PHASE turns of each phase are recorded.
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
