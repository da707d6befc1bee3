"""Runs a ladder of all house bots for a while; some of the submitted bots are slow, hung or hostile.

At regular times the benchmark counts the server's descendant processes, the ended processes that no parent has waited
for (zombies), and the server's file descriptors and memory. At the end it reports how long sound bots waited for their
verdict, and the faults of house bots.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from arena.ladder.ladder import Ladder
from arena.ladder.playing.files import RESULTS
from arena.ladder.submissions.states import WAITING, State
from arena.match import FaultKind
from benchmarks.report import report
from benchmarks.servers.pages import free_port, running
from benchmarks.servers.service import get, memory, put, signed_in
from leaderboards.store import Store
from tests.ladder.archives import MANIFEST, archive

LOOK_S: Final = 5.0
HANDING: Final = 0.6
"""The part (0 to 1) of the whole time within which all authors hand in."""
STOPPED: Final = 2
"""The number of successive checks in which an ended process must be present to count as a zombie that no parent waits
for.
"""
SETTLED_MB: Final = 100
"""The most MB by which the server's memory in the last quarter of the time may exceed its memory in the
second quarter.
"""
SOUND: Final = """from arena.bot import Bot, Turn, run


class Sound(Bot):
    def choose(self, turn: Turn) -> int:
        {before}
        return turn.legal[0]


run(Sound, max_matches=8)
"""
ROGUES: Final = {
    "slow": SOUND.format(before="__import__('time').sleep(4)"),
    "hung": "import time\ntime.sleep(36000)\n",
    "crashes": "raise SystemExit('no')\n",
    "leaves": SOUND.format(
        before="import os, time\n        if not os.fork():\n            os.setsid(); os.fork(); time.sleep(36000)"
    ),
}
"""The programs of faulty bots, by their fault; `hand_ins` takes them in turn."""


class Look(NamedTuple):
    """The processes, file descriptors and memory of a server at one moment."""

    processes: int
    """The number of the server's descendant processes."""
    ended: frozenset[int]
    """The process numbers of the zombies: descendants that have ended, but whose parent has not waited for them."""
    descriptors: int
    memory_mb: float


def look(server: int) -> Look:
    """Returns the present processes, file descriptors and memory of the server with this process number."""
    states, children = dict[int, str](), dict[int, list[int]]()
    for number in map(int, filter(str.isdecimal, os.listdir("/proc"))):  # noqa: PTH208  # as `Sight` does
        with suppress(OSError):
            fields = Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            states[number] = fields[0]
            children.setdefault(int(fields[1]), []).append(number)
    below, coming = list[int](), [server]
    while coming:
        found = children.get(coming.pop(), [])
        below += found
        coming += found
    ended = frozenset(number for number in below if states[number] == "Z")
    return Look(len(below), ended, len(list(Path(f"/proc/{server}/fd").iterdir())), memory(server, "VmRSS") / 1_000_000)


def hand_ins(authors: int, one_in: int) -> Iterator[tuple[str, bytes]]:
    """Yields the fault (empty for a sound bot) and the archive of each author's bot; one bot in `one_in` is faulty."""
    kinds = list(ROGUES)
    for number in range(authors):
        wrong = kinds[number // one_in % len(kinds)] if number % one_in == 0 else ""
        program = ROGUES[wrong] if wrong else SOUND.format(before="pass")
        yield wrong, archive({"bot.toml": MANIFEST.format(name=f"bot-{number}", version="1"), "bot.py": program})


class Coming:
    """Authors who hand in bots at a ladder, one after the other."""

    def __init__(self, port: int, tokens: list[str], one_in: int, seconds: float) -> None:
        self._port, self._tokens, self._one_in, self._seconds = port, tokens, one_in, seconds
        self.received: dict[int, tuple[str, str, float]] = {}
        """The author's token, the bot's fault (empty for a sound bot), and the time of the hand-in in seconds, by the
        receipt's number.
        """
        self.settled_s: dict[int, float] = {}
        """The seconds that each submission waited for its verdict, by the submission's number."""
        self.refused = 0

    def run(self) -> None:
        """Lets all authors hand in, one after the other, spread evenly over the object's `seconds`."""
        for number, (wrong, content) in enumerate(hand_ins(len(self._tokens), self._one_in)):
            answer = put(self._port, content, self._tokens[number])
            if answer.status == 201:
                self.received[json.loads(answer.body)["number"]] = self._tokens[number], wrong, time.monotonic()
            else:
                self.refused += 1
            time.sleep(self._seconds / len(self._tokens))

    def look(self) -> Counter[str]:
        """Returns the number of submissions in each state.

        Also records the waiting time of each submission that now has a verdict for the first time.
        """
        states = Counter[str]()
        for number, (token, _, came_s) in list(self.received.items()):
            [one] = json.loads(get(self._port, "/ladder/submissions.json", token)[1])["submissions"]
            states[one["state"]] += 1
            if one["state"] not in WAITING:
                self.settled_s.setdefault(number, time.monotonic() - came_s)
        return states

    def waits_s(self, *, sound: bool) -> list[float]:
        """Returns the seconds that sound (or faulty) bots waited for their verdict; for a bot without a verdict, its
        waiting time until now.
        """
        now = time.monotonic()
        return [
            self.settled_s.get(number, now - came_s)
            for number, (_, wrong, came_s) in self.received.items()
            if sound is not bool(wrong)
        ]


def house_faults(folder: Path) -> Counter[str]:
    """Returns the number of faults of house bots in all results of the service folder `folder`, by kind of fault."""
    found = Counter[str]()
    for place in sorted((folder / RESULTS).iterdir()):
        with closing(Store.open(str(place))) as store:
            for match in store.matches():
                for fault in match.record.faults:
                    if not match.record.spec.entrants[fault.seat].name.startswith("bot-"):
                        found[FaultKind(fault.kind).name.lower()] += 1
    return found


def main() -> None:
    """Serves a ladder, checks the server at regular times, and reports the results.

    Exits with status 1 if zombies remain, the server's memory grows too much, a house bot runs out of memory, or a
    sound bot is not active at the end.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--authors", type=int, default=40)
    parser.add_argument("--one-in", type=int, default=10, help="so many hand-ins is slow, hung or hostile")
    parser.add_argument("--examiners", type=int, default=2)
    parser.add_argument("--sandbox", default="auto")
    asked = parser.parse_args()
    seconds = 60 * asked.minutes
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "ladder"
        with closing(Ladder(folder)) as ladder:
            tokens = signed_in(ladder, asked.authors)
        port = free_port()
        command = ("serve", "--ladder", str(folder), "--sandbox", asked.sandbox, "--bind", f"127.0.0.1:{port}")
        looks, kept, times = list[Look](), set[int](), Counter[int]()
        with running(
            sys.executable, "-m", "arena.cli", *command, "--examiners", str(asked.examiners), port=port
        ) as pid:
            coming, until_s = Coming(port, tokens, asked.one_in, HANDING * seconds), time.monotonic() + seconds
            handing = threading.Thread(target=coming.run)
            handing.start()
            states = Counter[str]()
            while time.monotonic() < until_s or handing.is_alive():
                time.sleep(LOOK_S)
                looks.append(look(pid))
                times = Counter({number: times[number] + 1 for number in looks[-1].ended})
                kept |= {number for number, seen in times.items() if seen >= STOPPED}
                states = coming.look()
        faults = house_faults(folder)
    quarter = max(1, len(looks) // 4)
    early, late = (
        max(one.memory_mb for one in part) for part in (looks[quarter : 2 * quarter] or looks, looks[-quarter:])
    )
    report(
        "soak",
        {
            "ended processes that nobody waited for": len(kept),
            "processes at most": max(one.processes for one in looks),
            "descriptors at most": max(one.descriptors for one in looks),
            "descriptors in the end": looks[-1].descriptors,
            "memory in the second quarter, MB": early,
            "memory in the last quarter, MB": late,
            "longest wait of a sound bot, s": max(coming.waits_s(sound=True), default=0),
            "longest wait of another, s": max(coming.waits_s(sound=False), default=0),
            **{f"hand-ins {state}": count for state, count in sorted(states.items())},
            "hand-ins refused": coming.refused,
            **{f"faults of house bots: {kind}": count for kind, count in sorted(faults.items())},
        },
        [],
    )
    sound = sum(not wrong for _, wrong, _ in coming.received.values())
    complaints = [
        *(["nobody waited for some processes"] if kept else []),
        *(["the server's memory grows"] if late > early + SETTLED_MB else []),
        *(["a house bot ran out of memory"] if faults["memory"] else []),
        *([f"of {sound} sound bots not all play"] if states[State.ACTIVE] < sound else []),
    ]
    sys.exit("; ".join(complaints) or None)


if __name__ == "__main__":
    main()
