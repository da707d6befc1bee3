"""Tests of the limits on disk space: if too little is left, uploads are refused before they are read, and the refusal
says when to try again.
"""

import logging
from collections.abc import Iterator

import pytest

from arena.ladder import limits
from arena.ladder.ladder import Ladder
from arena.ladder.status import status_of
from tests.ladder.archives import bot
from tests.web.ladder.authors import Author, Idle, link_for
from tests.web.serving import serving


@pytest.fixture
def ann(ladder: Ladder) -> Iterator[Author]:
    with serving(ladder=Idle(ladder)) as address:
        author = Author(address)
        assert author.sign_in(link_for(ladder, "Ann"), command=True).status == 200
        yield author


@pytest.mark.parametrize(
    ("limit", "value", "code", "retry"),
    [("LEAST_FREE", 1 << 60, "no-room-now", "600"), ("MOST_QUEUED", 1, "queue-full", "60")],
)
def test_what_does_not_fit_is_refused_and_nothing_of_it_stays(
    ann: Author, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, code: str, retry: str
) -> None:
    assert ann.hand_in(bot("first"), "ab" * 16).status == 201
    before = sorted(ladder.folder.rglob("archives/**/*"))
    monkeypatch.setattr(limits, limit, value)
    refused = ann.hand_in(bot("second"))
    assert (refused.status, refused.code, refused.headers["retry-after"]) == (503, code, retry)
    assert "nothing was stored; try again in" in refused.json["hint"]
    assert sorted(ladder.folder.rglob("archives/**/*")) == before
    assert ann.hand_in(bot("first"), "ab" * 16).json["number"] == 1
    monkeypatch.undo()
    assert ann.hand_in(bot("second")).status == 201


def test_who_runs_it_is_warned_before(
    ann: Author, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(limits, "WARNED_FREE", 1 << 60)
    monkeypatch.setattr(limits, "WARNED_QUEUED", 1)
    with caplog.at_level(logging.WARNING):
        assert [ann.hand_in(bot(name)).status for name in ("a", "b")] == [201, 201]
    told = [record.getMessage() for record in caplog.records]
    assert len([line for line in told if line.startswith("the disk of the ladder has ")]) == 1
    assert limits.warnings(status_of(ladder))[-1] == "in the queue: 2 submissions; at 1000 no more are accepted"
