"""A bot that opens many more connections than the number of files that the arena may have open."""

import contextlib
import resource

from tests.miniatures.hand import Hand
from tests.miniatures.wire import note, sleep_for_ever


def play() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 2_500), most))
    hands: list[Hand] = []
    with contextlib.suppress(OSError):
        while len(hands) < 2_000:
            hands.append(Hand())
    note("connections", str(len(hands)))
    sleep_for_ever()
