"""Tests the feed with news of an author's versions: its contents, the rights that its address
gives, and how it ends.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest

from arena.ladder.accounts.rights import Role
from arena.ladder.ladder import Ladder
from arena.ladder.submissions.notes import Note, moved
from arena.ladder.submissions.states import State
from arena.ladder.submissions.submissions import Submission
from arena.web.ladder.feed import ATOM, MEDIA, Entry, failed, feed
from tests.ladder.archives import bot
from tests.web.ladder.authors import Answer, Author, Idle, author
from tests.web.serving import serving

SAID = "bot.py says <b>\x1b[2J\ud800</b> & ends"


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "ladder")


def read(answer: Answer) -> list[tuple[str, str]]:
    """Returns the titles and the texts of a feed's entries."""
    assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, MEDIA)
    document = ET.fromstring(answer.data)
    assert not document.findtext(f"{{{ATOM}}}id", "").endswith("/")
    return [
        (entry.findtext(f"{{{ATOM}}}title", ""), entry.findtext(f"{{{ATOM}}}content", ""))
        for entry in document.findall(f"{{{ATOM}}}entry")
    ]


def opened(one: Author) -> str:
    """Makes a new feed for an author, and returns the path of its address."""
    made = one.post("/ladder/feeds")
    assert made.status == 201
    return urlsplit(str(made.json["link"])).path


def test_a_feed_tells_its_owner_what_became_of_versions_and_opens_nothing_else(ladder: Ladder) -> None:
    with serving(ladder=Idle(ladder)) as address:
        ann, ben = author(address, ladder, "Ann"), author(address, ladder, "Ben")
        number = ann.hand_in(bot()).json["number"]
        assert ben.hand_in(bot()).status == 201
        with ladder.base.writing() as connection:
            note = Note(ladder.now_ms(), State.REJECTED, SAID, "mend it")
            assert moved(connection, number, note, [State.RECEIVED])
        path, nobody = opened(ann), Author(address)
        rejected, received = read(nobody.get(path))
        assert rejected == (f"submission {number}: rejected", "bot.py says <b>?[2J?</b> & ends; mend it")
        assert received[0] == f"submission {number}: received"
        nobody.token = path.rpartition("/")[2]
        assert nobody.get("/ladder/submissions.json").code == "not-signed-in"
        assert ann.get("/ladder/me.json").status == 200


def test_a_feed_ends_when_its_owner_ends_it_and_is_made_by_authors_in_a_browser_alone(ladder: Ladder) -> None:
    with serving(ladder=Idle(ladder)) as address:
        ann = author(address, ladder, "Ann")
        path = opened(ann)
        assert "a feed, since " in ann.get("/ladder").text
        made = re.findall(r"sign-ins/(\d+)/revoke", ann.get("/ladder").text)
        assert [ann.post(f"/ladder/sign-ins/{number}/revoke").status for number in made] == [200]
        assert Author(address).get(path).status == 404
        assert Author(address).get("/ladder/feeds/none").status == 404
        assert author(address, ladder, "Cem", command=True).post("/ladder/feeds").code == "not-allowed"
        assert author(address, ladder, "Dee", Role.SPECTATOR).post("/ladder/feeds").code == "not-allowed"


def test_a_feed_is_the_same_by_whatever_name_the_server_is_asked() -> None:
    entries = [Entry("notes/1", 5, "fox 1: received", "ladder/submissions/1")]
    near, far = (
        ET.fromstring(feed(UUID(int=4), "Ann", entries, root))
        for root in ("http://127.0.0.1:1", "https://arena.example")
    )
    for one in ("id", "entry/id"):
        assert near.findtext(one, None, {"": ATOM}) == far.findtext(one, None, {"": ATOM})
    other = ET.fromstring(feed(UUID(int=5), "Ann", entries, "http://127.0.0.1:1"))
    assert near.findtext("id", None, {"": ATOM}) != other.findtext("id", None, {"": ATOM})


def test_faults_are_told_again_when_there_are_twice_as_many() -> None:
    one = Submission(4, 7, "Ann", State.ACTIVE, "", 0, "fox", "2", "", 0, 0, checked=True, place=None)
    fault = {"kind": "memory", "detail": "used 2 GB"}
    standing = {"ladder": "Cup", "slug": "cup", "address": "cup/bots/fox.html", "faults": [fault]}
    entries = [failed(one, standing | {"more_faults": count - 1}, 1_000 * count) for count in range(1, 9)]
    assert [entry.key.rpartition("/")[2] for entry in entries] == list("12244448")
    assert (entries[0].title, entries[0].text) == ("fox 2: 1 fault or more in Cup", "the first: memory, used 2 GB")
    told = feed(UUID(int=4), "Ann", entries, "https://arena.example")
    assert told.count(b"https://arena.example/cup/bots/fox.html") == 8
