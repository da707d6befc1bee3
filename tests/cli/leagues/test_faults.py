"""Tests of `arena faults`, which shows the match and the turn in which a bot failed, and the bot's last output."""

import json
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from arena.building.bundle import copied
from arena.games.registry import create_game
from arena.league.league_file import read_league
from arena.league.playing.results import Result
from arena.league.schedule import Fixtures, create_schedule
from arena.match import FaultKind, Match
from arena.protocol.records import encode_record, encode_timing
from leaderboards.store import PlayedStore
from tests.cli.conftest import Arena
from tests.league.leagues import write_league

Strike = Callable[[Match, int, int], None]
"""A function that may make a bot fail. It is called before every choice, with the match, the match's number, and the
count of turns that the bot to move has had, including this turn.
"""


def crash_of_ann(match: Match, number: int, turn: int) -> None:
    """Makes the bot ann crash: in its second turn of match 1, and in its first turn of each other match."""
    seat = [entrant.name for entrant in match.spec.entrants].index("ann")
    if match.actor == seat and turn == (2 if number == 1 else 1):
        output = f"Traceback\n\x1b[31mno plan\nThe bot failed in match {ids[1]}, turn 2."
        match.fault(seat, FaultKind.DISCONNECT, "the process ended with exit status 1", output)


def mistakes_of_everybody(match: Match, number: int, _turn: int) -> None:
    for seat in range(3):
        match.fault(seat, FaultKind.ILLEGAL_ACTION, f"chose {number}")


ids: dict[int, str] = {}
"""The id of each match that `store` has played, by the match's number."""


def store(folder: Path, strike: Strike) -> None:
    """Plays the six matches of a league with random choices and stores them in results/cup; `strike` decides which bots
    fail.
    """
    league = read_league(write_league(folder))
    fixtures, game, results = Fixtures(league), create_game("verraeter", league.components), []
    specs = [one.spec for block in create_schedule(league).blocks() for one in fixtures.assignments(block)]
    ids.update({number: spec.id.hex() for number, spec in enumerate(specs)})
    for number, spec in enumerate(specs):
        match, rng, turns = Match(spec, game), Random(number), Counter[int]()
        while match.actor is not None:
            turns[match.actor] += 1
            strike(match, number, turns[match.actor])
            if match.actor is not None:
                match.choose(rng.choice(match.legal))
        times = encode_timing((0, 0, 0), (0, 0, 0))
        results.append(Result(number, spec.id, encode_record(match.record()), times))
    with closing(PlayedStore.create(folder / "results" / "cup" / "league.db", league)) as place:
        place.add(results)


def test_a_crash_is_told_once_with_the_match_it_happened_in_and_what_the_bot_printed(
    arena: Arena, tmp_path: Path
) -> None:
    store(tmp_path, crash_of_ann)
    result = arena("faults", "results/cup", "ann")
    assert (result.exit_code, result.stderr) == (0, "")
    first, *lines, _, last = result.stdout.splitlines()
    seat = first.split("seat ")[1][0]
    assert first.startswith(f"ann, match 1, seat {seat}, turn 2, after ")
    assert lines == [
        "  disconnect: the process ended with exit status 1",
        f"  id {ids[1]}",
        "  the same in matches 0, 2, 3, 4, 5",
        "  | Traceback",
        "  | ?[31mno plan",
        f"  | The bot failed in match {ids[1]}, turn 2.",
    ]
    assert last == (f"to put that match to the bot again: arena playback results/cup 1 {seat} FOLDER_OF_ann --at 2")


def test_the_table_leads_there(arena: Arena, tmp_path: Path) -> None:
    store(tmp_path, crash_of_ann)
    *_, fault, step = arena("standings", "results/cup").stdout.splitlines()
    assert fault == "ann forfeited 6 of 6 matches, the last in match 5: the process ended with exit status 1"
    assert step == "arena faults results/cup BOT shows these faults"


def sentence_of_several_lines(match: Match, number: int, _turn: int) -> None:
    match.fault(number % 3, FaultKind.PROTOCOL, f"{number} is\nann, match 0\x1b", "a\ttab")


def test_no_sentence_of_a_stranger_makes_lines_of_its_own(arena: Arena, tmp_path: Path) -> None:
    store(tmp_path, sentence_of_several_lines)
    said = arena("faults", "results/cup").stdout
    assert said.count("  protocol: ") == said.count(" is?ann, match 0?\n") == said.count("  | a       tab\n") == 6


def test_a_line_of_a_bots_copy_is_told_as_a_line_of_the_bot(arena: Arena, tmp_path: Path) -> None:
    league = read_league(write_league(tmp_path))
    copies = {bot.name: copied(bot, tmp_path / "copies").folder for bot in league.bots}

    def traceback(match: Match, number: int, _turn: int) -> None:
        match.fault(
            0, FaultKind.DISCONNECT, str(number), f'File "{copies[match.spec.entrants[0].name]}/bot.py", line 8'
        )

    store(tmp_path, traceback)
    assert '  | File "ann/bot.py", line 8\n' in arena("faults", "results/cup", "ann").stdout
    assert '        | File "ann/bot.py", line 8\n' in "".join(
        arena("replay", "results/cup", str(number)).stdout for number in ids
    )


def test_scripts_get_every_part_and_how_many_more_there_are(arena: Arena, tmp_path: Path) -> None:
    store(tmp_path, mistakes_of_everybody)
    values = json.loads(arena("faults", "results/cup", "--json").stdout)
    assert (len(values["failures"]), values["more"]) == (10, 8)
    first = values["failures"][0]
    assert {key: first[key] for key in ("match", "id", "kind", "detail", "output", "others", "action_count")} == {
        "match": 0, "id": ids[0], "kind": "illegal_action", "detail": "chose 0", "output": "", "others": [],
        "action_count": 0,
    }  # fmt: skip
    assert {"bot", "seat", "turn", "round", "phase"} < set(first)
    assert len(json.loads(arena("faults", "results/cup", "--json", "--all").stdout)["failures"]) == 18


def test_few_are_printed_unless_all_are_wanted(arena: Arena, tmp_path: Path) -> None:
    store(tmp_path, mistakes_of_everybody)
    said = arena("faults", "results/cup").stdout
    assert said.count("  illegal action: ") == 10
    assert "\n8 more; --all prints them\n" in said
    assert arena("faults", "results/cup", "--all").stdout.count("  illegal action: ") == 18


@pytest.mark.parametrize(
    ("names", "said"), [((), "no bot forfeited a match\n"), (("ben",), "ben forfeited no match\n")]
)
def test_where_nothing_went_wrong_it_says_so(arena: Arena, cup: Path, names: tuple[str, ...], said: str) -> None:
    assert arena("faults", "results/cup", *names).stdout == said


def test_a_name_that_is_no_bots_is_refused(arena: Arena, cup: Path) -> None:
    result = arena("faults", "results/cup", "anne")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: the league in results/cup does not have a bot named 'anne'  [no-bot]\nHint: did you mean ann?\n"
    )
