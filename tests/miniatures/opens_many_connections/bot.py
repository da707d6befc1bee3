"""Opens connections as long as it can."""

import contextlib
import resource

from tests.miniatures.hand import Hand
from tests.miniatures.wire import note, sleep_for_ever


def play() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))
    hands: list[Hand] = []
    with contextlib.suppress(OSError):
        while len(hands) < 19_000:
            hands.append(Hand())
    note("connections", str(len(hands)))
    sleep_for_ever()
