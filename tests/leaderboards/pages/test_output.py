"""What a bot printed, as its author is shown it."""

import pytest

from arena.match import Entrant, Fault, FaultKind, MatchSpec
from leaderboards.pages.views.faults import output_of

CONTENT = bytes(range(16))


@pytest.mark.parametrize(("content", "shown"), [(CONTENT, "at … again"), (b"", f"at {CONTENT.hex()} again")])
def test_where_its_copy_lies_is_left_out_and_a_bot_without_files_has_none(content: bytes, shown: str) -> None:
    fault = Fault(0, FaultKind.DISCONNECT, 0, "it ended", f"at {CONTENT.hex()} again")
    spec = MatchSpec(bytes(16), "verraeter", 1, "official", bytes(16), bytes(16), (Entrant("ann", "1", content),))
    assert output_of(spec, fault) == shown
