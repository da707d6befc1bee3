"""Tests with a server that is killed again and again during examinations: no acknowledged submission is lost, and no
step is repeated after it is recorded.
"""

import http.client
import random
import secrets
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from arena.building.manifest import find_manifest
from tests.ladder.archives import archive
from tests.ladder.serving import arena_serve, ladder_of, wait_for
from tests.sandbox.boxes import boxed
from tests.suite.sizes import full, sized
from tests.web.ladder.authors import PATIENCE_S, Answer, Author

LOST = (OSError, http.client.HTTPException)


class Handing:
    """An author who hands in bots without pause until stopped, and records each receipt. A hand-in that the server
    refuses for now or does not answer is sent again.
    """

    def __init__(self, author: Author, pause_s: float = 0) -> None:
        self.author, self.pause_s = author, pause_s
        self.receipts: dict[str, int] = {}
        self.open = ""
        self.refusals: list[Answer] = []
        self.stopped = False

    def run(self) -> None:
        while not self.stopped:
            self.open = self.open or secrets.token_hex(16)
            try:
                answer = self.author.hand_in(archive({"nothing": self.open}), self.open)
            except LOST:
                return
            if answer.status in (429, 503):
                self.refusals.append(answer)
                time.sleep(0.2)
                continue
            assert answer.status == 201, answer.text
            self.receipts[self.open] = answer.json["number"]
            self.open = ""
            time.sleep(self.pause_s)


def have(handing: Sequence[Handing], wanted: int) -> bool:
    """Returns whether the server has acknowledged at least `wanted` submissions of these authors together."""
    return sum(len(one.receipts) for one in handing) >= wanted


# `make test` checks the promise with one kill
@pytest.mark.parametrize("kills", [1, pytest.param(6, marks=[pytest.mark.slow, full])])
def test_what_was_acknowledged_is_there_once_and_judged_once(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    folder, port, authors = ladder_of(tmp_path, "Ann", "Ben", "Cid")
    handing = [Handing(author) for author, _ in authors]
    for number in range(kills + 1):
        with arena_serve(folder, port) as process:
            if number == 0:
                for author, link in authors:
                    assert author.sign_in(link, command=True).status == 200
            threads = [threading.Thread(target=one.run) for one in handing]
            for thread in threads:
                thread.start()
            if number < kills:
                wanted = sum(len(one.receipts) for one in handing) + rng.randint(1, 4)
                wait_for(partial(have, handing, wanted))
                process.kill()
            else:
                for one in handing:
                    one.stopped = True
            for thread in threads:
                thread.join(PATIENCE_S)
                assert not thread.is_alive()
            if number == kills:
                for one in handing:
                    assert_all_there(one)


def assert_all_there(one: Handing) -> None:
    """Waits until all submissions of the author are judged. Then checks that each receipt belongs to a different
    submission, and that each submission was judged once.

    One submission may lack a receipt, if the server was killed before the receipt reached the author.
    """

    def all_over() -> bool:
        found = one.author.get("/ladder/submissions.json").json["submissions"]
        return not any(entry["waiting"] for entry in found)

    wait_for(all_over)
    found = {entry["number"] for entry in one.author.get("/ladder/submissions.json").json["submissions"]}
    assert set(one.receipts.values()) <= found
    assert len(found - set(one.receipts.values())) <= 1
    assert len(set(one.receipts.values())) == len(one.receipts)
    for number in found:
        told = one.author.get(f"/ladder/submissions/{number}.json").json
        assert [note["state"] for note in told["log"] if note["state"] != "retrying"] == ["received", "rejected"]
        assert told["log"][-1]["sentence"].startswith("the hand-in does not contain a bot.toml; ")


SLOWLY: Final = """name = "slowly"
version = "1"
command = ["{python}", "bot.py"]
build = ["sh", "-c", "sleep 1; touch built"]
"""


@boxed
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_bot_comes_to_play_in_a_box_though_its_server_was_killed_or_ended_at_any_step(tmp_path: Path) -> None:
    """A submitted bot becomes active although one server is killed during its build, and the next server is shut down
    during its check. The log shows each step only once.
    """
    folder, port, [(ann, link)] = ladder_of(tmp_path, "Ann")
    house = find_manifest("random", Path()).parent
    files = {path.name: path.read_bytes() for path in house.glob("*.py")}
    files |= {"bot.toml": SLOWLY.encode(), ".gitignore": b"built\n"}

    def state() -> str:
        return str(ann.get("/ladder/submissions/1.json").json["state"])

    def is_past(wanted: str) -> bool:
        return wanted in [note["state"] for note in ann.get("/ladder/submissions/1.json").json["log"]]

    for life, step in enumerate(sized(("unpacked", "built"), ("received", "unpacked", "built"))):
        with arena_serve(folder, port) as process:
            if not life:
                assert ann.sign_in(link, command=True).status == 200
                assert ann.hand_in(archive(files)).status == 201
            wait_for(partial(is_past, step))
            if step == "built":
                process.terminate()
                assert process.wait(PATIENCE_S) == 0
                assert process.stderr
                assert process.stderr.read() == ""
            process.kill()
    with arena_serve(folder, port, "boxed"):
        wait_for(lambda: state() in ("active", "rejected"), 400)
        told = ann.get("/ladder/submissions/1.json").json
    assert [note["state"] for note in told["log"]] == ["received", "unpacked", "built", "checked", "active"]
