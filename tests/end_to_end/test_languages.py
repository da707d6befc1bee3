"""Tests of a league with bots in every language: the greedy bot plays the same match in all of them."""

from contextlib import closing
from pathlib import Path

import pytest

from arena.building.house import house_bot_names
from arena.building.manifest import read_manifest
from arena.match import MatchRecord
from leaderboards.store import Store
from tests.bots.test_languages import LANGUAGES
from tests.cli.conftest import Arena, arena
from tests.league.leagues import bot_entries
from tests.suite.sizes import full

__all__ = ["arena"]
pytestmark = [full, pytest.mark.timeout(1_800)]
# In `make test`, tests/bots/test_languages.py compares the choices of greedy in each language with
# bots/cases/greedy.txt, and tests/web/ladder/test_languages.py plays a new bot in each language on a ladder.

HEAD = 'game = "verraeter"\nseats = 4\nrounds = {rounds}\nseed = 5\n'
GREEDY = ("greedy", *(f"{language}/greedy" for language in LANGUAGES))


def records_of(arena: Arena, folder: Path, bots: tuple[str, ...], rounds: int) -> list[MatchRecord]:
    """Plays a league of house bots, asserts that no bot forfeits a match, and returns the records."""
    for name in bots:
        if missing := read_manifest(house_bot_names()[name]).missing():
            pytest.skip(f"{name} needs {' and '.join(missing)}")
    (folder / "cup.toml").write_text(HEAD.format(rounds=rounds) + bot_entries(*bots))
    result = arena("run-league", "cup.toml", "--workers", "1")
    assert result.exit_code == 0, result.output
    with closing(Store.open("results/cup/league.db")) as store:
        records = [match.record for match in store.matches()]
    assert not [fault for record in records for fault in record.faults]
    return records


def test_greedy_plays_the_same_match_in_every_language_and_is_in_one_tier(arena: Arena, tmp_path: Path) -> None:
    """In each deal, the greedy bots of all languages play the same match, action for action, whatever the language at
    each seat. The standings therefore put all greedy bots into one tier.
    """
    records = records_of(arena, tmp_path, (*GREEDY, "random"), rounds=2)
    by_deal: dict[bytes, list[tuple[int, ...]]] = {}
    for record in records:
        if "random" not in {entrant.name for entrant in record.spec.entrants}:
            by_deal.setdefault(record.spec.deal, []).append(tuple(record.actions))
    assert [len(played) for played in by_deal.values()] == 2 * 15 * [4]
    assert {len(set(played)) for played in by_deal.values()} == {1}
    shown = arena("standings", "results/cup/league.db", "--method", "plackett-luce", "--format", "md")
    assert shown.exit_code == 0, shown.output
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.stdout.splitlines()]
    heading, _, *rows = [row for row in cells if row]
    tiers = {row[heading.index("bot")]: row[heading.index("tier")] for row in rows}
    assert tiers.pop("random") == "b"
    assert set(tiers.values()) == {"a"}


def test_random_bots_of_every_language_play_both_games(arena: Arena, tmp_path: Path) -> None:
    bots = ("random", *(f"{language}/random" for language in LANGUAGES))
    assert len(records_of(arena, tmp_path, bots, rounds=4)) == 4 * 15 * 4
