"""Tests of the rate limits over HTTP: a person who exceeds a limit is refused, and other people are not affected."""

import os
import secrets

import pytest

from arena.files.rates import Rate
from arena.ladder.accounts import allowances
from arena.ladder.accounts.allowances import Allowance
from arena.ladder.ladder import Ladder
from arena.ladder.submissions import submissions
from arena.web.ladder import access, sign_in, submission_requests
from tests.ladder.archives import bot
from tests.web.ladder.authors import Author, author, link_for


@pytest.mark.parametrize("where", ["hand-ins", "acts"])
def test_who_does_too_much_is_told_when_to_come_again(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(submission_requests, "HAND_INS", Allowance("hand-in", Rate(2, 3_600)))
    monkeypatch.setattr(submission_requests, "ACTS", Allowance("act", Rate(2, 3_600)))
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")

    def do(one: Author) -> int:
        answer = one.hand_in(bot()) if where == "hand-ins" else one.post("/ladder/submissions/9/withdraw")
        if answer.status == 429:
            assert 0 < int(answer.headers["retry-after"]) <= 3_600
        return answer.status

    fine = 201 if where == "hand-ins" else 404
    assert [do(ann) for _ in range(4)] == [fine, fine, 429, 429]
    assert do(ben) == fine


def test_guessing_is_slowed_down_and_nobody_else_feels_it(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "FAILURES", Allowance("failure", Rate(5, 3_600)))
    ann, guesser = author(server, ladder, "Ann"), Author(server)
    found = []
    for _ in range(7):
        guesser.token = secrets.token_hex(16)
        found.append(guesser.get("/ladder/me.json").status)
    assert found == [401] * 5 + [429] * 2
    assert ann.get("/ladder/me.json").status == 200
    assert allowances.FAILURES.rate.at_once > 5


def test_who_opens_good_links_is_counted_for_nothing(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Valid links still work at a network address from which somebody has guessed too many links."""
    few = Allowance("failure", Rate(2, 3_600))
    monkeypatch.setattr(access, "FAILURES", few)
    monkeypatch.setattr(sign_in, "FAILURES", few)
    if hasattr(sign_in, "LINKS"):
        monkeypatch.setattr(sign_in, "LINKS", Allowance("link", Rate(2, 3_600)))
    link = link_for(ladder, "Ann")
    guesser = Author(server)
    found = [guesser.get(f"/ladder/sign-in/{secrets.token_hex(16)}").status for _ in range(4)]
    assert found == [403, 403, 429, 429]
    ann = Author(server)
    assert [ann.get(f"/ladder/sign-in/{link}").status for _ in range(4)] == [200] * 4
    assert ann.sign_in(link).status == 200
    assert ann.get("/ladder/me.json").status == 200


def test_who_has_anothers_token_cannot_keep_its_owner_from_ending_it(
    server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission_requests, "ACTS", Allowance("act", Rate(2, 3_600)))
    ann, thief = author(server, ladder, "Ann"), Author(server)
    assert thief.sign_in(ann.post("/ladder/links").json["link"], command=True).status == 200
    assert [thief.post("/ladder/submissions/9/withdraw").status for _ in range(3)] == [404, 404, 429]
    assert ann.post("/ladder/submissions/9/withdraw").status == 404
    assert ann.post("/ladder/submissions/9/withdraw").status == 429
    [number] = [part.split("/")[0] for part in ann.get("/ladder").text.split("ladder/sign-ins/")[1:]]
    assert ann.post(f"/ladder/sign-ins/{number}/revoke").status == 200
    assert thief.get("/ladder/submissions.json").status == 401
    assert ann.post("/ladder/sign-out").status == 200


def test_one_person_has_so_many_bytes_and_no_more(server: str, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES_EACH", 3_000)
    ann, ben = author(server, ladder, "Ann"), author(server, ladder, "Ben")
    key, content = "a" * 32, os.urandom(2_000)
    assert ann.hand_in(content, key).status == 201
    refused = ann.hand_in(os.urandom(1_001))
    assert (refused.status, refused.code) == (403, "no-room-left")
    assert ann.hand_in(content, key).status == 201
    assert ann.hand_in(os.urandom(1_000)).status == 201
    assert ben.hand_in(content).status == 201


def test_who_has_too_many_on_their_way_is_told_before_they_are_read(server: str, ladder: Ladder) -> None:
    ann = author(server, ladder, "Ann")
    assert [ann.hand_in(bot()).status for _ in range(6)] == [201] * 5 + [429]
    assert len([path for path in (ladder.folder / "archives").rglob("*") if path.is_file()]) == 1
