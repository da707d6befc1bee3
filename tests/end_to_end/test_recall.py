"""Tests of the matches that each process of a bot receives: with `recall = "none"` no process receives a deal twice,
even if the league is interrupted or bots crash.
"""

import os
import signal
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from arena.match import MatchRecord
from tests.end_to_end.processes import (
    RANDOM_BOT,
    RECALLING,
    arena,
    ended,
    random_league,
    records,
    running,
    stored,
    write_bot,
    write_league,
)
from tests.league.leagues import UNCONFINED
from tests.suite.sizes import full, sized

DIARY = """
import os
from arena.bot import Bot, run
from random import Random

diary = open("{folder}/diary-" + os.urandom(8).hex(), "a", buffering=1)

class Diarist(Bot):
    def __init__(self, start):
        diary.write(start.id + "\\n")
        self.random = Random(start.seed)

    def choose(self, turn):
        if os.urandom(2) < b"\\0\\x60":
            os._exit(1)
        return self.random.choice(turn.legal)

run(Diarist)
"""
ROUNDS = 8


def most_meetings(folder: Path) -> int:
    """Returns the largest number of times that one process of a bot received the same deal."""
    deals = {record.spec.id.hex(): record.spec.deal for _, record in _records(folder)}
    diaries = [path.read_text().split() for path in folder.glob("diary-*")]
    assert sum(map(len, diaries)) >= 3 * len(deals)
    return max(count for diary in diaries if diary for count in Counter(deals[match] for match in diary).values())


def _records(folder: Path) -> list[tuple[int, MatchRecord]]:
    return [(place, record) for place, record in records(folder) if isinstance(record, MatchRecord)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("recall", "seatings", "rounds"),
    [
        ("none", "square", ROUNDS),
        pytest.param("none", "all", ROUNDS // 2, marks=full),
        # in `make test`, the last test here needs deals that come again
        pytest.param("process", "square", ROUNDS, marks=full),
    ],
)
def test_no_process_is_sent_a_deal_twice_however_the_league_goes(
    tmp_path: Path, recall: str, seatings: str, rounds: int
) -> None:
    """Tests that no process receives a deal twice if `recall` is "none", with two workers, crashing bots, a killed
    arena, an interrupt, and rounds that are added.
    """
    for name in ("ann", "ben", "cid"):
        write_bot(tmp_path, name, DIARY.format(folder=tmp_path))
    # the bots write diaries into tmp_path, which a box would prevent
    file = write_league(tmp_path, rounds, "ann", "ben", "cid", head=UNCONFINED)
    file.write_text(f'recall = "{recall}"\nseatings = "{seatings}"\n{file.read_text()}')
    play = ("cup.toml", "--workers", "2", "--in-flight", "6")
    with running(tmp_path, *play, matches=6) as process:
        os.killpg(process.pid, signal.SIGKILL)
        ended(process)
    with running(tmp_path, *play, matches=stored(tmp_path) + 3) as process:
        process.send_signal(signal.SIGINT)
        ended(process)
    file.write_text(file.read_text().replace(f"rounds = {rounds}", f"rounds = {rounds + 4}"))
    assert arena(tmp_path, "run-league", *play).status == 0
    assert most_meetings(tmp_path) == 1 if recall == "none" else most_meetings(tmp_path) > 1
    assert arena(tmp_path, "verify", "results/cup").status == 0


@pytest.mark.slow
def test_bots_that_draw_from_their_seed_alone_play_the_same_league_either_way(tmp_path: Path) -> None:
    random_league(tmp_path, 3)
    file = tmp_path / "cup.toml"
    plain, played = file.read_text().replace(RECALLING, ""), []
    for recall in ("none", "process"):
        file.write_text(f'name = "{recall}"\nrecall = "{recall}"\n{plain}')
        said = arena(tmp_path, "run-league", "cup.toml", "--workers", sized("1", "2"))
        assert said.status == 0, said.err
        matches = records(tmp_path, recall)
        played.append(
            [replace(one, spec=replace(one.spec, id=b"")) for _, one in matches if isinstance(one, MatchRecord)]
        )
    assert played[0] == played[1]
    assert len(played[0]) == 9


REMEMBERS = """

class Remembering(Greedy):
    # Plays well where it knows a rival's cards, because it held them itself in another match of the same deal.
    deals: ClassVar = {}

    def __init__(self, start):
        super().__init__(start)
        self.random, self.knows = Random(start.seed), None

    def choose(self, turn):
        if self.knows is None:
            table = *self.start.verraeter.circle_landscape, *turn.verraeter.circle_house
            hands = self.deals.setdefault(table, {}) if REMEMBERS else {}
            self.knows = bool(hands.keys() - {turn.seat})
            hands[turn.seat] = tuple(turn.verraeter.hand)
        return super().choose(turn) if self.knows else self.random.choice(turn.legal)


run(Remembering, max_matches=4096)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("recall", "verdict"),
    # in `make test`, the first test here checks that with "none" no deal comes twice
    [pytest.param("none", "no difference", marks=full), ("process", "better")],
)
def test_remembering_deals_is_worth_something_only_where_they_come_again(
    tmp_path: Path, recall: str, verdict: str
) -> None:
    """Memory of deals makes a bot better only if the same process of the bot receives a deal again.

    The test compares two bots. Bot `forgets` always plays at random. Bot `remembers` plays well in a match if its
    process has already received the same deal at another seat; otherwise it plays at random. With `recall = "none"`,
    no process receives a deal twice, and there is no difference.
    """
    greedy = (RANDOM_BOT.parents[1] / "greedy" / "bot.py").read_text().partition('if __name__ == "__main__":')[0]
    for name in ("remembers", "forgets"):
        head = f"from random import Random\nfrom typing import ClassVar\nREMEMBERS = {name == 'remembers'}\n"
        write_bot(tmp_path, name, head + greedy + REMEMBERS)
    for name in ("ann", "ben"):
        write_bot(tmp_path, name)
    arguments = (
        "remembers forgets --against ann --against ben --game verraeter --seats 3 --workers 1 --blocks 60 --margin 20"
    )
    said = arena(tmp_path, "compare", *arguments.split(), "--recall", recall)
    assert said.out.startswith(verdict), said
    if recall == "none":
        assert "+0.0 % of opponents beaten" in said.out
