"""Tests of audits (`arena verify`) of a ladder with changing bots. The schedule and the standings depend on the field,
the stored list of the bots that took part at each time.
"""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.league.field import NOBODY, Field, Member
from arena.league.league import League
from arena.league.schedules.contract import Stay
from leaderboards.reports.formats import write_standings
from leaderboards.reports.standings import stored_standings
from leaderboards.store import PlayedStore, Store
from leaderboards.store.values.fields import FIELD, field_value
from tests.leaderboards.audits import audit, execute, failures
from tests.leaderboards.growing import goes_on, played_at_random
from tests.league.leagues import league_of

BOTS = league_of("ann", "ben", "cid", "dot", "eva", "fay").bots
NEWER = replace(BOTS[0], content_hash=b"another".ljust(16, b"."), version="2")


def cup(blocks: int = 20) -> League:
    return replace(league_of(), schedule="ladder", rounds=0, blocks=blocks)


def play(store: PlayedStore, league: League) -> None:
    """Plays all matches of the league that are not stored yet, with random actions."""
    done = store.count()
    for result in played_at_random(league, store):
        if result.ordinal >= done:
            store.add([result])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Plays a ladder with changing bots and returns the content of its results file.

    One bot came late, another left, and a third has two versions.
    """
    folder = tmp_path_factory.mktemp("ladder")
    with closing(PlayedStore.create(folder / "league.db", cup())) as store:
        league = goes_on(cup(), store, *BOTS[:5])
        play(store, league)
        league = goes_on(league, store, NEWER, *BOTS[2:])
        play(store, replace(league, blocks=40))
    return (folder / "league.db").read_bytes()


@pytest.fixture
def folder(tmp_path: Path, written: bytes) -> Path:
    (tmp_path / "league.db").write_bytes(written)
    return tmp_path


def field(folder: Path) -> Field:
    with closing(Store.open(folder)) as store:
        return store.field()


def forge(folder: Path, forged: Field) -> None:
    """Replaces the stored field (the list of bots) by the field `forged` with a correct mark (a hash), as a forger who
    knows the format would.
    """
    with closing(Store.open(folder)) as store:
        value = field_value(forged, store.values()["commitment"])
    execute(folder, f"update league set value = ? where key = '{FIELD}'", value)


def test_all_of_it_is_computed_again_with_none_of_the_files_of_its_bots(folder: Path) -> None:
    with closing(Store.open(folder)) as store:
        table = stored_standings(store)
        write_standings(table, folder)
    assert [(line.bot, line.version) for line in table.lines if line.left] == [
        (line.bot, "1") for line in table.lines if line.bot in {"ann", "ben"}
    ]
    assert {line.bot for line in table.lines[:5]} == {"ann 2", "cid", "dot", "eva", "fay"}
    found = audit(folder)
    assert (found.failures, found.matches, len(found.files), found.seed) == ([], 120, 3, None)
    lines = json.loads((folder / "standings.json").read_text())["standings"]
    assert {line["bot"]: line["left"] for line in lines}["ben"]
    assert " ben (left) " in (folder / "standings.md").read_text()


def test_a_change_of_its_field_is_found_and_nobody_reads_or_plays_on(folder: Path) -> None:
    execute(folder, "update league set value = cast(replace(value, '[20, null]', '[21, null]') as blob) "
            "where key = 'field'")  # fmt: skip
    assert failures(folder) == [(None, "the league's field")]
    with closing(Store.open(folder)) as store, pytest.raises(ArenaError, match="the league's field was changed"):
        stored_standings(store)
    with pytest.raises(ArenaError, match="the league's field was changed") as refused:
        PlayedStore.create(folder / "league.db", cup())
    assert refused.value.code == "damaged"


FORGERIES = {
    "came earlier": lambda ann, *others: (*others[:-2], replace(others[-2], stays=(Stay(8),)), others[-1]),
    "stayed longer": lambda ann, *others: (replace(ann, stays=(Stay(0, 30),)), *others),
    "was never there": lambda _ann, *others: others,
    "has another name": lambda ann, *others: (replace(ann, name="eve"), *others),
    "has other files": lambda ann, *others: (replace(ann, content_hash=bytes(16)), *others),
    "came later": lambda ann, ben, *others: (ann, ben, *others[:-1], replace(others[-1], stays=(Stay(24),))),
    "came in another order": lambda ann, ben, *others: (ben, ann, *others),
}


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_field_is_not_the_one_by_which_tables_were_chosen(
    folder: Path, forged: Callable[..., tuple[Member, ...]]
) -> None:
    forge(folder, Field(forged(*field(folder).members)))
    found = audit(folder).failures
    assert found
    assert {failure.part for failure in found} & {"deal", "entrants", "ordinal"}


@pytest.mark.parametrize("value", [None, b"", bytes(16) + b"7", bytes(16) + b"[{}]", bytes(16) + b"[\xff"])
def test_a_ladder_without_a_field_is_damaged(folder: Path, value: bytes | None) -> None:
    if value is None:
        execute(folder, "delete from league where key = 'field'")
    else:
        execute(folder, "update league set value = ? where key = 'field'", value)
    with pytest.raises(ArenaError) as refused:
        audit(folder)
    assert refused.value.code == "damaged"
    with pytest.raises(ArenaError) as refused:
        PlayedStore.create(folder / "league.db", cup())
    assert refused.value.code == "damaged"


def test_a_field_that_has_not_grown_from_the_one_before_is_not_kept(folder: Path) -> None:
    with closing(PlayedStore.create(folder / "league.db", cup())) as store:
        for shrunk in (NOBODY, Field(store.field().members[1:])):
            with pytest.raises(ValueError, match="may only grow"):
                store.keep_field(shrunk)


def test_a_field_that_somebody_else_changes_meanwhile_is_told(folder: Path) -> None:
    with closing(PlayedStore.create(folder / "league.db", cup())) as store:
        before = store.field()
        forge(folder, before.moved(BOTS, 40))
        with pytest.raises(ArenaError, match="the league's field") as refused:
            store.keep_field(before.moved(BOTS[:3], 40))
    assert refused.value.code == "tampered"


def test_a_ladder_is_another_league_than_one_whose_bots_stay(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    always = replace(league_of("ann", "ben", "cid"), schedule="balanced", rounds=0, blocks=3)
    with pytest.raises(ArenaError, match=r"schedule \(ladder in the results, balanced in the league file\)") as refused:
        PlayedStore.create(folder / "league.db", always)
    assert refused.value.code == "other-league"
    other = tmp_path_factory.mktemp("other") / "league.db"
    PlayedStore.create(other, always).close()
    with pytest.raises(ArenaError, match=r"schedule \(balanced in the results, ladder in the league file\)"):
        PlayedStore.create(other, cup())
