"""Tests of a bot's output as its author sees it, without the path of the copy from which the bot was run."""

import pytest

from arena.match import Entrant, Fault, FaultKind, MatchSpec
from leaderboards.pages.views.faults import output_of

CONTENT = bytes(range(16))


@pytest.mark.parametrize(
    ("content", "output", "shown"),
    [
        (CONTENT, f"at {CONTENT.hex()} again", "at … again"),
        (CONTENT, f'File "/tmp/arena-bots-0/{CONTENT.hex()}/crash/bot.py", line 8', 'File "ann/bot.py", line 8'),
        (b"", f"at {CONTENT.hex()} again", f"at {CONTENT.hex()} again"),
        (b"", 'File "/home/ann/bot.py"', 'File "/home/ann/bot.py"'),
    ],
)
def test_where_its_copy_lies_is_left_out_and_a_bot_without_files_has_none(
    content: bytes, output: str, shown: str
) -> None:
    fault = Fault(0, FaultKind.DISCONNECT, 0, "it ended", output)
    spec = MatchSpec(bytes(16), "verraeter", 1, "official", bytes(16), bytes(16), (Entrant("ann", "1", content),))
    assert output_of(spec, fault) == shown
