"""Tests the table of a league with repeated matches: only different matches count."""

import json
from collections.abc import Iterator
from dataclasses import replace

from leaderboards.reports.fairness import fairness
from leaderboards.reports.formats import to_csv, to_json, to_markdown
from leaderboards.reports.seats import by_seat
from leaderboards.reports.standings import standings
from leaderboards.store import StoredMatch
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import made_up


def played(blocks: int, *, repeated: bool = True, table: str = "ab") -> Iterator[StoredMatch]:
    """Yields matches in which the first bot wins in seat 0 and draws in seat 1.

    If `repeated`, each block repeats the same two matches. Otherwise, the matches have random values, so that no match
    counts as a repeat.
    """
    for number in range(blocks):
        for place, (bots, scores, ranks) in enumerate(((table, (2, 0), (1, 2)), (table[::-1], (1, 1), (1, 1)))):
            match = made_up(2 * number + place, bots, scores, ranks)
            spec = replace(match.record.spec, deal=number.to_bytes(16, "big"))
            opening = (3,) if repeated else None
            yield replace(match, record=replace(match.record, spec=spec, actions=(place, 4), opening=opening))


def test_the_table_says_how_many_matches_are_different_and_is_that_of_these() -> None:
    often, once = standings(played(40)), standings(played(1))
    assert often.sentence() == "80 matches, 2 different"
    assert (often.matches, often.seat_scores) == (80, once.seat_scores)
    for one, other in zip(often.lines, once.lines, strict=True):
        assert (one.matches, one.different, one.results) == (80, 2, other.results)
        assert (one.rating, one.strength, one.mean_score, one.win_share) == (
            other.rating,
            other.strength,
            other.mean_score,
            other.win_share,
        )


def test_with_luck_in_the_deals_every_match_counts() -> None:
    table = standings(played(40, repeated=False))
    assert table.sentence() == "80 matches"
    assert [line.results for line in table.lines] == [(40, 40, 0), (0, 40, 40)]
    assert "different" not in to_csv(table) + to_json(table)


def test_an_unfinished_league_says_it_too() -> None:
    assert standings(played(10), extent=Extent(40)).sentence() == "20 of 40 matches, 2 different; not finished"


def test_files_have_what_was_won_drawn_and_lost_and_how_many_matches_are_different() -> None:
    table = standings(played(40))
    assert "| matches | won | drawn | lost | mean score |" in to_markdown(table)
    assert "39 blocks repeat others" in to_markdown(table)
    assert ",matches,different,won,drawn,lost,mean_score," in to_csv(table)
    values = json.loads(to_json(table))
    assert (values["matches"], values["different"], values["blocks"], values["repeats"]) == (80, 2, 1, 39)
    assert [(line["won"], line["drawn"], line["lost"]) for line in values["standings"]] == [(1, 1, 0), (0, 1, 1)]


def test_seats_are_judged_by_the_different_matches_and_balance_by_all() -> None:
    matches = [*played(40), *played(1, table="ac")]
    seats = by_seat(matches)
    assert [(tally.matches, tally.different, tally.mean_score()) for tally in seats["a"]] == [
        (41, 2, 2.0),
        (41, 2, 1.0),
    ]
    found = fairness(matches, ())
    assert (found.seats.blocks, found.treatments[0].matches, found.treatments[1].matches) == (2, 82, 80)
