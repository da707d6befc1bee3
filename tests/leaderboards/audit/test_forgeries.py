"""Tests that an audit detects forged results even if their marks and their seal (hashes of the rows) are correct,
because the audit plays the matches again.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import MatchRecord
from arena.protocol.records import decode_record
from leaderboards.store import Store
from tests.leaderboards.audits import FILES, audit, execute, failures, forge
from tests.leaderboards.results import results

FORGERIES: dict[str, tuple[Callable[[MatchRecord], MatchRecord], str]] = {
    "nothing": (lambda record: record, ""),
    "scores": (lambda record: replace(record, scores=(99, *record.scores[1:])), "scores"),
    "ranks": (lambda record: replace(record, ranks=record.ranks[::-1]), "ranks"),
    "fewer ranks": (lambda record: replace(record, ranks=record.ranks[:2]), "row"),
    "fault": (lambda record: replace(record, faults=()), "ranks"),
    "stand-in": (lambda record: replace(record, faults=(replace(record.faults[0], seat=2),)), "action"),
    "no such seat": (lambda record: replace(record, faults=(replace(record.faults[0], seat=7),)), "row"),
    "deal": (lambda record: replace(record, spec=replace(record.spec, deal=bytes(16))), "deal"),
    "id": (lambda record: replace(record, spec=replace(record.spec, id=bytes(16))), "id"),
    "edition": (lambda record: replace(record, spec=replace(record.spec, edition="bsw")), "edition"),
    "rules": (lambda record: replace(record, spec=replace(record.spec, rules_version=9)), "rules_version"),
    "components": (lambda record: replace(record, spec=replace(record.spec, components=b"x")), "components"),
    "seating": (lambda record: replace(record, spec=replace(record.spec, entrants=record.spec.entrants[::-1])),
                "entrants"),
    "no actions": (lambda record: replace(record, actions=()), "actions"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "part"), FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forged_record_is_found_by_playing_it_again(
    played: Path, change: Callable[[MatchRecord], MatchRecord], part: str
) -> None:
    for file in FILES:
        (played / file).unlink()
    forge(played, 5, change)
    found = failures(played)
    assert {place for place, _ in found} == ({5} if part else set())
    assert any(name.startswith(part) for _, name in found) == bool(part)


def test_a_forgery_that_could_have_happened_has_another_seal(played: Path) -> None:
    """If a forged match follows the rules, an audit of the results alone cannot detect it. But the forged results have
    another seal (a hash of all rows) than the seal that was published before.
    """
    published = audit(played).seal
    forge(played, 5, lambda record: replace(record, faults=(replace(record.faults[0], detail="it was the dog"),)))
    found = audit(played)
    assert [failure.part.partition(",")[0] for failure in found.failures] == ["standings.csv", "standings.json"]
    found.demand("seal", found.seal, published)
    assert found.failures[-1].sentence() == f"published seal: expected {published}; there is {found.seal}"


def test_the_id_of_a_row_is_that_of_its_record(played: Path) -> None:
    execute(played, "update matches set id = ? where ordinal = 2", bytes(16))
    forge(played, 2, lambda record: record)
    found = audit(played).failures
    assert (found[0].ordinal, found[0].part, found[0].there) == (2, "id", "00" * 16)


def test_failures_are_told_on_one_line_each(played: Path) -> None:
    forge(played, 0, lambda record: replace(record, ranks=(3, 3, 3)))
    with closing(Store.open(played)) as store:
        record = store.find("0").record
    first = audit(played).failures[0]
    ranks = decode_record(results()[0].record).ranks
    assert first.sentence() == f"match 0 ({record.spec.id.hex()}): ranks: expected {ranks}; there is (3, 3, 3)"
