"""Tests of copies of results that leave out some content: a copy passes an audit, with the same commitment (a hash of
the seed and rules of the league) and another seal (a hash of the rows).
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from leaderboards.audit.verification import verify
from leaderboards.store import PlayedStore, Store, StoredMatch
from leaderboards.store.copying import write_anew
from leaderboards.store.rows.row import Row
from leaderboards.store.rows.runs import Run
from leaderboards.store.values.extent import Extent
from tests.leaderboards.results import league, results


def hushed(match: StoredMatch) -> StoredMatch:
    faults = tuple(replace(fault, detail="", output="") for fault in match.record.faults)
    return replace(match, record=replace(match.record, faults=faults), notes=())


def test_what_is_written_anew_verifies_and_has_nothing_of_what_was_left_out(played: Path, tmp_path: Path) -> None:
    there = tmp_path / "anew" / "league.db"
    matches = len(results())
    with closing(PlayedStore.create(played / "league.db", league())) as store:
        store.keep_run(Run(1, matches, withdrawn={"ann": "gone"}))
        store.keep_extent(Extent(matches))
    with closing(Store.open(played)) as store:
        write_anew(store, there, hushed, lambda run: replace(run, withdrawn={}))
        before = verify(store, played, lambda _: None)
        *_, forfeited = (row.record for row in store.rows() if isinstance(row, Row))
    with closing(Store.open(there)) as anew:
        found = verify(anew, there.parent, lambda _: None)
        assert anew.runs() == (Run(1, matches),)
        assert anew.extent() == Extent(matches)
        assert [fault.output for match in anew.matches() for fault in match.record.faults] == [""]
    assert found.failures == []
    assert not any(forfeited in file.read_bytes() for file in there.parent.iterdir())
    assert (found.commitment, found.seed, found.matches) == (before.commitment, before.seed, before.matches)
    assert found.seal != before.seal
